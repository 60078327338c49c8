import { TAKEN, due, dueAgain, endReopened, endUnknown, waitOver } from '../facts/end.js';
import { isTooMany, isWanted, playbackStopped } from '../facts/intent.js';
import { questionClosed } from '../facts/ledger.js';
import { withNotice, skipsLimited } from '../facts/notices.js';
import { nextTold, withCurrent, withEnd, withoutNext, withoutPrevious } from '../facts/playlist.js';
import { answeredWith } from '../facts/queue.js';
import {
  type Unsettled,
  firstOf,
  heldOfCurrent,
  inLane,
  isOpenEnd,
  skipOf,
  unsettledEnd,
} from '../facts/read.js';
import { hasEnd, heldIs, restorable } from '../facts/setting.js';
import { oneMoreUnplayable, playable, serviceFailed } from '../facts/troubles.js';
import { LATE, type ServiceFailure } from '../vocabulary/failure.js';
import { LIMITS } from '../vocabulary/limits.js';
import { LOST } from '../vocabulary/lost.js';
import type { Question } from '../model/ledger.js';
import type { State } from '../model/state.js';
import { REFUSALS, toRefusal } from '../vocabulary/refusals.js';

/** Applies a failed question about where the service is. */
export function placeFailed(state: State, question: Question, failure: ServiceFailure): State {
  switch (question.ask.op) {
    case 'setEnded':
    case 'skip':
      return reportFailed(state, failure);
    case 'setSource':
      return restoreFailed(state, failure);
    default:
      return lookFailed(state, failure);
  }
}

function reportFailed(state: State, failure: ServiceFailure): State {
  const open = unsettledEnd(state.playlist);
  if (open === null || !isOpenEnd(open.end)) return waitedOut(state, failure);
  const { end } = open;
  if (failure.outcome !== 'refused')
    return end.by === 'skip' ? skipLost(state, open, failure) : endLost(state, open, failure);
  const due = withEnd(state, dueAgain(end));
  if (failure.code === 'noSource') {
    const refused = end.by === 'skip' ? refusedSkip(backToSound(state), open.id, failure) : due;
    return sourceForgotten(refused);
  }
  if (end.by === 'skip') return refusedSkip(backToSound(state), open.id, failure);
  return failure.code === 'notSupported' ? unsupported(state, failure) : waitedOut(due, failure);
}

function endLost(state: State, { end }: Unsettled, failure: ServiceFailure): State {
  if (!isOpenEnd(end)) return state;
  if (end.tries < LOST.end.sendings) return withEnd(state, endUnknown(end));
  return waitedOut(withEnd(state, endUnknown(end, 0)), failure);
}

/** Settles a skip with a lost answer. If the server broke down, it is refused and not sent again. */
function skipLost(state: State, open: Unsettled, failure: ServiceFailure): State {
  if (!isOpenEnd(open.end)) return state;
  if (failure.outcome === 'lost') return withEnd(state, endUnknown(open.end));
  return refusedSkip(withEnd(state, endUnknown(open.end, LOST.skip.sendings)), open.id, failure);
}

/** Does not send a skip (again) whose listener was told that it failed; looks it up if it may have been taken. */
function neverSent(state: State, { end }: Unsettled): State {
  if (!isOpenEnd(end)) return state;
  return end.at === 'due' ? backToSound(state) : withEnd(state, { ...end, tries: LOST.skip.sendings });
}

/** The service no longer plays the source: what sounds now is the last of it. */
function unsupported(state: State, failure: ServiceFailure): State {
  const { current } = state.playlist;
  const held = heldOfCurrent(state);
  if (state.playlist.previous !== null && held !== null) return withoutPrevious(state);
  if (held !== null && current?.over === false) return nextTold(heldIs(withoutPrevious(state), 'yes'), null);
  const message = failure.serviceMessage ?? 'The service does not let this device play this source.';
  return playbackStopped(withoutNext(withoutPrevious(state)), 'notSupported', {
    code: 'notSupported',
    message,
  });
}

function restoreFailed(state: State, failure: ServiceFailure): State {
  return failure.code === 'notSupported' ? unsupported(state, failure) : waitedOut(state, failure);
}

