import type { Cause, Refusal } from './command.js';
import type { Event } from './event.js';
import { isSameItem } from './item.js';
import { refusalOf } from './permission.js';
import { resting } from './position.js';
import { REFUSALS, toRefusal } from './refusals.js';
import { outwait } from './recovery.js';
import {
  finish,
  goOn,
  reportOfEnd,
  rest,
  startTurn,
  sync,
  withDoubt,
  withEndAnswered,
  withNotice,
} from './session.js';
import type { Pending, State, Waiting } from './state.js';
import { type Step, step, then } from './step.js';

type Answer = Extract<Event, { readonly requestId: number }>;

/** More commands than a listener can mean. */
const WAITING_LIMIT = 20;

/** Asks the service on a listener's behalf; one such question is under way at a time, in the order they came. */
export function ask(state: State, waiting: Waiting, now: number): Step {
  if (state.pending === null) return begin(state, waiting, now);
  if (state.waiting.length >= WAITING_LIMIT) return reject(state, waiting.ref, REFUSALS.tooMany);
  return step({ ...state, waiting: [...state.waiting, waiting] });
}

/** What was asked for behind another command is judged anew: the item may be another by now. */
function begin(state: State, waiting: Waiting, now: number): Step {
  const { ref, command } = waiting;
  const refusal = refusalOf(state, command);
  if (refusal !== null) return next(reject(state, ref, refusal), now);
  const requestId = state.lastId + 1;
  const pending: Pending = { ...waiting, requestId, overtaken: false };
  const asked: State = { ...state, pending, lastId: requestId };
  if (command.type === 'next') return beginSkip(asked, pending, now);
  const sourceId = command.sourceId ?? state.source?.id ?? '';
  return step(asked, { type: 'service.setSource', requestId, sourceId, forCommand: true });
}

/** A skip is an end reported early (service rules, "skip", core). */
function beginSkip(state: State, pending: Pending, now: number): Step {
  const { turn, upNext } = state;
  if (turn === null) return next(reject({ ...state, pending: null }, pending.ref, REFUSALS.noSource), now);
  if (turn.end === 'reported') {
    // The look-ahead already told the service: take what it answered.
    const item = upNext?.status === 'ready' ? upNext.item : null;
    return succeed(state, pending, now, ready =>
      item === null ? finish(ready, 'sourceEnded', null, now) : startTurn(ready, item, now, { fresh: false }),
    );
  }
  if (upNext?.status === 'asked') {
    const taken: State = { ...state, upNext: null, pending: { ...pending, requestId: upNext.requestId } };
    return step(taken);
  }
  if (state.playback.phase === 'advancing') {
    // The item is over already: what the listener wants is under way.
    return succeed(state, pending, now, step);
  }
  const effect = reportOfEnd(state, turn, pending.requestId, true);
  if (effect === null) return next(reject({ ...state, pending: null }, pending.ref, REFUSALS.noSource), now);
  return step({ ...state, turn: { ...turn, doubtful: true } }, effect);
}

/** The answer to a listener's command: done, or refused with what sounds left as it is. */
export function settleCommand(state: State, pending: Pending, event: Answer, now: number): Step {
  if (event.type === 'service.failed') return fail(state, pending, event, now);
  if (event.type === 'service.sourceSet') {
    return succeed(state, pending, now, settled => takeSource(settled, pending, event, now));
  }
  if (event.type !== 'service.advanced') return step(state);
  const { item } = event;
  const { turn } = state;
  // What follows the skipped item has come another way already.
  const hasCome = item !== null && turn !== null && isSameItem(turn.item, item);
  if (hasCome) return succeed(state, pending, now, settled => continueTurn(settled, now));
  const reported = withEndAnswered(state, item);
  return succeed(reported, pending, now, settled =>
    item === null
      ? finish(settled, 'sourceEnded', null, now)
      : startTurn(settled, item, now, { fresh: false }),
  );
}

