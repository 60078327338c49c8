import { useMemo, useState } from 'preact/hooks';
import { createStoredText } from './stored-text.js';

const MOST = 10;

export interface PastSearches {
  /** The words searched for in this browser, the latest first. */
  readonly searches: readonly string[];
  /** Puts the words first; in whatever case, they are listed once. */
  readonly note: (words: string) => void;
  readonly clear: () => void;
}

/** Returns the last searches, kept in this browser only: they are this person's, not the household's. */
export function usePastSearches(): PastSearches {
  const kept = useMemo(() => createStoredText('tonearm.searches', () => localStorage), []);
  const [searches, setSearches] = useState(() => (kept.get() ?? '').split('\n').filter(Boolean));
  function keep(next: readonly string[]): void {
    if (next.length === 0) kept.forget();
    else kept.set(next.join('\n'));
    setSearches([...next]);
  }
  return {
    searches,
    note: words => {
      const others = searches.filter(each => each.toLowerCase() !== words.toLowerCase());
      if (words !== '') keep([words, ...others].slice(0, MOST));
    },
    clear: () => keep([]),
  };
}
