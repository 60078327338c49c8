import { useEffect, useState } from 'preact/hooks';
import { useSpeaker } from './speaker.js';
import { loadStyle } from './style.js';

/**
 * Loads a part of the page when it is first needed, with the words and styles loaded later; null until it has arrived.
 */
export function useLate<T>(load: () => Promise<T>, needed = true): T | null {
  const { words } = useSpeaker();
  const [part, setPart] = useState<{ readonly is: T } | null>(null);
  useEffect(() => {
    if (!needed || part !== null) return;
    let isGone = false;
    Promise.all([load(), words.rest(), loadStyle('later.css')]).then(
      ([is]) => {
        if (!isGone) setPart({ is });
      },
      // Without a network the page works without this part.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [needed]);
  return part?.is ?? null;
}