function lookFailed(state: State, failure: ServiceFailure): State {
  const open = unsettledEnd(state.playlist);
  const { held } = state.setting;
  const isGone = failure.code === 'noSource';
  // What follows is asked again at the usual times, also after a restart.
  if (open?.end.at === 'taken' && (isGone || failure.empty))
    return notYet(held === 'unasked' ? heldIs(state, 'yes') : state, open, { isGone });
  if (open !== null && isOpenEnd(open.end) && open.end.by === 'skip') {
    const refused = refusedSkip(state, open.id, failure);
    return isGone ? sourceForgotten(backToSound(refused)) : waitedOut(neverSent(refused, open), failure);
  }
  if (isGone) return sourceForgotten(state);
  if (failure.code === 'notSupported') return unsupported(state, failure);
  return waitedOut(state, failure);
}

/** A report without an answer for this long counts as lost. */
export function placeLate(state: State): State {
  const question = inLane(state, 'place');
  return question === null ? state : placeFailed(questionClosed(state, question.id), question, LATE);
}

/** Waits the service out after a question that no listener waits for has failed. */
function waitedOut(state: State, { code, lasting, message, retryAfterMs }: ServiceFailure): State {
  const fault = code === 'offline' ? 'offline' : 'serviceError';
  const waiting = serviceFailed(state, { fault, retryAfterMs });
  return lasting && isWanted(state)
    ? withNotice(waiting, { code: 'serviceError', message, detail: 'clientRefused' })
    : waiting;
}

/** The service holds no source for the device: the chosen one is set again once it is wanted. */
function sourceForgotten(state: State): State {
  // Setting it and being told the same again would loop for ever without the wait.
  const isSetAgain = isWanted(state) || firstOf(state) !== null;
  const wasInterrupted = state.setting.wasHeld === 'interrupted' && !isWanted(state);
  if (wasInterrupted) return heldIs(state, 'interrupted');
  if (!state.setting.wasRestored || !isSetAgain) return heldIs(state, 'no');
  return serviceFailed(restorable(state), { fault: 'serviceError' });
}

/** The service has not moved on yet. After the last attempt, nothing follows. `isGone`: it holds no source any more. */
export function notYet(state: State, open: Unsettled, { isGone }: { readonly isGone: boolean }): State {
  if (open.end.at !== 'taken') return state;
  const waits = open.index === null ? LIMITS.followUnplaced : LIMITS.follow;
  const looks = open.end.looks + 1;
  if (looks < waits.length) return withEnd(state, { ...TAKEN, looks });
  if (open.index === null) return stuckUnplaced(withEnd(state, waitOver(TAKEN)));
  const { source } = state.setting;
  // It has received the end of the item and holds nothing more: the item was the last one.
  if (isGone && source !== null && !hasEnd(source)) return heldIs(state, 'no');
  return nextTold(state, null);
}

export function refusedSkip(state: State, entry: number, failure: ServiceFailure | null): State {
  const skip = skipOf(state, entry);
  if (skip === null) return state;
  const said = failure?.code === 'skipLimitReached' ? skipsLimited(state, failure) : state;
  return answeredWith(said, skip.ref, failure === null ? REFUSALS.offline : toRefusal(failure));
}

/** Withdraws the skip: the end lies ahead again, or is due if it has come meanwhile. */
export function backToSound(state: State): State {
  const { previous } = state.playlist;
  if (previous !== null && isOpenEnd(previous.end)) return withEnd(state, due('end', previous.lengthS));
  return withCurrent(state, entry => (isOpenEnd(entry.end) ? endReopened(entry) : entry));
}

/**
 * The service is at an item that has no index and cannot be played, and does not move on by itself: the source is set
 * again. A source that would start over is left for the listener to set.
 */
function stuckUnplaced(state: State): State {
  const { source } = state.setting;
  const counted = oneMoreUnplayable(state);
  if (source !== null && !hasEnd(source) && !isTooMany(counted)) return heldIs(counted, 'no');
  const message = 'The service offers an item that cannot be played and does not move on to the next.';
  return playbackStopped(playable(state), 'serviceError', { code: 'serviceError', message });
}
