// @ts-nocheck: frozen, while the types it was written for go on.
import { backoff, type Fault } from './backoff.js';
import { positionAt } from './position.js';
import { rest } from './rest.js';
import type { State } from './state.js';
import { endOf } from './turn.js';
import { enter, type Step, step, then } from './step.js';

/** Waits a fault out: the item keeps its turn and its position, and no skip is spent. */
export function recover(state: State, fault: Fault, now: number, retryAfterMs: number | null = null): Step {
  // An address that failed is never tried again, whatever the listener does meanwhile.
  const turn = state.turn !== null && fault === 'address' ? { ...state.turn, urlSinceMs: null } : state.turn;
  if (state.wish !== 'playing') return rest({ ...state, turn }, now);
  const positionMs = positionAt(state.anchor, now, endOf(state.turn));
  const attempt = state.recovery === null ? 0 : state.recovery.attempt + 1;
  const { refused } = (fault === 'address' ? null : state.recovery) ?? {};
  const recovery = { fault, attempt, positionMs, restored: false, ...(refused && { refused }) };
  const failed: State = { ...state, turn, recovery };
  return then(enter(failed, { phase: 'recovering', fault }, now), recovering =>
    fault === 'player'
      ? step(recovering)
      : step(recovering, { type: 'timer.set', name: 'retry', ...backoff(fault, attempt, retryAfterMs) }),
  );
}
