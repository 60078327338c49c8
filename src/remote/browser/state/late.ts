import { useEffect, useState } from 'preact/hooks';
import { loadLate } from './load-late.js';
import { useSpeaker } from './speaker.js';

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
