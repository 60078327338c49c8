import type { Answer } from '../vocabulary/event.js';
import { TAKEN, asBegunAnew, due, dueAgain, endUnknown, waitOver } from '../facts/end.js';
import { itemRenewed, withoutAddress } from '../facts/entry.js';
import { isWanted, playbackStopped } from '../facts/intent.js';
import { questionClosed, withQuestion } from '../facts/ledger.js';
import {
  noteAdded,
  currentReplaced,
  playlistShifted,
  nextTold,
  withCurrent,
  withEnd,
  withoutNext,
  withoutPrevious,
} from '../facts/playlist.js';
import { answeredWith } from '../facts/queue.js';
import {
  type Unsettled,
  firstOf,
  hasBegun,
  heldOfCurrent,
  inLane,
  isOpenEnd,
  isSounding,
  unsettledEnd,
  heldAtStart,
} from '../facts/read.js';
import { heldIs, sourceSet } from '../facts/setting.js';
import { serviceFailed, serviceRecovered } from '../facts/troubles.js';
import { type Item, isInterruption, isSameItem, isSamePiece } from '../vocabulary/item.js';
import { itemBlamed, givenUp } from './misfortunes.js';
import { backToSound, notYet, refusedSkip } from './place-failures.js';
import { streamInterrupted } from './stops.js';
import { LOST } from '../vocabulary/lost.js';
import type { Question } from '../model/ledger.js';
import type { Entry } from '../model/playlist.js';
import type { State } from '../model/state.js';
import { REFUSALS } from '../vocabulary/refusals.js';

/** Applies the answer to a question about where the service is. */
export function placeAnswered(state: State, { ask }: Question, answer: Answer): State {
  const { item, source } = answer;
  switch (ask.op) {
    case 'setEnded':
    case 'skip':
      return endAnswered(state, item);
    case 'setSource':
      return source === null ? state : setAgain(sourceSet(state, source, 'restored'), item);
    default:
      return looked(state, item);
  }
}

/** Applies the answer to `current`. */
function looked(state: State, item: Item | null): State {
  const { held, source } = state.setting;
  const isLost = item !== null && isInterruption(item);
  if (source === null || item === null) return heldIs(state, isLost ? 'interrupted' : 'yes');
  if (isLost) return streamInterrupted(heldIs(state, 'yes'), item);
  if (held === 'restored') return withSound(setAgain(state, item));
  const isNews = held === 'unasked' || held === 'interrupted';
  const known = isNews ? heldIs(state, heldAtStart(state, item)) : state;
  // The item of another source does not concern this speaker.
  if (isNews && known.setting.held === 'no') return known;
  const seen = unsettledEnd(state.playlist) === null ? placed(known, item) : endLookedAt(known, item);
  return held === 'unasked' ? withoutNextCome(seen, state.playlist.current) : seen;
}

/** The speaker set its source again. A *next* that meant the item before is done if another item has come. */
function setAgain(state: State, item: Item | null): State {
  return withoutNextCome(restored(state, item), state.playlist.current);
}

/** Completes a *next* that was pressed before it was known that the service had left that item already. */
function withoutNextCome(state: State, shown: Entry | null): State {
  const first = firstOf(state);
  const hasLeft = shown !== null && shown.id !== state.playlist.current?.id;
  const hasCome = hasLeft && first?.command.type === 'next' && first.about === null;
  return hasCome ? answeredWith(state, first.ref, null) : state;
}

/** Applies `current` when no end is unsettled: it brings the required address, or another item. */
function placed(state: State, item: Item): State {
  const { current, next } = state.playlist;
  const isNext = current?.over === true && next.is === 'some' && !isSameItem(current.item, item);
  if (isNext) return placed(playlistShifted(state), item);
  if (current === null) return withSound(currentReplaced(state, item));
  // What follows was told already; `current` lags behind and will catch up.
  const isBehind = current.over ? isSameItem(current.item, item) : isOneBefore(current, item);
  if (isBehind) return serviceFailed(state, { fault: 'serviceError' });
  if (isSameItem(current.item, item)) {
    // The old address is dropped even if this answer brings none.
    return withSound(withCurrent(state, entry => itemRenewed(withoutAddress(entry), item, state.now)));
  }
  if (isStray(state, current.item, item)) return heldIs(state, 'no');
  return withSound(currentReplaced(state, item));
}

const isOneBefore = ({ after }: Entry, item: Item): boolean => after !== null && isSameItem(item, after);

