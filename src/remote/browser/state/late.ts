import { useEffect, useState } from 'preact/hooks';
import { useSpeaker } from './speaker.js';
import { loadStyle } from './style.js';

/** A part of the page that is fetched when it is first needed, with the words and styles that come later; null until it is there. */
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
      // Without a network the page goes on without it.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [needed]);
  return part?.is ?? null;
}
