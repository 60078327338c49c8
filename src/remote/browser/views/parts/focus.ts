import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Moves the focus to the play button in sight. */
export function focusPlay(): void {
  const buttons = document.querySelectorAll<HTMLElement>('.transport .big, .mini > .round');
  [...buttons].find(button => button.getClientRects().length > 0)?.focus();
}

/** Returns a ref for an element that goes when it is used, or by itself: the focus in it goes to the play button. */
export function useHandOver<Shown extends HTMLElement>(): RefObject<Shown | null> {
  const ref = useRef<Shown | null>(null);
  useLayoutEffect(
    () => () => {
      if (ref.current?.contains(document.activeElement) === true) focusPlay();
    },
    [],
  );
  return ref;
}
