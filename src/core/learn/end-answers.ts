import type { ServiceFailure } from '../failure.js';
import { due, dueAgain, isOpenEnd, looked, TAKEN, waited } from '../facts/end.js';
import { reopened } from '../facts/entry.js';
import { told, type Unsettled, unsettledEnd, withCurrent, withEnd } from '../facts/playlist.js';
import { answeredWith, skipOf } from '../facts/queue.js';
import { hasEnd, heldIs } from '../facts/setting.js';
import type { State } from '../model/state.js';
import { serviceRecovered } from '../facts/troubles.js';
import { isHalt, type Item } from '../item.js';
import { REFUSALS, toRefusal } from '../refusals.js';
import { LIMITS } from '../limits.js';
import { LOST } from '../lost.js';
import { halted, stuckUnplaced } from './stops.js';
import { noted } from '../facts/notices.js';

/** The answer to a report of an end, or `current` behind one; `item` null: it held none. */
export function endAnswered(state: State, item: Item | null): State {
  const open = unsettledEnd(state.playlist);
  if (open === null) return state;
  if (item !== null && isHalt(item)) return halted(state, item);
  const well = serviceRecovered(state);
  if (item !== null && item.index !== open.index)
    return isStray(well, open, item) ? told(well, null) : told(well, item);
  return withEnd(well, TAKEN);
}

/** `current`, asked whether an end was taken, or what follows one that was. */
export function endLookedAt(state: State, item: Item | null): State {
  const open = unsettledEnd(state.playlist);
  if (open === null) return state;
  if (item !== null && isHalt(item)) return halted(state, item);
  if (item !== null && item.index !== open.index) return endAnswered(state, item);
  if (open.end.at === 'taken') return notYet(state, open, { isGone: false });
  if (open.end.by === 'skip' && open.end.tries >= LOST.skip.sendings) return notSkipped(state, open);
  return withEnd(state, dueAgain(open.end));
}

/** Whether the service may be speaking of another source: one was asked for, and nobody knows whether it was set. */
export function isStray({ setting }: State, { index }: Pick<Unsettled, 'index'>, item: Item): boolean {
  return setting.held === 'doubtful' && index !== null && item.index !== index + 1;
}

/** The service has not moved on yet. After the last look nothing follows. `isGone`: it holds no source any more. */
export function notYet(state: State, open: Unsettled, { isGone }: { readonly isGone: boolean }): State {
  if (open.end.at !== 'taken') return state;
  const waits = open.index === null ? LIMITS.followUnplaced : LIMITS.follow;
  const looks = open.end.looks + 1;
  if (looks < waits.length) return withEnd(state, looked(looks));
  if (open.index === null) return stuckUnplaced(withEnd(state, waited(TAKEN)));
  const { source } = state.setting;
  // It has heard the end of the item and holds nothing more: that was the last one.
  if (isGone && source !== null && !hasEnd(source)) return heldIs(state, 'no');
  return told(state, null);
}

/** It was not taken: what sounds goes on, and what is over is told as that. */
function notSkipped(state: State, open: Unsettled): State {
  return refusedSkip(backToSound(state), open.id, null);
}

export function refusedSkip(state: State, entry: number, failure: ServiceFailure | null): State {
  const skip = skipOf(state, entry);
  if (skip === null) return state;
  const isLimit = failure?.code === 'skipLimitReached';
  const message = failure?.serviceMessage ?? 'No more skips for now.';
  const said = isLimit ? noted(state, { code: 'skipLimitReached', message }) : state;
  return answeredWith(said, skip.ref, failure === null ? REFUSALS.offline : toRefusal(failure));
}

/** The end that was skipped to is open again: ahead, or due where it has come meanwhile. */
export function backToSound(state: State): State {
  const { previous } = state.playlist;
  if (previous !== null && isOpenEnd(previous.end)) return withEnd(state, due('end', previous.lengthS));
  return withCurrent(state, entry => (isOpenEnd(entry.end) ? reopened(entry) : entry));
}
