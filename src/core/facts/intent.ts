import type { Intent } from '../model/intent.js';
import type { State } from '../model/state.js';

/** A stream that turns out to be taken over so soon after a listener's play was so before it. */
const CLAIM_MS = 10_000;

export function withIntent(state: State, change: Partial<Intent>): State {
  return { ...state, intent: { ...state.intent, ...change } };
}

/** A listener wants sound. `wish` already so: nothing is claimed. */
export function wantsSound(state: State): State {
  const claimed = state.intent.wish === 'playing' ? {} : { claimedAtMs: state.now };
  return withIntent(state, { wish: 'playing', stopped: null, isLetGo: false, ...claimed });
}

export function isWanted({ intent, pairing, setting }: State): boolean {
  return (
    pairing.is === 'paired' && setting.source !== null && intent.wish === 'playing' && intent.stopped === null
  );
}

/** Whether a listener has asked for the stream right now, and nobody has claimed it back since. */
export function isClaimed({ intent, now }: State): boolean {
  return intent.wish === 'playing' && intent.claimedAtMs !== null && now - intent.claimedAtMs <= CLAIM_MS;
}