/** Handles an item that came without an address: steps over a message or ad, asks again for a track. */
function withSound(state: State): State {
  const { current } = state.playlist;
  const isSilent = current !== null && current.address === null && heldOfCurrent(state) === null;
  if (!isSilent || !isWanted(state)) return state;
  const { kind } = current.item;
  if (kind === 'track') return itemBlamed(state, 'the service gives no audio address for it.');
  if (kind !== 'episode') return givenUp(state, { notice: null, atMs: null });
  // The episode cannot be heard and cannot be skipped.
  const { reason, message } = REFUSALS.noEpisodes;
  return playbackStopped(withoutNext(state), reason, { code: reason, message });
}

/**
 * The speaker set its source again, before the sound or during it. The service may be at the end that is still to be
 * reported; at the same piece, which then continues; or at another one, which follows what sounds.
 */
function restored(state: State, item: Item | null): State {
  if (item === null) return toBeLookedUp(state);
  if (isInterruption(item)) return streamInterrupted(heldIs(state, 'yes'), item);
  const { previous, current } = state.playlist;
  const there = heldIs(state, 'yes');
  if (previous !== null && isSameItem(item, previous)) {
    return withEnd(there, due('end', previous.lengthS));
  }
  const alone = withoutNext(withoutPrevious(there));
  if (current !== null && isSamePiece(current.item, item)) return adopted(alone, item);
  const isPeeked = previous !== null && !hasBegun(state);
  if (current === null || heldOfCurrent(state) === null || isPeeked) return currentReplaced(alone, item);
  // Nothing more can be reported of the item that sounds: it plays to its end.
  return nextTold(alone, item);
}

/** Where the service is in the source that was set again is looked up before an end is reported there. */
function toBeLookedUp(state: State): State {
  const open = unsettledEnd(state.playlist);
  return open !== null && isOpenEnd(open.end) ? withEnd(state, endUnknown(open.end)) : state;
}

/** Continues the same piece under the new setting of the source, where its end was not reported yet. */
function adopted(state: State, item: Item): State {
  const kept = withCurrent(state, entry => asBegunAnew(itemRenewed(entry, item, state.now)));
  return isSounding(kept) ? noteAdded(kept, 'setStarted') : kept;
}

/** Applies the answer to an end report, or a `current` that shows that it was taken. `item` null: none was given. */
function endAnswered(state: State, item: Item | null): State {
  const open = unsettledEnd(state.playlist);
  if (open === null) return state;
  if (item !== null && isInterruption(item)) return streamInterrupted(state, item);
  const well = serviceRecovered(state);
  if (item !== null && item.index !== open.index)
    return isStray(well, open, item) ? nextTold(well, null) : nextTold(well, item);
  return withEnd(well, TAKEN);
}

/** Applies a `current` that was asked to see whether an end was taken, or what follows a taken one. */
function endLookedAt(state: State, item: Item | null): State {
  const open = unsettledEnd(state.playlist);
  if (open === null) return state;
  if (item !== null && isInterruption(item)) return streamInterrupted(state, item);
  if (item !== null && wasTaken(open, item)) return endAnswered(state, item);
  if (open.end.at === 'taken') return notYet(state, open, { isGone: false });
  if (open.end.by === 'skip' && open.end.tries >= LOST.skip.sendings) return notSkipped(state, open);
  return withEnd(state, dueAgain(open.end));
}

function wasTaken(open: Unsettled, item: Item): boolean {
  const { wasDone } = LOST[open.end.at !== 'taken' && open.end.by === 'skip' ? 'skip' : 'end'];
  return wasDone(item, open);
}

/** Whether the item may be of another source: one was requested, and it is unknown whether it was set. */
function isStray({ setting }: State, { index }: Pick<Unsettled, 'index'>, item: Item): boolean {
  return setting.held === 'unknown' && index !== null && item.index !== index + 1;
}

/** The skip was not taken: refuses it. The sound goes on; an item that is over is reported as ended. */
function notSkipped(state: State, open: Unsettled): State {
  return refusedSkip(backToSound(state), open.id, null);
}

/** Applies a `current` asked during a slow report: if it has moved on, the report was taken and is not awaited. */
export function reportWatched(state: State, { about }: Question, item: Item | null): State {
  const report = inLane(state, 'place');
  const open = unsettledEnd(state.playlist);
  const isTaken = item !== null && open !== null && wasTaken(open, item);
  return report?.id === about && isTaken ? endAnswered(questionClosed(state, report.id), item) : state;
}

export function follow(state: State): State {
  const open = unsettledEnd(state.playlist);
  return open?.end.at === 'taken' ? withEnd(state, waitOver(open.end)) : state;
}

export function lookDue(state: State): State {
  const question = inLane(state, 'place');
  return question === null ? state : withQuestion(state, question.id, { lookDue: true });
}
