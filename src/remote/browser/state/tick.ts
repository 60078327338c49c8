import { useEffect, useRef } from 'preact/hooks';

/** Calls `look` each time the interval has passed while the page is in sight. */
export function useTick(ms: number, look: () => void): void {
  const latest = useRef(look);
  latest.current = look;
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) latest.current();
    }, ms);
    return () => clearInterval(timer);
  }, [ms]);
}
