import { SEARCH_KINDS } from '../../state/kinds.js';
import { usePages } from '../../state/pages.js';
import { useSpeaker, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Chips } from '../parts/chips.js';
import { Icon } from '../parts/icons.js';
import { ItemRow } from './item-row.js';
import { PagedList } from './paged-list.js';

/** A pause in typing this long is worth a question. */
const PAUSE_MS = 250;

function useSettled(text: string): [string, (text: string) => void] {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return [settled, setSettled];
}

/** What to search for. */
export interface Sought {
  readonly words: string;
  /** The place of the kind in the row of kinds. */
  readonly kind: number;
}

export interface SearchProps {
  readonly online: boolean;
  readonly sought: Sought;
  readonly seek: (sought: Sought) => void;
}

function Results({ online, sought, seek, query }: SearchProps & { query: string }): VNode {
  const { say } = useWords();
  const { client } = useSpeaker();
  const { label, types } = SEARCH_KINDS[sought.kind] ?? SEARCH_KINDS[0];
  const pages = usePages(`${label} ${query}`, paging =>
    client.call('library.search', { query, ...(types && { types }), ...paging }),
  );
  // What there is of an artist: their name searched for; when it is already, their stations.
  const stations = SEARCH_KINDS.findIndex(kind => kind.types?.includes('SF'));
  const find = (words: string): void => seek({ words, kind: words === query ? stations : 0 });
  return (
    <div class="pane">
      <Chips
        label={say('kinds')}
        labels={SEARCH_KINDS.map(kind => say(kind.label))}
        chosen={sought.kind}
        choose={kind => seek({ ...sought, kind })}
      />
      <PagedList
        pages={pages}
        online={online}
        empty={say('nothingFound')}
        row={item => (
          <ItemRow
            item={item}
            online={online}
            {...(item.type === 'AR' && { open: () => find(item.name), mark: 'chevron' as const })}
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
  const [settled, setSettled] = useSettled(sought.words.trim());
  return (
    <div class="screen">
      <h2 class="heading">{say('search')}</h2>
      <form
        class="search"
        role="search"
        onSubmit={event => {
          event.preventDefault();
          setSettled(sought.words.trim());
          // A phone's keyboard goes, so that the results are seen.
          if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        }}
      >
        <Icon name="search" />
        <input
          type="search"
          value={sought.words}
          aria-label={say('search')}
          dir="auto"
          placeholder={say('searchFor')}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          enterkeyhint="search"
          maxLength={200}
          onInput={event => seek({ ...sought, words: event.currentTarget.value })}
        />
      </form>
      {settled === '' ? <p class="hint">{say('searchHint')}</p> : <Results {...props} query={settled} />}
    </div>
  );
}
