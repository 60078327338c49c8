import { closeFirst, failClosing } from './closing.js';
import { endSource, yieldStream } from './ending.js';
import type { Event, ServiceFailure } from './event.js';
import { isHalt, isSameItem, type Item } from './item.js';
import { armLookAhead } from './look-ahead.js';
import { takeWaiting } from './pending.js';
import { reportFlow } from './progress.js';
import { outwait } from './recovery.js';
import { rest } from './rest.js';
import { positionOf } from './seek.js';
import { goOn, startTurn } from './session.js';
import type { State } from './state.js';
import { type Step, step, then } from './step.js';

type Answer = Extract<Event, { readonly type: 'service.advanced' | 'service.failed' }>;

/** The end of the item before is settled, or not yet; meanwhile the next one sounds. */
export function receiveClosed(state: State, event: Answer, now: number): Step {
  if (event.type === 'service.failed') return receiveFailure(state, event.failure, now);
  const { item } = event;
  if (item !== null && isHalt(item)) return halt(state, item, now);
  return takeWaiting(compare({ ...state, closing: null }, item, now), now);
}

/** A stream that the service stopped says nothing of the end: the doubt stays for when it is claimed back. */
function halt(state: State, item: Item, now: number): Step {
  const { closing, wish } = state;
  const doubtful: State = { ...state, closing: closing && { ...closing, requestId: null, doubtful: true } };
  if (wish === 'playing') return yieldStream(doubtful, item, now);
  return state.playback.phase === 'advancing' ? rest(doubtful, now) : step(doubtful);
}

/** What sounds was foretold: now the service has said what follows, and that decides. */
function compare(state: State, item: Item | null, now: number): Step {
  const { playback, turn } = state;
  if (item === null) return endSource(state, now);
  if (turn === null || !isSameItem(turn.item, item)) return startTurn(state, item, now, { fresh: false });
  const fresh = item.audioUrl !== null;
  const renewed = fresh ? { item, urlSinceMs: now } : { item: { ...item, audioUrl: turn.item.audioUrl } };
  const known: State = { ...state, turn: { ...turn, ...renewed } };
  if (playback.phase === 'advancing') return goOn({ ...known, recovery: null }, now, { fresh });
  const isFlowing = playback.phase === 'playing' && playback.flow !== 'handover';
  const reported = isFlowing ? reportFlow(known, 'Started', positionOf(known, now)) : step(known);
  return then(reported, next => armLookAhead(next, now));
}

function receiveFailure(state: State, failure: ServiceFailure, now: number): Step {
  const { closing, playback } = state;
  const isAwaited = playback.phase === 'advancing' && playback.requestId === closing?.requestId;
  if (failure.code === 'noSource' || failure.code === 'notSupported') {
    // The service no longer knows the source: there is no end left to settle.
    const gone: State = { ...state, closing: null };
    return takeWaiting(isAwaited ? outwait(gone, failure, now) : step(gone), now);
  }
  const failed = failClosing(state, failure);
  if (!isAwaited) return failed;
  // A refused skip was followed by the report of the end at once.
  if (failed.state.closing?.requestId != null) return then(failed, next => closeFirst(next, now));
  return then(failed, next => outwait(next, failure, now));
}
