import { useEffect, useState } from 'preact/hooks';

/** Milliseconds for which a new view does not make what nobody sees, and nobody can ask for sooner. */
const SETTLED_MS = 1_000;

/**
 * Returns whether the caller has been shown for a while. What only screen readers need waits for that: the first number
 * format of a page takes Chromium a quarter of the time until a slow phone can use it.
 */
export function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLED_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
}
