// @ts-nocheck: frozen, while the types it was written for go on.
import { openClosing } from './closing.js';
import { advance, endSource, endUnderWay, isStray, withEndAnswered, yieldStream } from './ending.js';
import { isHalt, isSameItem, type Item } from './item.js';
import { moving, positionAt, resting } from './position.js';
import { askPreview, previewDelay } from './preview.js';
import { reportOfEnd } from './progress.js';
import { aheadOf, isUrlGood, overtaken, SET_LOAD_TIMEOUT, startTurn } from './session.js';
import type { State } from './state.js';
import { enter, type Step, step, then } from './step.js';
import { sync } from './sync.js';
import {
  askedWith,
  createTurn,
  endOf,
  inDoubt,
  isReported,
  NOT_TOLD,
  type Preview,
  type UpNext,
} from './turn.js';

/** The end is reported within the last second: whole seconds, so that rounding up is honest. */
const LOOK_AHEAD_MS = 1_000;
/** How long the next entry may take to start by itself before phones are told that it loads. */
const HANDOVER_MS = 250;
/** Timers are early by as much at times. */
const EARLY_MS = 50;

/** How long until the end may be reported; null: not at all now. What still comes in may sound beyond any length. */
function reportDelay(state: State, now: number): number | null {
  const endMs = endOf(state.turn);
  if (endMs === null || state.turn?.isOpen === true) return null;
  if (state.closing !== null || state.regaining !== null) return null;
  return Math.max(0, endMs - positionAt(state.anchor, now) - LOOK_AHEAD_MS);
}

/** Arms the timer for the next look-ahead; to be called whenever sound starts, jumps or resumes. */
export function armLookAhead(state: State, now: number): Step {
  const { turn, playback, upNext } = state;
  if (playback.phase !== 'playing' || turn === null || turn.end !== 'ahead' || askedWith(upNext) !== null)
    return step(state);
  if (turn.item.index === null) return step(state);
  const delays = [reportDelay(state, now), previewDelay(state, now)].filter(delay => delay !== null);
  if (delays.length === 0) return step(state);
  return step(state, { type: 'timer.set', name: 'lookAhead', delayMs: Math.min(...delays), spreadMs: 0 });
}

/**
 * Asks in good time what will come next, and reports the end while the last second still sounds, so that the next
 * item is in hand before it is over.
 */
export function lookAhead(state: State, now: number): Step {
  const { playback, turn, upNext, pending } = state;
  if (playback.phase !== 'playing' || playback.flow !== 'flowing' || turn === null) return step(state);
  if (turn.end !== 'ahead' || askedWith(upNext) !== null || pending !== null) return step(state);
  const reportMs = reportDelay(state, now);
  if (reportMs !== null && reportMs <= EARLY_MS) return reportAhead(state);
  const previewMs = previewDelay(state, now);
  const asked = previewMs !== null && previewMs <= EARLY_MS ? askPreview(state) : step(state);
  return then(asked, next => armLookAhead(next, now));
}

function reportAhead(state: State): Step {
  const { turn } = state;
  const requestId = state.lastId + 1;
  const effect = turn === null ? null : reportOfEnd(state, turn, { requestId });
  if (turn === null || effect === null) return step(state);
  return step(
    {
      ...state,
      lastId: requestId,
      upNext: { is: 'unknown', requestId },
      turn: inDoubt(turn),
    },
    effect,
  );
}

/** The answer to the report of the end: the next item, or the knowledge that there is none. It decides. */
export function receiveUpNext(state: State, item: Item | null, now: number): Step {
  if (item !== null && isHalt(item)) return yieldStream(state, item, now);
  const reported: State = { ...withEndAnswered(state, item), preview: null };
  const foretold = state.preview;
  const isAppended = foretold !== null && foretold.loadId !== null;
  const stale = isAppended ? [{ type: 'player.dropAppended' } as const] : [];
  if (item === null || isStray(state, item)) return step({ ...reported, upNext: { is: 'none' } }, ...stale);
  if (foretold !== null && isSameItem(foretold.item, item)) {
    return append({ ...reported, upNext: confirmed(foretold, item, now) }, now);
  }
  // What was foretold is about to begin: it must not.
  const isHandover = state.playback.phase === 'playing' && state.playback.flow === 'handover';
  if (isHandover) return startTurn({ ...reported, upNext: NOT_TOLD }, item, now, { fresh: false });
  const appended = append({ ...reported, upNext: { is: 'some', item, urlSinceMs: now, loadId: null } }, now);
  return appended.effects.length > 0 ? appended : then(appended, next => step(next, ...stale));
}

