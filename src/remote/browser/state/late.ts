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

/** Returns a part of the page, or null; what loads it for a waiting person, with a message on failure; what drops it. */
export function usePart<T>(
  load: () => Promise<T>,
): readonly [part: T | null, fetch: () => Promise<T | null>, drop: () => void] {
  const { attempt, words } = useSpeaker();
  const [part, setPart] = useState<T | null>(null);
  async function fetch(): Promise<T | null> {
    const loaded = await attempt(() => loadLate(words, load));
    setPart(() => loaded);
    return loaded;
  }
  return [part, fetch, () => setPart(null)];
}
