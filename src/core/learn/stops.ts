import { unknown } from '../facts/end.js';
import { withNotes } from '../facts/entry.js';
import { isClaimed, withIntent } from '../facts/intent.js';
import type { StoppedBy } from '../model/intent.js';
import { noted } from '../facts/notices.js';
import { unsettledEnd, withCurrent, withEnd, withoutNext } from '../facts/playlist.js';
import { hasEnd, heldIs } from '../facts/setting.js';
import type { State } from '../model/state.js';
import { oneMoreUnplayable, playable } from '../facts/troubles.js';
import type { Item } from '../item.js';
import type { Notice } from '../public-state.js';

/** So many items given up in a row mean that the fault is not theirs. */
const UNPLAYABLE_LIMIT = 5;

/** Stops for a reason of the service's or the source's own; only a listener goes on from it. */
export function stopped(state: State, by: StoppedBy, notice: Notice | null): State {
  const silent = withIntent(state, { wish: 'stopped', stopped: by });
  return notice === null ? silent : noted(silent, notice);
}

export function isTooMany({ unplayable }: State): boolean {
  return unplayable >= UNPLAYABLE_LIMIT;
}

export function stoppedByUnplayable(state: State): State {
  const message = `${UNPLAYABLE_LIMIT} items in a row could not be played.`;
  return stopped(playable(state), 'serviceError', { code: 'serviceError', message });
}

/**
 * The service is at something that has no place and cannot be played, and does not go on from it by itself: the source
 * is set again. One that would begin anew is left for the listener to set.
 */
export function stuckUnplaced(state: State): State {
  const { source } = state.setting;
  const counted = oneMoreUnplayable(state);
  if (source !== null && !hasEnd(source) && !isTooMany(counted)) return heldIs(counted, 'no');
  const message = 'The service is at something that cannot be played, and does not go on from it.';
  return stopped(playable(state), 'serviceError', { code: 'serviceError', message });
}

/**
 * The account plays elsewhere, or was idle too long: stop, report nothing, wait for the listener. One who asked to
 * play just now has been waited for. A stream that is not ours matters only once sound is wanted.
 */
export function halted(state: State, item: Item): State {
  const doubtful = withCurrent(withDoubt(state), entry => withNotes(entry, []));
  if (state.intent.wish !== 'playing') return heldIs(doubtful, 'no');
  const left = withoutNext(doubtful);
  if (isClaimed(state)) return heldIs(withIntent(left, { claimedAtMs: null }), 'no');
  const by = item.typename === 'IdleTimeoutItem' ? 'idleTimeout' : 'takenOver';
  const usual =
    by === 'idleTimeout' ? 'Playback stopped because nobody was listening.' : 'The account plays elsewhere.';
  const title = item.errorHeader === null ? {} : { title: item.errorHeader };
  return stopped(left, by, { code: by, ...title, message: item.errorDescription ?? usual });
}

/** Nobody waits for the answer to a report any more: whether it was taken has to be looked up. */
export function withDoubt(state: State): State {
  const open = unsettledEnd(state.playlist);
  return open?.end.at === 'sent' ? withEnd(state, unknown(open.end)) : state;
}
