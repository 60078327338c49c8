import { useEffect, useState } from 'preact/hooks';
import { useSpeaker } from './speaker.js';
import { loadStyle } from './style.js';
import type { Words } from '../words/words.js';

const AGAIN_MS = 1_000;

/**
 * Loads a part of the page, with the words and styles loaded later. Tries twice, because a phone that moves to another
 * network loses its requests. Rejects if the part does not arrive.
 */
export function loadLate<T>({ rest }: Words, load: () => Promise<T>): Promise<T> {
  const fetch = (): Promise<T> =>
    Promise.all([load(), rest(), loadStyle('later.css')]).then(([part]) => part);
  return fetch().catch(() => new Promise(resolve => setTimeout(resolve, AGAIN_MS)).then(fetch));
}

/** Loads a part of the page when it is first needed; null until it has arrived. */
export function useLate<T>(load: () => Promise<T>, needed = true): T | null {
  const { words } = useSpeaker();
  const [part, setPart] = useState<T | null>(null);
  useEffect(() => {
    if (!needed || part !== null) return;
    let isGone = false;
    loadLate(words, load).then(
      loaded => {
        if (!isGone) setPart(() => loaded);
      },
      // Without a network the page works without this part.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [needed]);
  return part;
}
