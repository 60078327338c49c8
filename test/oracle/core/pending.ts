// @ts-nocheck: frozen, while the types it was written for go on.
import { failClosing, reportClosing } from './closing.js';
import type { Cause, Refusal } from './command.js';
import type { Effect } from './effect.js';
import { endSource, withDoubt } from './ending.js';
import type { Event } from './event.js';
import { isHalt, type Item, type Source } from './item.js';
import { armLookAhead, promoteInHandover } from './look-ahead.js';
import { refusalOf } from './permission.js';
import { resting } from './position.js';
import { elapsedS, reportOfEnd } from './progress.js';
import { outwait } from './recovery.js';
import { askRegain, isRegaining, isUnderWay, regain } from './regain.js';
import { REFUSALS, toRefusal } from './refusals.js';
import { withNotice } from './rest.js';
import { positionOf } from './seek.js';
import { finishSilent, startTurn } from './session.js';
import { takeAnswer } from './settled.js';
import type { Pending, ServiceCommand, State, Waiting } from './state.js';
import { abort, type Step, step, then } from './step.js';
import { sync } from './sync.js';
import { askedWith, createTurn, inDoubt, isReported, NOT_TOLD } from './turn.js';

type Answer = Extract<Event, { readonly requestId: number }>;

/** More commands than a listener can mean. */
const WAITING_LIMIT = 20;

/** Asks the service on a listener's behalf; one such question is under way at a time, in the order they came. */
export function ask(state: State, waiting: Waiting, now: number): Step {
  const { length } = state.waiting;
  if (length >= WAITING_LIMIT) return reject(state, waiting.ref, REFUSALS.tooMany);
  const queued: State = { ...state, waiting: [...state.waiting, waiting] };
  const kicked = isHeldBack(state, waiting.command) ? then(reportClosing(queued), askRegain) : step(queued);
  return length === 0 ? takeWaiting(kicked, now) : kicked;
}

/**
 * The service is still at the item before: only another source can be asked for before that is settled, and that not
 * while one is being set.
 */
function isHeldBack(state: State, command: ServiceCommand): boolean {
  const { closing, regaining } = state;
  if (regaining !== null) return command.type !== 'play' || isRegaining(state);
  return closing !== null && (command.type !== 'play' || closing.restore === 'asked');
}

/** Takes up the next command that waits. */
export function takeWaiting(settled: Step, now: number): Step {
  const [first, ...others] = settled.state.waiting;
  if (settled.state.pending !== null) return settled;
  // A look-ahead that was held back by a command comes now.
  if (first === undefined) return then(settled, state => armLookAhead(state, now));
  if (isHeldBack(settled.state, first.command)) return settled;
  return then(settled, state => begin({ ...state, waiting: others }, first, now));
}

/** What was asked for behind another command is judged anew: the item may be another by now. */
function begin(state: State, waiting: Waiting, now: number): Step {
  const { ref, command } = waiting;
  const refusal = refusalOf(state, command);
  if (refusal !== null) return takeWaiting(reject(state, ref, refusal), now);
  const requestId = state.lastId + 1;
  const itemIndex = state.turn?.item.index ?? null;
  const pending: Pending = { ...waiting, requestId, overtaken: false, itemIndex };
  const asked: State = { ...state, pending, lastId: requestId };
  if (command.type === 'next') return beginSkip(asked, pending, now);
  const question = toQuestion(asked, command, requestId, now);
  if (question === null) return takeWaiting(reject(state, ref, REFUSALS.noSource), now);
  const isLeaving = command.type === 'previous' && asked.turn !== null;
  return step(isLeaving ? { ...asked, turn: inDoubt(asked.turn) } : asked, question);
}

/** What the service is asked for a command; null where there is nothing to ask it about. */
function toQuestion(
  state: State,
  command: Exclude<ServiceCommand, { readonly type: 'next' }>,
  requestId: number,
  now: number,
): Effect | null {
  const { source, turn } = state;
  if (command.type === 'play') {
    const formerId = source?.id ?? null;
    const sourceId = command.sourceId ?? formerId ?? '';
    const formerItem = turn === null ? null : { index: turn.item.index, trackToken: turn.item.trackToken };
    return { type: 'service.setSource', requestId, sourceId, formerId, formerItem, forCommand: true };
  }
  if (source === null || turn === null || turn.item.index === null) return null;
  const { index, trackToken, trackId } = turn.item;
  const at = { requestId, index, sourceId: source.id, elapsedS: elapsedS(turn, positionOf(state, now)) };
  if (command.type === 'previous') return { type: 'service.previous', ...at };
  if (command.type === 'replay') {
    return trackToken === null ? null : { type: 'service.replay', ...at, trackToken };
  }
  if (trackId === null) return null;
  const { value } = command;
  const rated = { targetId: trackId, sourceContextId: source.id, trackToken, value, elapsedS: at.elapsedS };
  return { type: 'service.setFeedback', requestId, ...rated };
}

