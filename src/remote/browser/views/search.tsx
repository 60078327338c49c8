import { usePages } from '../state/pages.js';
import { useSpeaker } from '../state/speaker.js';
import { h, type VNode } from '../vendor/preact.js';
import { useEffect, useState } from '../vendor/preact-hooks.js';
import { SEARCH_KINDS, WORDS } from '../words.js';
import { Icon } from './icons.js';
import { ItemList } from './item-list.js';
import { KindChips } from './kind-chips.js';

const PAGE = 30;
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

function Results({ query, online }: { query: string; online: boolean }): VNode {
  const { client } = useSpeaker();
  const [chosen, choose] = useState(0);
  const { label, types } = SEARCH_KINDS[chosen] ?? SEARCH_KINDS[0];
  const pages = usePages(`${label} ${query}`, cursor =>
    client.call('library.search', { query, types, limit: PAGE, ...(cursor !== undefined && { cursor }) }),
  );
  return (
    <div>
      <KindChips labels={SEARCH_KINDS.map(kind => kind.label)} chosen={chosen} choose={choose} />
      <ItemList pages={pages} online={online} empty={WORDS.nothingFound} />
    </div>
  );
}

/** Finds things to play, as the listener types. */
export function Search({ online }: { online: boolean }): VNode {
  const [text, setText] = useState('');
  const [settled, setSettled] = useSettled(text.trim());
  return (
    <div class="pane">
      <form
        class="search"
        role="search"
        onSubmit={event => {
          event.preventDefault();
          setSettled(text.trim());
          // A phone's keyboard goes, so that the results are seen.
          if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        }}
      >
        <Icon name="search" />
        <input
          type="search"
          value={text}
          aria-label={WORDS.search}
          placeholder={WORDS.searchFor}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          enterkeyhint="search"
          maxLength={200}
          onInput={event => setText(event.currentTarget.value)}
        />
      </form>
      {settled === '' ? <p class="hint">{WORDS.searchHint}</p> : <Results query={settled} online={online} />}
    </div>
  );
}
