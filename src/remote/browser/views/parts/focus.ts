import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Places for the focus, the first one in sight first: a key that was meant for what is gone does nothing in the first. */
const PLACES = ['.sections [aria-current]', '.big:not(:disabled)', 'h1 button'];

/** Moves the focus to a place that stays. */
export function focusSafely(): void {
  const buttons = PLACES.flatMap(place => [...document.querySelectorAll<HTMLElement>(place)]);
  buttons.find(button => button.getClientRects().length > 0)?.focus();
}

/** Returns a ref for an element that disappears when used or after a while; the focus inside it then moves on. */
export function useHandOver<Shown extends HTMLElement>(): RefObject<Shown | null> {
  const ref = useRef<Shown | null>(null);
  useLayoutEffect(
    () => () => {
      if (ref.current?.contains(document.activeElement) === true) focusSafely();
    },
    [],
  );
  return ref;
}
