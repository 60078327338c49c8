import { useState } from 'preact/hooks';
import { loadLate } from './load-late.js';
import { useSpeaker } from './speaker.js';

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
