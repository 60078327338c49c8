// @ts-nocheck: frozen, while the types it was written for go on.
import { closeFirst, failClosing, reopenClosing, reportClosing, restoreClosing } from './closing.js';
import { endSource, yieldStream } from './ending.js';
import type { Event, ServiceFailure } from './event.js';
import { recover } from './fault.js';
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
import { sync } from './sync.js';
import type { Closing } from './turn.js';

type SourceSet = Extract<Event, { readonly type: 'service.sourceSet' }>;
type Answer = SourceSet | Extract<Event, { readonly type: 'service.advanced' | 'service.failed' }>;

/** The end of the item before is settled, or not yet; meanwhile the next one sounds. */
export function receiveClosed(state: State, event: Answer, now: number): Step {
  if (event.type === 'service.failed') return receiveFailure(state, event.failure, now);
  const { item } = event;
  if (item !== null && isHalt(item)) return halt(state, item, now);
  if (event.type === 'service.sourceSet') return receiveSource(state, event, now);
  return takeWaiting(compare({ ...state, closing: null }, item, now), now);
}

/** A stream that the service stopped says nothing of the end: the doubt stays for when it is claimed back. */
function halt(state: State, item: Item, now: number): Step {
  const { closing, wish } = state;
  const doubtful: State = { ...state, closing: closing && { ...closing, requestId: null, doubtful: true } };
  if (wish === 'playing') return yieldStream(doubtful, item, now);
  return state.playback.phase === 'advancing' ? rest(doubtful, now) : step(doubtful);
}

/** The service forgot the source, and with it the end: the source is set again at once, or when it is wanted. */
function receiveNoSource(
  state: State,
  closing: Closing,
  now: number,
  { isAwaited }: { readonly isAwaited: boolean },
): Step {
  const { pending, turn, wish } = state;
  // Nobody knows where the service will be: what is loaded may not go on without asking.
  const gone: State = { ...state, closing: null, turn: turn && { ...turn, urlSinceMs: null } };
  if (wish !== 'playing') return takeWaiting(rest(gone, now), now);
  // A listener is setting another one.
  if (pending?.command.type === 'play')
    return takeWaiting(isAwaited ? recover(gone, 'serviceError', now) : step(gone), now);
  const asked = restoreClosing(state, closing);
  return isAwaited ? then(asked, next => closeFirst(next, now)) : asked;
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

/** The forgotten source is set again: what sounds goes on only if the service is there, too. */
function receiveSource(state: State, { source, item }: SourceSet, now: number): Step {
  const named = reopenClosing({ ...state, source, sourceDoubtful: false }, item);
  if (named.closing === null)
    return takeWaiting(item === null ? sync({ ...named, turn: null }, now) : compare(named, item, now), now);
  const isAwaited = state.playback.phase === 'advancing';
  return takeWaiting(isAwaited ? closeFirst(named, now) : reportClosing(named), now);
}

function receiveFailure(state: State, failure: ServiceFailure, now: number): Step {
  const { closing, playback } = state;
  const isAwaited = playback.phase === 'advancing' && playback.requestId === closing?.requestId;
  if (failure.code === 'noSource' && closing !== null && closing.restore !== 'done')
    return receiveNoSource(state, closing, now, { isAwaited });
  if (failure.code === 'notSupported') {
    // The service no longer plays the source: there is no end left to settle.
    const gone: State = { ...state, closing: null };
    return takeWaiting(isAwaited ? outwait(gone, failure, now) : step(gone), now);
  }
  const failed = failClosing(state, failure);
  if (!isAwaited) return failed;
  // A refused skip was followed by the report of the end at once.
  if (failed.state.closing?.requestId != null) return then(failed, next => closeFirst(next, now));
  return then(failed, next => outwait(next, failure, now));
}
