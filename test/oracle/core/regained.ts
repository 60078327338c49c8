// @ts-nocheck: frozen, while the types it was written for go on.
import { backoff } from './backoff.js';
import { yieldStream } from './ending.js';
import type { Event, ServiceFailure } from './event.js';
import { isHalt, isSamePiece, type Item } from './item.js';
import { append, armLookAhead } from './look-ahead.js';
import { takeWaiting } from './pending.js';
import { reportFlow } from './progress.js';
import { outwait } from './recovery.js';
import { askRegained } from './regain.js';
import { positionOf } from './seek.js';
import { goOn, startTurn } from './session.js';
import type { State } from './state.js';
import { type Step, step, then } from './step.js';
import { isReported, type Turn } from './turn.js';

type Answer = Extract<Event, { readonly requestId: number }>;

/** The source of what sounds is set again, or not yet. */
export function receiveRegained(state: State, event: Answer, now: number): Step {
  if (event.type === 'service.failed') return takeWaiting(fail(state, event.failure, now), now);
  if (event.type !== 'service.sourceSet' && event.type !== 'service.itemReceived') return step(state);
  const named: State = event.type === 'service.sourceSet' ? { ...state, source: event.source } : state;
  if (event.item === null) return askAgain(named);
  const regained: State = { ...named, sourceDoubtful: false, regaining: null };
  const isAwaited = 'requestId' in state.playback && state.playback.requestId === event.requestId;
  return takeWaiting(take(regained, event.item, { isAwaited }, now), now);
}

/** Whoever waits for the answer waits for this one. */
function askAgain(state: State): Step {
  const { playback, regaining } = state;
  const wasAwaited = 'requestId' in playback && playback.requestId === regaining?.requestId;
  return then(askRegained(state), next => {
    const requestId = next.regaining?.requestId ?? 0;
    return step(wasAwaited ? { ...next, playback: { ...playback, requestId } } : next);
  });
}

/** What sounds goes on; the service is at the same piece, or at what follows it now. */
function take(state: State, item: Item, { isAwaited }: { readonly isAwaited: boolean }, now: number): Step {
  const { playback, turn } = state;
  const fresh = item.audioUrl !== null;
  if (isHalt(item)) return state.wish === 'playing' ? yieldStream(state, item, now) : step(state);
  const isInPlayer = 'loadId' in playback && playback.loadId !== null;
  if (turn === null || !isSamePiece(turn.item, item)) {
    if (turn === null || !isInPlayer) return startTurn(state, item, now, { fresh });
    // Nothing of it can be reported any more: it is over as far as the service goes, and plays to its end.
    const left: Turn = { ...turn, end: 'reported', doubtful: false };
    return append({ ...state, turn: left, upNext: { is: 'some', item, urlSinceMs: now, loadId: null } }, now);
  }
  const known: State = { ...state, turn: renewed(turn, item, { isInPlayer }, now) };
  if (isAwaited) return goOn({ ...known, recovery: null }, now, { fresh });
  const isFlowing = playback.phase === 'playing' && playback.flow === 'flowing';
  const told = isFlowing ? reportFlow(known, 'Started', positionOf(known, now)) : step(known);
  return then(told, next => armLookAhead(next, now));
}

/** The same piece, as this setting of the source has it: its end has not been reported there. */
function renewed(
  turn: Turn,
  item: Item,
  { isInPlayer }: { readonly isInPlayer: boolean },
  now: number,
): Turn {
  const isFresh = item.audioUrl !== null;
  return {
    ...turn,
    item: isFresh ? item : { ...item, audioUrl: turn.item.audioUrl },
    urlSinceMs: isFresh ? now : turn.urlSinceMs,
    end: !isReported(turn) ? turn.end : isInPlayer ? 'ahead' : 'due',
    doubtful: false,
    endTaken: false,
    reportId: null,
    peeks: 0,
  };
}

function fail(state: State, failure: ServiceFailure, now: number): Step {
  const { playback, regaining } = state;
  if (regaining === null) return step(state);
  // The service no longer plays the source: what sounds is the last of it.
  const isLost = failure.code === 'notSupported';
  const attempt = regaining.attempt + 1;
  const failed: State = { ...state, regaining: isLost ? null : { requestId: null, attempt } };
  const isAwaited = 'requestId' in playback && playback.requestId === regaining.requestId;
  const waited = isAwaited ? outwait(failed, failure, now) : step(failed);
  if (isLost) return waited;
  const fault = failure.code === 'offline' ? 'offline' : 'serviceError';
  const delay = backoff(fault, regaining.attempt, failure.retryAfterMs);
  return then(waited, next => step(next, { type: 'timer.set', name: 'regain', ...delay }));
}
