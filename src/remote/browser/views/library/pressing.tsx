import { Choosing, type Playable } from '../../state/choosing.js';
import { type Hold, useHold } from '../../state/hold.js';
import { useSpeaker } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { later } from '../parts/later.js';

/** Loaded on demand, because few presses are long. */
const StoreSheet = later(() => import('./store-sheet.js').then(({ StoreSheet }) => StoreSheet));

interface KeyPress {
  readonly key: string;
  readonly shiftKey: boolean;
  preventDefault(): void;
}

interface Pressing extends Hold {
  readonly 'aria-keyshortcuts': string | undefined;
  readonly onKeyDown: (event: KeyPress) => void;
}

/**
 * Returns the handlers of a button that plays something, and the dialog that a long press of an owner, the menu key or
 * Shift and Enter open: it stores what the button plays, or where that came from, under a number. Where something is
 * being chosen, a press chooses it.
 */
export function usePressing(
  press: () => void,
  plays: readonly Playable[],
): readonly [Pressing, VNode | null] {
  const { client } = useSpeaker();
  const choose = useContext(Choosing);
  const [isStoring, setStoring] = useState(false);
  const [first] = plays;
  const mayStore = choose === null && first !== undefined && client.opened?.role === 'owner';
  const store = (): void => setStoring(true);
  const [isHeld, hold] = useHold(
    choose === null || first === undefined ? press : () => choose(first),
    mayStore ? store : null,
  );
  return [
    {
      ...hold,
      'aria-keyshortcuts': mayStore ? 'Shift+Enter' : undefined,
      // A phone tells of its menu before the press is a long one.
      onContextMenu: event => {
        hold.onContextMenu(event);
        if (mayStore && !isHeld) store();
      },
      onKeyDown: event => {
        if (!mayStore || event.key !== 'Enter' || !event.shiftKey) return;
        event.preventDefault();
        store();
      },
    },
    isStoring && first !== undefined ? (
      <StoreSheet plays={[first, ...plays.slice(1)]} close={() => setStoring(false)} />
    ) : null,
  ];
}
