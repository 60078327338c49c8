// @ts-nocheck: frozen, while the types it was written for go on.
import { positionAt, resting } from './position.js';
import { reportNow } from './progress.js';
import { retry } from './recovery.js';
import { rest } from './rest.js';
import { since } from './session.js';
import type { State } from './state.js';
import { endOf } from './turn.js';
import { enter, SET_STALL, type Step, step, then } from './step.js';

export function seekTo(state: State, positionMs: number, now: number): Step {
  const { playback, turn } = state;
  // The item to jump in is over; in a handover the player is at the next one.
  if (turn === null || turn.end === 'over') return step(state);
  if (playback.phase === 'playing' && playback.flow === 'handover') return step(state);
  const jumped: State = {
    ...state,
    anchor: resting(positionMs, now),
    turn: { ...turn, heardToMs: positionMs, cutAtMs: null },
    recovery: since(state.recovery, positionMs),
  };
  if (playback.phase === 'loading') return retryFrom(jumped, now);
  if (playback.phase === 'paused' && !playback.started) return rest(jumped, now);
  if (playback.phase !== 'playing' && playback.phase !== 'paused') return step(jumped);
  const sought: State = { ...jumped, playback: { ...playback, flow: 'seeking' } };
  const guarded = playback.phase === 'playing' ? [SET_STALL] : [];
  return step(
    sought,
    { type: 'player.seek', positionMs },
    { type: 'timer.cancel', name: 'lookAhead' },
    ...guarded,
  );
}

/** A seek while the item is still being opened opens it anew at the other place. */
function retryFrom(state: State, now: number): Step {
  return then(enter(state, { phase: 'recovering', fault: 'player' }, now), next => retry(next, now));
}

export function positionOf(state: State, now: number): number {
  return positionAt(state.anchor, now, endOf(state.turn));
}

/** Plays the item from its start and says so (service rules, "replay", core). */
export function replayHere(state: State, now: number): Step {
  const sought = seekTo(state, 0, now);
  // Until the service has said so, nobody knows whether it is still at this item.
  return state.playback.phase === 'syncing' ? sought : then(sought, next => reportNow(next, 0));
}
