import { useRef, useState } from 'preact/hooks';

/** Returns one stable function that calls the newest version, so that views that receive it are not rendered again. */
export function useSame<Args extends readonly unknown[]>(
  newest: (...args: Args) => void,
): (...args: Args) => void {
  const latest = useRef(newest);
  latest.current = newest;
  return useState(
    () =>
      (...args: Args): void =>
        latest.current(...args),
  )[0];
}
