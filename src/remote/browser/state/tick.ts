import { useEffect, useRef } from 'preact/hooks';

/** Calls `look` each time the interval has passed while the page is in sight, and `isRunning`. */
export function useTick(ms: number, look: () => void, isRunning = true): void {
  const latest = useRef(look);
  latest.current = look;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => {
      if (!document.hidden) latest.current();
    }, ms);
    return () => clearInterval(timer);
  }, [ms, isRunning]);
}
