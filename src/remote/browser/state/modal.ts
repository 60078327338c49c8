import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useWayBack } from './route.js';

export interface Modal {
  readonly ref: RefObject<HTMLDialogElement | null>;
  /** The dialog's `close` handler, for a dialog closed by a key. */
  readonly onClose: () => void;
  /** Closes the dialog and calls `then`; without it, the usual `close` callback. */
  readonly leave: (then?: () => void) => void;
}

/** Shows a modal dialog while its view is mounted; a key and the browser's Back both close it. */
export function useModal(close: () => void): Modal {
  const ref = useRef<HTMLDialogElement | null>(null);
  useEffect(() => ref.current?.showModal(), []);
  // Close the dialog before it is removed, so that focus returns to where it came from.
  const leave = (then = close): void => {
    ref.current?.close();
    then();
  };
  useWayBack(() => leave());
  // The browser reports this late; a dialog that was left is gone by then.
  const onClose = (): void => {
    if (ref.current !== null) close();
  };
  return { ref, onClose, leave };
}