/** A skip is an end reported early (service rules, "skip", core). */
function beginSkip(state: State, pending: Pending, now: number): Step {
  const { turn, upNext } = state;
  const { ref, requestId } = pending;
  // The service has heard of the end already: what it answered is taken.
  if (turn !== null && isReported(turn)) return succeed(state, pending, now, ready => takeTold(ready, now));
  const asked = askedWith(upNext);
  if (asked !== null) return step({ ...state, upNext: NOT_TOLD, pending: { ...pending, requestId: asked } });
  // The item is over already: what the listener wants is under way.
  if (state.playback.phase === 'advancing') return succeed(state, pending, now, step);
  const effect =
    turn === null ? null : reportOfEnd(state, turn, { requestId, skippedAtMs: positionOf(state, now) });
  if (turn === null || effect === null)
    return takeWaiting(reject({ ...state, pending: null }, ref, REFUSALS.noSource), now);
  return step({ ...state, turn: inDoubt(turn) }, effect);
}

/** Goes on to what follows a reported item. */
function takeTold(state: State, now: number): Step {
  const { playback, upNext } = state;
  switch (upNext.is) {
    case 'some':
      return startTurn(state, upNext.item, now, { fresh: false });
    case 'none':
      return endSource(state, now);
    case 'unknown':
      // The service is being asked, or will be: what the listener wants comes with its answer.
      return playback.phase === 'syncing' || playback.phase === 'recovering' ? step(state) : sync(state, now);
  }
}

/** The answer to a listener's command: done, or refused with what sounds left as it is. */
export function settleCommand(state: State, pending: Pending, event: Answer, now: number): Step {
  switch (event.type) {
    case 'service.failed':
      return fail(state, pending, event, now);
    case 'service.sourceSet':
      if (event.item?.kind === 'episode' && event.item.audioUrl === null && !isHalt(event.item))
        return refuseSilent(state, pending, { ...event, item: event.item }, now);
      return succeed(state, pending, now, settled => takeAnswer(settled, pending, event, now));
    case 'service.advanced':
    case 'service.replayed':
    case 'service.feedbackSet':
      return succeed(state, pending, now, settled => takeAnswer(settled, pending, event, now));
    case 'service.itemReceived':
    case 'service.progressReported':
    case 'service.peeked':
      return step(state);
  }
}

function isLeaving({ command }: Pending): boolean {
  return command.type === 'next' || command.type === 'previous';
}

function fail(
  state: State,
  pending: Pending,
  event: Extract<Event, { type: 'service.failed' }>,
  now: number,
): Step {
  const { failure } = event;
  const { playback, closing } = state;
  const isClosing = closing?.requestId === event.requestId;
  const mayHaveMoved = pending.command.type === 'play' && failure.answerLost;
  const sure: State =
    isLeaving(pending) && !isClosing
      ? withDoubt(state, failure)
      : { ...state, sourceDoubtful: state.sourceDoubtful || mayHaveMoved };
  const told =
    failure.code === 'skipLimitReached'
      ? withNotice(sure, { code: failure.code, message: failure.serviceMessage ?? 'No more skips for now.' })
      : sure;
  const rejected = then(step(told), settled =>
    reject({ ...settled, pending: null }, pending.ref, toRefusal(failure)),
  );
  const closed = isClosing ? then(rejected, settled => failClosing(settled, failure)) : rejected;
  // The item ended while its skip was under way: its end is still to be reported.
  const isOver = playback.phase === 'advancing' && playback.requestId === pending.requestId;
  const waited = isOver ? then(closed, settled => outwait(settled, failure, now)) : closed;
  return caused(takeWaiting(waited, now), pending.cause);
}

/**
 * The source is set, but the service has no address for its episode. What sounds goes on from its own source, which is set
 * again; where nothing is in turn, the speaker says why it is silent.
 */
function refuseSilent(
  state: State,
  pending: Pending,
  { source, item }: { readonly source: Source; readonly item: Item },
  now: number,
): Step {
  const at = { turn: createTurn(item, null, 0), anchor: resting(0, now), closing: null, recovery: null };
  const asked: State = { ...state, pending: null };
  const refused = isUnderWay(asked)
    ? then(promoteInHandover(asked, now), next => regain(next, now))
    : finishSilent({ ...asked, ...at, source, sourceDoubtful: false }, now);
  const rejected = then(refused, settled => reject(settled, pending.ref, REFUSALS.noEpisodes));
  return caused(takeWaiting(rejected, now), pending.cause);
}

function succeed(state: State, pending: Pending, now: number, go: (state: State) => Step): Step {
  const gone = go({ ...state, pending: null });
  const resolved = then(gone, settled => step(settled, { type: 'command.resolve', ref: pending.ref }));
  return caused(takeWaiting(resolved, now), pending.cause);
}

/** A command whose caller was told `offline` never takes effect later. */
export function expire(state: State, ref: number, now: number): Step {
  const { pending, playback, closing } = state;
  if (pending?.ref !== ref) {
    const waiting = state.waiting.filter(one => one.ref !== ref);
    return waiting.length === state.waiting.length ? step(state) : step({ ...state, waiting });
  }
  const { requestId } = pending;
  // An item that ended meanwhile waits for this very answer.
  const isAwaited =
    (playback.phase === 'advancing' && playback.requestId === requestId) || closing?.requestId === requestId;
  const sourceDoubtful = state.sourceDoubtful || pending.command.type === 'play';
  return takeWaiting(
    step({ ...state, sourceDoubtful, pending: null }, ...(isAwaited ? [] : abort(state, requestId))),
    now,
  );
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
