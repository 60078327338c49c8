import { withNotice } from './notices.js';
import { playable } from './troubles.js';
import type { Intent, State, StoppedBy } from '../model/state.js';
import type { Notice } from '../../contract/public-state.js';

/** A takeover found this soon after a listener's play is assumed to predate it. */
const CLAIM_MS = 10_000;
/** This many items given up in a row mean that the fault is not in the items. */
const UNPLAYABLE_LIMIT = 5;

export function withIntent(state: State, change: Partial<Intent>): State {
  return { ...state, intent: { ...state.intent, ...change } };
}

/** Records that a listener wants sound. Claims the stream only if the wish was not `playing` already. */
export function wantsSound(state: State): State {
  const claimed = state.intent.wish === 'playing' ? {} : { claimedAtMs: state.now };
  return withIntent(state, { wish: 'playing', stopped: null, isLetGo: false, ...claimed });
}

export function isWanted({ intent, pairing, setting }: State): boolean {
  return (
    pairing.is === 'paired' && setting.source !== null && intent.wish === 'playing' && intent.stopped === null
  );
}

/** Whether a listener asked to play within the last `CLAIM_MS` and the stream has not been claimed back since. */
export function isClaimed({ intent, now }: State): boolean {
  return intent.wish === 'playing' && intent.claimedAtMs !== null && now - intent.claimedAtMs <= CLAIM_MS;
}

/** Stops playback for a reason of the service or the source; only a listener can resume it. */
export function playbackStopped(state: State, by: StoppedBy, notice: Notice | null): State {
  const silent = withIntent(state, { wish: 'stopped', stopped: by });
  return notice === null ? silent : withNotice(silent, notice);
}

export function isTooMany({ unplayable }: State): boolean {
  return unplayable >= UNPLAYABLE_LIMIT;
}

export function stoppedByUnplayable(state: State): State {
  const message = `${UNPLAYABLE_LIMIT} items in a row could not be played.`;
  return playbackStopped(playable(state), 'serviceError', { code: 'serviceError', message });
}
