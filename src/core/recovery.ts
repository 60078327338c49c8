import { backoff, type Fault } from './backoff.js';
import type { ServiceFailure } from './event.js';
import { positionAt } from './position.js';
import { advance, giveUp, goOn, rest, sync } from './session.js';
import { endOf, type State, type Turn } from './state.js';
import { enter, type Step, step, then } from './step.js';

/** So much sound after a fault means that it is over. */
const HEALTHY_AFTER_MS = 3_000;
/** Fresh addresses that may fail before the fault is held to be the item's. */
const ITEM_TRIES = 3;

/** Waits a fault out: the item keeps its turn and its position, and no skip is spent. */
export function recover(state: State, fault: Fault, now: number, retryAfterMs: number | null = null): Step {
  if (state.wish !== 'playing') return rest(state, now);
  const positionMs = positionAt(state.anchor, now, endOf(state.turn));
  const attempt = state.recovery === null ? 0 : state.recovery.attempt + 1;
  // An address that failed is never tried again, whatever the listener does meanwhile.
  const turn = state.turn !== null && fault === 'address' ? { ...state.turn, urlSinceMs: null } : state.turn;
  const failed: State = { ...state, turn, recovery: { fault, attempt, positionMs, restored: false } };
  return then(enter(failed, { phase: 'recovering', fault }, now), recovering =>
    fault === 'player'
      ? step(recovering)
      : step(recovering, { type: 'timer.set', name: 'retry', ...backoff(fault, attempt, retryAfterMs) }),
  );
}

/** The next try: the report that is due, the same address where only the device was at fault, else a fresh one. */
export function retry(state: State, now: number): Step {
  const { playback, turn } = state;
  if (playback.phase !== 'recovering') return step(state);
  if (turn !== null && turn.end === 'due') return advance(state, turn, now);
  const isUrlInnocent = playback.fault === 'device' || playback.fault === 'player';
  return isUrlInnocent ? goOn(state, now, { fresh: false }) : sync(state, now);
}

/** The item itself seems at fault: three fresh addresses, then its end is reported and the next one plays. */
export function blameItem(state: State, turn: Turn, detail: string, now: number): Step {
  const faults = turn.faults + 1;
  if (faults < ITEM_TRIES) return recover({ ...state, turn: { ...turn, faults } }, 'address', now);
  const message = `“${turn.item.title}” could not be played: ${detail}`;
  return giveUp(state, turn, { code: 'itemUnplayable', message }, now);
}

/** A question of a phase (not of a command) failed. */
export function outwait(state: State, failure: ServiceFailure, now: number): Step {
  const fault = failure.code === 'offline' ? 'offline' : 'serviceError';
  return recover(state, fault, now, failure.retryAfterMs);
}

/** Forgets past faults once sound has come steadily. */
export function heal(state: State, positionMs: number): State {
  const { recovery, turn } = state;
  if (turn === null) return state;
  const from = recovery?.positionMs ?? 0;
  if (positionMs < from + HEALTHY_AFTER_MS) return state;
  if (recovery === null && state.unplayable === 0 && turn.faults === 0) return state;
  return { ...state, recovery: null, unplayable: 0, turn: { ...turn, faults: 0 } };
}
