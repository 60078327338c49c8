import { endUnknown } from '../facts/end.js';
import { withNotes } from '../facts/entry.js';
import { isClaimed, playbackStopped, withIntent } from '../facts/intent.js';
import { withCurrent, withEnd, withoutNext } from '../facts/playlist.js';
import { answeredWith } from '../facts/queue.js';
import { unsettledEnd } from '../facts/read.js';
import { heldIs } from '../facts/setting.js';
import type { Item } from '../vocabulary/item.js';
import type { State } from '../model/state.js';
import { notAllowed } from '../vocabulary/refusals.js';

/**
 * The account plays elsewhere, or was idle too long: stops and reports nothing until a listener acts. If one has just
 * asked to play, the stream is claimed back. If sound is not wanted, only records that the stream is lost.
 */
export function streamInterrupted(state: State, item: Item): State {
  const unreported = withoutSkips(withCurrent(withEndUnknown(state), entry => withNotes(entry, [])));
  if (state.intent.wish !== 'playing') return heldIs(unreported, 'interrupted');
  const left = withoutNext(unreported);
  if (isClaimed(state)) return heldIs(withIntent(left, { claimedAtMs: null }), 'no');
  const by = item.typename === 'IdleTimeoutItem' ? 'idleTimeout' : 'takenOver';
  const usual =
    by === 'idleTimeout'
      ? 'Playback stopped because nobody was listening.'
      : 'The account is playing elsewhere.';
  const title = item.errorHeader === null ? {} : { title: item.errorHeader };
  return playbackStopped(left, by, { code: by, ...title, message: item.errorDescription ?? usual });
}

/** Refuses waiting skips: skipping does not claim the stream back; playing does. */
function withoutSkips(state: State): State {
  return state.queue
    .filter(({ command, progress }) => command.type === 'next' && progress.at !== 'answered')
    .reduce((next, { ref }) => answeredWith(next, ref, notAllowed('SKIP')), state);
}

/** No answer to the report is awaited any more: whether it was taken must be looked up. */
export function withEndUnknown(state: State): State {
  const open = unsettledEnd(state.playlist);
  return open?.end.at === 'sent' ? withEnd(state, endUnknown(open.end)) : state;
}
