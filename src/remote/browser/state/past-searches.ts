import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { useSpeaker, useTold } from './speaker.js';
import { createStoredText, type StoredText } from './stored-text.js';

const MOST = 10;

function openSearches(): StoredText {
  return createStoredText('tonearm.searches', () => localStorage);
}

/** Forgets the last searches once the speaker has ended this browser's token: whoever uses it next may be another. */
export function useFarewell(): void {
  const { admission, client } = useSpeaker();
  // Another speaker at the same address says nothing about the token.
  const isGone = admission.hasToken && client.phase === 'unauthorized' && client.error?.reason !== 'unproven';
  useLayoutEffect(() => {
    if (isGone) openSearches().forget();
  }, [isGone]);
}

export interface PastSearches {
  /** The words searched for in this browser, the latest first. */
  readonly searches: readonly string[];
  /** Puts the words first; in whatever case, they are listed once. */
  readonly note: (words: string) => void;
  readonly clear: () => void;
}

/**
 * Returns the last searches, kept in this browser only: they are this person's, not the household's. Those of another
 * token are forgotten, because a link brings one that may be another person's.
 */
export function usePastSearches(): PastSearches {
  const kept = useMemo(openSearches, []);
  // As `createKey` has it. While a guest's link is tried, the session is not that of the stored token.
  const keyId = useMemo(() => createStoredText('tonearm.token.id', () => localStorage), []);
  const [, setCount] = useState(0);
  // A token is replaced when a session opens.
  useTold(({ opened }) => opened);
  const owner = keyId.get() ?? '';
  const text = kept.get();
  const [of, ...lines] = (text ?? '').split('\n');
  const isOthers = text !== null && of !== owner;
  useLayoutEffect(() => {
    if (isOthers) kept.forget();
  }, [isOthers]);
  const searches = isOthers ? [] : lines;
  function keep(next: readonly string[]): void {
    if (next.length === 0) kept.forget();
    else kept.set([owner, ...next].join('\n'));
    setCount(count => count + 1);
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
