// @ts-nocheck: frozen, while the types it was written for go on.
import { backoff } from './backoff.js';
import type { Effect, TimerName } from './effect.js';
import type { State } from './state.js';
import { type Step, step } from './step.js';

/** Ten thousand speakers get their network back in the same second: one try, after up to so long. */
const SPREAD_MS = 5_000;
/** Tries made on the old link say little about the new one: the wait after the next try is this one's, up to 4.5 s. */
const KEPT_ATTEMPTS = 5;

/** The device has a network address that it did not have: whoever waits for the service need not wait to the end. */
export function linkUp(state: State): Step {
  const { playback, recovery, closing } = state;
  const effects: Effect[] = [];
  let next = state;
  if (recovery !== null && (recovery.fault === 'offline' || recovery.fault === 'address')) {
    const isWaiting = playback.phase === 'recovering' && isLong(recovery.fault, recovery.attempt);
    if (isWaiting) effects.push(soon('retry'));
    next = { ...next, recovery: { ...recovery, attempt: Math.min(recovery.attempt, KEPT_ATTEMPTS - 1) } };
  }
  if (closing !== null) {
    if (closing.requestId === null && isLong('offline', closing.attempt - 1)) effects.push(soon('closing'));
    next = { ...next, closing: { ...closing, attempt: Math.min(closing.attempt, KEPT_ATTEMPTS) } };
  }
  return step(next, ...effects);
}

function isLong(fault: 'offline' | 'address', attempt: number): boolean {
  const { delayMs, spreadMs } = backoff(fault, Math.max(0, attempt), null);
  return delayMs + spreadMs > SPREAD_MS;
}

function soon(name: TimerName): Effect {
  return { type: 'timer.set', name, delayMs: 0, spreadMs: SPREAD_MS };
}
