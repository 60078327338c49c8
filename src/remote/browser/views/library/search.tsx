import { SEARCH_KINDS } from '../../state/kinds.js';
import { usePages } from '../../state/pages.js';
import type { Sought } from '../../state/route.js';
import { useSpeaker, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Chips } from '../parts/chips.js';
import { Icon } from '../parts/icons.js';
import { ItemRow } from './item-row.js';
import { PagedList } from './paged-list.js';

/** A pause in typing this long is worth a question. */
const PAUSE_MS = 250;

export interface SearchProps {
  readonly online: boolean;
  /** Whether anybody sees it: its list is drawn for that. */
  readonly shown: boolean;
  readonly sought: Sought;
  /** What is typed. */
  readonly seek: (sought: Sought) => void;
  /** What something that was found leads to. */
  readonly find: (sought: Sought) => void;
}

/** What is asked for: while somebody types, what was there at the last pause. */
function useQuery({ sought, seek }: SearchProps): string {
  const { kind, isTyping = false } = sought;
  const words = sought.words.trim();
  const [settled, setSettled] = useState(words);
  useEffect(() => {
    if (!isTyping) {
      setSettled(words);
      return;
    }
    const timer = setTimeout(() => seek({ words: sought.words, kind }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [sought]);
  return isTyping ? settled : words;
}

function Results({ online, shown, sought, seek, find, query }: SearchProps & { query: string }): VNode {
  const { say } = useWords();
  const { client } = useSpeaker();
  const { label, types } = SEARCH_KINDS[sought.kind] ?? SEARCH_KINDS[0];
  const pages = usePages({
    online,
    shown,
    key: `${label} ${query}`,
    load: paging => client.call('library.search', { query, ...(types && { types }), ...paging }),
    keepsBefore: true,
  });
  // What there is of an artist: their name searched for; when it is already, their stations.
  const stations = SEARCH_KINDS.findIndex(kind => kind.types?.includes('SF'));
  return (
    <div class="pane">
      <Chips
        label={say('kinds')}
        labels={SEARCH_KINDS.map(kind => say(kind.label))}
        chosen={sought.kind}
        choose={kind => seek({ words: sought.words, kind })}
      />
      <PagedList
        pages={pages}
        online={online}
        empty={say('nothingFound')}
        idOf={({ id }) => id}
        row={item => (
          <ItemRow
            item={item}
            online={online}
            {...(item.type === 'AR' && {
              open: () => find({ words: item.name, kind: item.name === query ? stations : 0 }),
              mark: 'chevron' as const,
            })}
          />
        )}
      />
    </div>
  );
}

/** Finds things to play, as the listener types. */
export function Search(props: SearchProps): VNode {
  const { say } = useWords();
  const { sought, seek } = props;
  const query = useQuery(props);
  return (
    <div class="screen">
      <h2 class="heading">{say('search')}</h2>
      <form
        class="search"
        role="search"
        onSubmit={event => {
          event.preventDefault();
          seek({ words: sought.words, kind: sought.kind });
          // A phone's keyboard goes, so that the results are seen.
          if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        }}
      >
        <Icon name="search" />
        <input
          type="search"
          value={sought.words}
          aria-label={say('search')}
          // While it is empty it is as the words of the page are: those stand in it.
          dir={sought.words === '' ? undefined : 'auto'}
          placeholder={say('searchFor')}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          enterkeyhint="search"
          maxLength={200}
          onInput={event => seek({ words: event.currentTarget.value, kind: sought.kind, isTyping: true })}
        />
      </form>
      {query === '' ? <p class="hint">{say('searchHint')}</p> : <Results {...props} query={query} />}
    </div>
  );
}