function takeSource(
  state: State,
  pending: Pending,
  event: Extract<Event, { type: 'service.sourceSet' }>,
  now: number,
): Step {
  const wish = pending.silenced ? state.wish : 'playing';
  const { item } = event;
  const chosen: State = { ...state, source: event.source, wish, recovery: null, unplayable: 0 };
  const isOver = state.playback.phase === 'idle' && state.playback.why === 'sourceEnded';
  const isContinued =
    state.turn !== null &&
    item !== null &&
    !isOver &&
    state.turn.end !== 'reported' &&
    state.source?.id === event.source.id &&
    isSameItem(state.turn.item, item);
  if (pending.overtaken && state.source?.id === event.source.id) {
    return wish === 'playing' ? sync(chosen, now) : rest(chosen, now);
  }
  if (isContinued) {
    const fresh = item.audioUrl === null ? {} : { item, urlSinceMs: now };
    return continueTurn({ ...chosen, turn: { ...state.turn, ...fresh, reportId: null } }, now);
  }
  if (item === null) {
    // Only `current` can tell whether the item in turn is still the one.
    const isSame = state.source?.id === event.source.id && !isOver;
    const kept: State = isSame ? chosen : { ...chosen, turn: null, anchor: resting(0, now), upNext: null };
    return wish === 'playing' ? sync(kept, now) : rest(kept, now);
  }
  return startTurn(chosen, item, now, { fresh: false });
}

/** The source was set anew at the very item in turn: what sounds goes on, and nothing is played again. */
function continueTurn(state: State, now: number): Step {
  const { phase } = state.playback;
  if (phase === 'playing' || phase === 'loading') return step(state);
  return goOn(state, now, { fresh: false });
}

function fail(
  state: State,
  pending: Pending,
  event: Extract<Event, { type: 'service.failed' }>,
  now: number,
): Step {
  const { failure } = event;
  const { playback } = state;
  const sure = pending.command.type === 'next' ? withDoubt(state, failure) : state;
  const told =
    failure.code === 'skipLimitReached'
      ? withNotice(sure, { code: failure.code, message: failure.serviceMessage ?? 'No more skips for now.' })
      : sure;
  const rejected = then(step(told), settled =>
    reject({ ...settled, pending: null }, pending.ref, toRefusal(failure)),
  );
  // The item ended while its skip was under way: its end is still to be reported.
  const isOver = playback.phase === 'advancing' && playback.requestId === pending.requestId;
  const waited = isOver ? then(rejected, settled => outwait(settled, failure, now)) : rejected;
  return caused(next(waited, now), pending.cause);
}

function succeed(state: State, pending: Pending, now: number, go: (state: State) => Step): Step {
  const gone = go({ ...state, pending: null });
  const resolved = then(gone, settled => step(settled, { type: 'command.resolve', ref: pending.ref }));
  return caused(next(resolved, now), pending.cause);
}

/** Takes up the next command that waits. */
function next(settled: Step, now: number): Step {
  const [first, ...others] = settled.state.waiting;
  if (first === undefined || settled.state.pending !== null) return settled;
  return then(settled, state => begin({ ...state, waiting: others }, first, now));
}

/** A command whose caller was told `offline` never takes effect later. */
export function expire(state: State, ref: number, now: number): Step {
  const { pending } = state;
  if (pending?.ref !== ref) {
    const waiting = state.waiting.filter(one => one.ref !== ref);
    return waiting.length === state.waiting.length ? step(state) : step({ ...state, waiting });
  }
  const { playback } = state;
  const isOver = playback.phase === 'advancing' && playback.requestId === pending.requestId;
  // An item that ended meanwhile waits for this very answer.
  const abort = isOver ? [] : [{ type: 'service.abort', requestId: pending.requestId } as const];
  return next(step({ ...state, pending: null }, ...abort), now);
}

/** What the listener asked for last is silence: a play under way must not break it. */
export function silence(state: State): State {
  if (state.pending === null) return state;
  const waiting = state.waiting.map(one => ({ ...one, silenced: true }));
  return { ...state, pending: { ...state.pending, silenced: true }, waiting };
}

export function resolve(state: State, ref: number, cause: Cause): Step {
  return { ...step(state, { type: 'command.resolve', ref }), cause };
}

export function reject(state: State, ref: number, refusal: Refusal): Step {
  return step(state, { type: 'command.reject', ref, refusal });
}

function caused(settled: Step, cause: Cause): Step {
  return { ...settled, cause };
}
