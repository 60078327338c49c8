import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useWayBack } from './route.js';

export interface Modal {
  readonly ref: RefObject<HTMLDialogElement | null>;
  /** Of the dialog: it was closed by a key. */
  readonly onClose: () => void;
  /** Closes it, and does this; left out, what is done whenever it is closed. */
  readonly leave: (then?: () => void) => void;
}

/** A dialog over the page as long as its view stands; a key closes it, and so does the way back. */
export function useModal(close: () => void): Modal {
  const ref = useRef<HTMLDialogElement | null>(null);
  useEffect(() => ref.current?.showModal(), []);
  // Closed before it is taken away: that leads the keyboard back to where it came from.
  const leave = (then = close): void => {
    ref.current?.close();
    then();
  };
  useWayBack(() => leave());
  // Told late by the browser: of one that was left nothing is there by then.
  const onClose = (): void => {
    if (ref.current !== null) close();
  };
  return { ref, onClose, leave };
}
