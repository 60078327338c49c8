// @ts-nocheck: frozen, while the types it was written for go on.
import { armLookAhead } from './look-ahead.js';
import type { PlayerEvent } from './player-event.js';
import type { State } from './state.js';
import { type Step, step } from './step.js';
import type { Turn } from './turn.js';

/** An `eof` so near the end, or behind it, is the end. A dropped stream looks the same further away from it. */
export const END_TOLERANCE_MS = 2_000;

/** By the player's own length; the service's counts where the player has none. */
export function isAtEnd(turn: Turn, positionMs: number, lengthMs: number | null): boolean {
  const endMs = lengthMs ?? turn.lengthMs ?? turn.item.durationMs;
  return endMs === null || endMs - positionMs <= END_TOLERANCE_MS;
}

/** All of it is in the player, so that its end is known; or its data broke off, which is seen when the sound does. */
export function receiveFetched(
  state: State,
  { positionMs, lengthMs }: Extract<PlayerEvent, { readonly type: 'player.fetched' }>,
  now: number,
): Step {
  const { turn } = state;
  if (turn === null || !isAtEnd(turn, positionMs, lengthMs)) return step(state);
  // What is stated is more exact than what was fetched, unless that is much more.
  const isStated = lengthMs !== null && lengthMs >= positionMs - END_TOLERANCE_MS;
  const known = { ...turn, lengthMs: isStated ? lengthMs : positionMs, isOpen: false };
  return armLookAhead({ ...state, turn: known }, now);
}
