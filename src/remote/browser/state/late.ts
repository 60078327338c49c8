import { useEffect, useState } from 'preact/hooks';

/** A part of the page that is fetched when it is first needed; null until it is there. */
export function useLate<T>(load: () => Promise<T>, needed = true): T | null {
  const [part, setPart] = useState<{ readonly is: T } | null>(null);
  useEffect(() => {
    if (!needed || part !== null) return;
    let isGone = false;
    load().then(
      is => {
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
