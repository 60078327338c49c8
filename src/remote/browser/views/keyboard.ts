import type { Section } from '../state/route.js';
import { WANTED_MS } from '../state/press.js';
import { useSpeaker } from '../state/speaker.js';
import { useEffect } from 'preact/hooks';

/** Keys for which the browser would scroll the page or search in it. */
const ELSEWHERE = [' ', '/'];

/** Handles keys; the handlers are loaded at the first key press, because phones have no keys. */
export function useKeys(show: (section: Section) => void): void {
  const speaker = useSpeaker();
  useEffect(() => {
    let keys: typeof import('./keys.js') | null = null;

    async function first(event: KeyboardEvent): Promise<void> {
      if (event.target === document.body && ELSEWHERE.includes(event.key)) event.preventDefault();
      const atMs = performance.now();
      keys = await import('./keys.js');
      if (performance.now() - atMs < WANTED_MS) keys.press(event, speaker, show);
    }

    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      if (keys !== null) keys.press(event, speaker, show);
      // If loading fails, the next key tries again.
      else first(event).catch(() => undefined);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [speaker, show]);
}
