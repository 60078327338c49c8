import { SEARCH_KINDS } from '../../state/kinds.js';
import { usePages } from '../../state/pages.js';
import { usePastSearches } from '../../state/past-searches.js';
import type { Sought } from '../../state/route.js';
import { useSpeaker, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Chips } from '../parts/chips.js';
import { Icon } from '../parts/icons.js';
import { ItemRow } from './item-row.js';
import { PagedList, type ShelfProps } from './paged-list.js';
import { useHandOver } from '../parts/focus.js';

/**
 * The pause in typing after which a search is sent, in milliseconds: longer than between two letters of somebody who
 * types slowly, because each search is a request to the service, of which guests have only a share.
 */
const PAUSE_MS = 600;
/** Fewer characters than these are searched for only on Enter. */
const LEAST = 2;

export interface SearchProps extends ShelfProps {
  readonly sought: Sought;
  /** Updates the query as the person types. */
  readonly seek: (sought: Sought) => void;
  /** Opens a search for something that was found. */
  readonly find: (sought: Sought) => void;
}

/** Returns the query to send: while the person is typing, the text at the last pause. */
function useQuery({ sought, seek }: SearchProps): string {
  const { kind, isTyping = false } = sought;
  const words = sought.words.trim();
  const [settled, setSettled] = useState(words);
  useEffect(() => {
    if (!isTyping) {
      setSettled(words);
      return;
    }
    if (words !== '' && words.length < LEAST) return;
    const timer = setTimeout(() => seek({ words: sought.words, kind }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [sought]);
  return isTyping && words !== '' ? settled : words;
}

interface ResultsProps extends SearchProps {
  readonly query: string;
  /** Called when something that was found is pressed. */
  readonly onPress: () => void;
}

function Results({ online, shown, sought, seek, find, query, onPress }: ResultsProps): VNode {
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
  // An artist opens a search for the artist's name; if that is the query already, the artist's stations.
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
            onPress={onPress}
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

interface PastProps {
  readonly searches: readonly string[];
  readonly choose: (words: string) => void;
  readonly clear: () => void;
}

/** The last searches, while nothing is searched for. */
function Past({ searches, choose, clear }: PastProps): VNode {
  const { say } = useWords();
  const section = useHandOver<HTMLElement>();
  return (
    <section ref={section} class="strip" aria-label={say('pastSearches')}>
      <div class="strip-head">
        <h3>{say('pastSearches')}</h3>
        <button class="plain" type="button" onClick={clear}>
          {say('clearSearches')}
        </button>
      </div>
      <ul class="past">
        {searches.map(words => (
          <li key={words}>
            <button class="row" type="button" onClick={() => choose(words)}>
              <Icon name="before" />
              <span class="name" dir="auto">
                {words}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Searches for things to play as the person types. */
export function Search(props: SearchProps): VNode {
  const { say } = useWords();
  const { sought, seek } = props;
  const query = useQuery(props);
  const { searches, note, clear } = usePastSearches();
  const field = useRef<HTMLInputElement | null>(null);
  function choose(words: string): void {
    note(words);
    props.find({ words, kind: 0 });
  }
  // On a computer people type at once, and letters are keys of the player. A phone's keyboard would cover the page.
  useEffect(() => {
    if (props.shown && matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true });
  }, [props.shown]);
  return (
    <div class="screen">
      <h2 class="heading">{say('search')}</h2>
      <form
        class="search"
        role="search"
        onSubmit={event => {
          event.preventDefault();
          seek({ words: sought.words, kind: sought.kind });
          note(sought.words.trim());
          // Hide a phone's keyboard, so that the results are visible.
          if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        }}
      >
        <Icon name="search" />
        <input
          ref={field}
          type="search"
          value={sought.words}
          aria-label={say('search')}
          // An empty field has the page's direction, because its placeholder is in the page's language.
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
      {query !== '' && <Results {...props} query={query} onPress={() => note(query)} />}
      {query === '' && searches.length === 0 && <p class="hint">{say('searchHint')}</p>}
      {query === '' && searches.length > 0 && <Past searches={searches} choose={choose} clear={clear} />}
    </div>
  );
}
