// @ts-nocheck: frozen, while the types it was written for go on.
import { advance } from './ending.js';
import type { ServiceFailure } from './event.js';
import { recover } from './fault.js';
import { withNotice } from './rest.js';
import { goOn } from './session.js';
import type { State } from './state.js';
import { type Step, step } from './step.js';
import { sync } from './sync.js';

/** So much sound after a fault means that it is over. */
const HEALTHY_AFTER_MS = 3_000;

/** The next try: the report that is due, the same address where only the device was at fault, else a fresh one. */
export function retry(state: State, now: number): Step {
  const { playback, turn } = state;
  if (playback.phase !== 'recovering') return step(state);
  if (turn !== null && turn.end === 'due') return advance(state, turn, now);
  const isUrlInnocent = playback.fault === 'device' || playback.fault === 'player';
  return isUrlInnocent ? goOn(state, now, { fresh: false }) : sync(state, now);
}

/** A question of a phase (not of a command) failed. */
export function outwait(state: State, failure: ServiceFailure, now: number): Step {
  const fault = failure.code === 'offline' ? 'offline' : 'serviceError';
  const told =
    failure.lasting === true && state.wish === 'playing'
      ? withNotice(state, { code: 'serviceError', message: failure.message })
      : state;
  return recover(told, fault, now, failure.retryAfterMs);
}

/** Forgets past faults once sound has come steadily. */
export function heal(state: State, positionMs: number): State {
  const { recovery, turn } = state;
  if (turn === null) return state;
  const from = recovery?.positionMs ?? 0;
  if (positionMs < from + HEALTHY_AFTER_MS) return state;
  if (recovery === null && state.unplayable === 0 && turn.faults === 0) return state;
  // What was waited out is over, and so is what was said of it.
  const notice = state.notice?.notice.code === 'serviceError' ? null : state.notice;
  return { ...state, recovery: null, unplayable: 0, notice, turn: { ...turn, faults: 0 } };
}
