import { moving, positionAt } from './position.js';
import { isHalt, type Item } from './item.js';
import {
  advance,
  finish,
  isUrlGood,
  overtaken,
  reportOfEnd,
  sync,
  withEndAnswered,
  yieldStream,
} from './session.js';
import { createTurn, endOf, type State } from './state.js';
import { enter, type Step, step, then } from './step.js';

/** The end is reported within the last second: whole seconds, so that rounding up is honest. */
const LOOK_AHEAD_MS = 1_000;
/** How long the next entry may take to start by itself before phones are told that it loads. */
const HANDOVER_MS = 250;

/** Arms the timer for the look-ahead; to be called whenever sound starts, jumps or resumes. */
export function armLookAhead(state: State, now: number): Step {
  const { turn, playback, upNext } = state;
  const endMs = endOf(turn);
  if (playback.phase !== 'playing' || turn === null || turn.end !== 'ahead' || upNext !== null)
    return step(state);
  if (endMs === null || turn.item.index === null) return step(state);
  const delayMs = Math.max(0, endMs - positionAt(state.anchor, now) - LOOK_AHEAD_MS);
  return step(state, { type: 'timer.set', name: 'lookAhead', delayMs, spreadMs: 0 });
}

/** Reports the end while the last second still sounds, so that the next item is in hand before it is over. */
export function lookAhead(state: State, now: number): Step {
  const { playback, turn, upNext, pending } = state;
  if (playback.phase !== 'playing' || playback.flow !== 'flowing' || turn === null) return step(state);
  if (turn.end !== 'ahead' || upNext !== null || pending !== null) return step(state);
  const endMs = endOf(turn);
  // The anchor was moved after the timer was set.
  if (endMs !== null && endMs - positionAt(state.anchor, now) > LOOK_AHEAD_MS + 50)
    return armLookAhead(state, now);
  const requestId = state.lastId + 1;
  const effect = reportOfEnd(state, turn, requestId, false);
  if (effect === null) return step(state);
  return step(
    {
      ...state,
      lastId: requestId,
      upNext: { status: 'asked', requestId },
      turn: { ...turn, doubtful: true },
    },
    effect,
  );
}

/** The answer to the look-ahead: the next item, or the knowledge that there is none. */
export function receiveUpNext(state: State, item: Item | null, now: number): Step {
  if (item !== null && isHalt(item)) return yieldStream(state, item, now);
  const reported = withEndAnswered(state, item);
  if (item === null) return step({ ...reported, upNext: { status: 'none' } });
  return append({ ...reported, upNext: { status: 'ready', item, urlSinceMs: now, loadId: null } }, now);
}

/** Puts the next item into the player behind the one that sounds, where that is possible. */
export function append(state: State, now: number): Step {
  const { upNext, playback } = state;
  if (upNext?.status !== 'ready' || upNext.loadId !== null || !state.player.alive) return step(state);
  if (playback.phase !== 'playing' && !(playback.phase === 'paused' && playback.started)) return step(state);
  const next = createTurn(upNext.item, upNext.urlSinceMs, 0);
  if (upNext.item.index === null || upNext.item.audioUrl === null || !isUrlGood(next, now))
    return step(state);
  const loadId = state.lastId + 1;
  return step(
    { ...state, lastId: loadId, upNext: { ...upNext, loadId } },
    {
      type: 'player.load',
      loadId,
      url: upNext.item.audioUrl,
      startMs: 0,
      gainDb: upNext.item.gainDb,
      mode: 'append',
      paused: false,
    },
  );
}

/** The item is over and its end is reported: the next one, however far it has got. */
export function takeUpNext(state: State, loadId: number, now: number): Step {
  const { upNext } = state;
  if (upNext?.status === 'none') return finish(state, 'sourceEnded', null, now);
  if (upNext?.status === 'ready' && upNext.loadId !== null) {
    // A pause came in between: the next item waits in its place.
    if (state.playback.phase === 'paused') return step(promote(state, now) ?? state);
    return step(
      {
        ...state,
        // Sound goes on: the anchor keeps moving.
        anchor: moving(state.anchor.positionMs, now),
        playback: { phase: 'playing', loadId, flow: 'handover' },
      },
      { type: 'timer.set', name: 'handover', delayMs: HANDOVER_MS, spreadMs: 0 },
    );
  }
  // The answer now decides the phase instead of the look-ahead.
  if (upNext?.status === 'asked' && state.turn !== null) return advance(state, state.turn, now);
  return sync({ ...state, upNext: null }, now);
}

/** The appended item becomes the one in turn; the player is already at it. */
export function promote(state: State, now: number): State | null {
  const { upNext } = state;
  if (upNext?.status !== 'ready' || upNext.loadId === null) return null;
  return {
    ...state,
    turn: createTurn(upNext.item, upNext.urlSinceMs, 0),
    anchor: { positionMs: 0, steadyMs: now, rate: 0 },
    upNext: null,
    pending: overtaken(state.pending),
    recovery: null,
    notice: null,
    playback:
      state.playback.phase === 'paused'
        ? { phase: 'paused', loadId: upNext.loadId, started: false, flow: 'flowing' }
        : { phase: 'playing', loadId: upNext.loadId, flow: 'handover' },
  };
}

/** The next entry takes longer than a gapless one would: it is loading. */
export function handoverLate(state: State, now: number): Step {
  const promoted =
    state.playback.phase === 'playing' && state.playback.flow === 'handover' ? promote(state, now) : null;
  if (promoted === null || promoted.playback.phase !== 'playing') return step(state);
  return then(enter(promoted, { phase: 'loading', loadId: promoted.playback.loadId }, now), loading =>
    step(loading, { type: 'timer.set', name: 'load', delayMs: 15_000, spreadMs: 0 }),
  );
}