/** The item as answered, with what the player has of it already. */
function confirmed(foretold: Preview, item: Item, now: number): UpNext {
  const renewed = item.audioUrl === null ? {} : { urlSinceMs: now };
  const audioUrl = item.audioUrl ?? foretold.item.audioUrl;
  return { is: 'some', ...foretold, ...renewed, item: { ...item, audioUrl } };
}

/** Puts the next item into the player behind the one that sounds, where that is possible. */
export function append(state: State, now: number): Step {
  const { upNext, preview, playback } = state;
  if (upNext.is === 'none' || !state.player.alive) return step(state);
  const next = upNext.is === 'some' ? upNext : preview;
  if (next === null || next.loadId !== null) return step(state);
  if (playback.phase !== 'playing' && !(playback.phase === 'paused' && playback.started)) return step(state);
  const { audioUrl, index, gainDb } = next.item;
  if (index === null || audioUrl === null || !isUrlGood(createTurn(next.item, next.urlSinceMs, 0), now))
    return step(state);
  const loadId = state.lastId + 1;
  const held: Partial<State> =
    upNext.is === 'some' ? { upNext: { ...upNext, loadId } } : { preview: { ...next, loadId } };
  return step(
    { ...state, lastId: loadId, ...held },
    { type: 'player.load', loadId, url: audioUrl, startMs: 0, gainDb, mode: 'append', paused: false },
  );
}

/** The item is over: the next one, however far it has got. */
export function takeUpNext(state: State, loadId: number, now: number): Step {
  const { upNext, turn } = state;
  if (upNext.is === 'none') return endSource(state, now);
  if (aheadOf(state) !== null) {
    // A pause came in between: the next item waits in its place.
    if (state.playback.phase === 'paused') return promote(state, now) ?? step(state);
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
  if (turn !== null && !isReported(turn)) return advance(state, turn, now);
  return sync(awaitAddress(state), now);
}

/** The item is over, and of the one that follows no address is at hand that can be trusted. */
function awaitAddress(state: State): State {
  const { turn, upNext } = state;
  const over: State = { ...state, turn: turn && { ...turn, end: 'over' } };
  return upNext.is === 'some'
    ? { ...over, upNext: { ...upNext, item: { ...upNext.item, audioUrl: null } } }
    : over;
}

/** The appended item becomes the one in turn; the player is already at it. Null: nothing is appended. */
export function promote(state: State, now: number): Step | null {
  const { upNext, turn, playback } = state;
  const next = aheadOf(state);
  if (next === null) return null;
  const { loadId } = next;
  const promoted: State = {
    ...state,
    turn: createTurn(next.item, next.urlSinceMs, 0),
    anchor: resting(0, now),
    upNext: NOT_TOLD,
    preview: null,
    pending: overtaken(state.pending),
    recovery: null,
    notice: null,
    playback:
      playback.phase === 'paused'
        ? { ...playback, loadId, started: false, flow: 'flowing' }
        : { phase: 'playing', loadId, flow: 'handover' },
  };
  // Only foretold: the service must still hear, or say, that the one before is over.
  const isOpen = upNext.is !== 'some' && turn !== null && !isReported(turn);
  return isOpen ? openClosing(promoted, turn, endUnderWay(state)) : step(promoted);
}

/** In a handover the item in turn is over: whoever acts now means the next one. */
export function promoteInHandover(state: State, now: number): Step {
  const { playback } = state;
  if (playback.phase !== 'playing' || playback.flow !== 'handover') return step(state);
  return promote(state, now) ?? step(state);
}

/** The next entry takes longer than a gapless one would: it is loading. */
export function handoverLate(state: State, now: number): Step {
  if (state.playback.phase !== 'playing' || state.playback.flow !== 'handover') return step(state);
  const promoted = promote(state, now);
  if (promoted === null) return step(state);
  return then(promoted, next =>
    next.playback.phase !== 'playing'
      ? step(next)
      : then(enter(next, { phase: 'loading', loadId: next.playback.loadId }, now), loading =>
          step(loading, SET_LOAD_TIMEOUT),
        ),
  );
}
