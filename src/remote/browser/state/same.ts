import { useRef, useState } from 'preact/hooks';

/** The same function at each rendering, which does what the newest would: views that are given it stay as they are. */
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
