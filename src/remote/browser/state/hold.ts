import { useRef, useState } from 'preact/hooks';

/** A press that lasts as long is a long one; style sheets show how far it is. */
const HOLD_MS = 600;

interface Pressed {
  readonly button: number;
}

interface Prevented {
  preventDefault(): void;
}

/** The handlers of an element that is pressed, and held. */
export interface Hold {
  readonly onPointerDown: (event: Pressed) => void;
  readonly onPointerUp: () => void;
  readonly onPointerLeave: () => void;
  readonly onPointerCancel: () => void;
  readonly onContextMenu: (event: Prevented) => void;
  readonly onClick: () => void;
}

/** Tells a press from a long one. `hold`: null for who has no use of it. */
export function useHold(press: () => void, hold: (() => void) | null): readonly [isHeld: boolean, Hold] {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const wasHeld = useRef(false);
  const [isHeld, setHeld] = useState(false);
  function release(): void {
    clearTimeout(timer.current);
    setHeld(false);
  }
  return [
    isHeld,
    {
      onPointerDown: ({ button }) => {
        wasHeld.current = false;
        if (hold === null || button !== 0) return;
        setHeld(true);
        timer.current = setTimeout(() => {
          wasHeld.current = true;
          setHeld(false);
          hold();
        }, HOLD_MS);
      },
      onPointerUp: release,
      onPointerLeave: release,
      onPointerCancel: release,
      // A phone's menu would end the press.
      onContextMenu: event => {
        if (hold !== null) event.preventDefault();
      },
      onClick: () => {
        if (wasHeld.current) wasHeld.current = false;
        else press();
      },
    },
  ];
}
