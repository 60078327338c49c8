import type { ServiceFailure } from '../failure.js';
import { dueAgain, isOpenEnd, triedOut, unknown } from '../facts/end.js';
import type { Question } from '../model/ledger.js';
import {
  told,
  type Unsettled,
  unsettledEnd,
  withEnd,
  withoutNext,
  withoutPrevious,
} from '../facts/playlist.js';
import { heldIs } from '../facts/setting.js';
import { heldOfCurrent } from '../facts/read.js';
import type { State } from '../model/state.js';
import { LOST } from '../lost.js';
import { backToSound, notYet, refusedSkip } from './end-answers.js';
import { sourceForgotten, waitedOut } from './failures.js';
import { stopped } from './stops.js';

/** A question about where the service is was not answered. */
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
  if (end.tries < LOST.end.sendings) return withEnd(state, unknown(end));
  return waitedOut(withEnd(state, unknown(end, 0)), failure);
}

/** A server that broke down is not asked to skip again; nor does the listener wait for what it did. */
function skipLost(state: State, open: Unsettled, failure: ServiceFailure): State {
  if (!isOpenEnd(open.end)) return state;
  if (failure.outcome === 'lost') return withEnd(state, unknown(open.end));
  return refusedSkip(withEnd(state, unknown(open.end, LOST.skip.sendings)), open.id, failure);
}

/** Its listener was told that it was not done: it is not sent (again), and only looked up where it may have been. */
function neverSent(state: State, { end }: Unsettled): State {
  if (!isOpenEnd(end)) return state;
  return end.at === 'due' ? backToSound(state) : withEnd(state, triedOut(end, LOST.skip.sendings));
}

/** The service no longer plays the source: what sounds is the last of it. */
function unsupported(state: State, failure: ServiceFailure): State {
  const { current } = state.playlist;
  const held = heldOfCurrent(state);
  if (state.playlist.previous !== null && held !== null) return withoutPrevious(state);
  if (held !== null && current?.over === false) return told(heldIs(withoutPrevious(state), 'yes'), null);
  const message = failure.serviceMessage ?? 'The service does not let this device play this source.';
  return stopped(withoutNext(withoutPrevious(state)), 'notSupported', { code: 'notSupported', message });
}

function restoreFailed(state: State, failure: ServiceFailure): State {
  return failure.code === 'notSupported' ? unsupported(state, failure) : waitedOut(state, failure);
}

function lookFailed(state: State, failure: ServiceFailure): State {
  const open = unsettledEnd(state.playlist);
  const { held } = state.setting;
  const isGone = failure.code === 'noSource';
  // What follows is looked for in its time, also behind a restart.
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
