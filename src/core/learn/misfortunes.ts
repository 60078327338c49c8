import { overAndEnded } from '../facts/end.js';
import { oneMoreFault, over, positionOf, withoutAddress } from '../facts/entry.js';
import { isTooMany, stoppedByUnplayable } from '../facts/intent.js';
import { noted } from '../facts/notices.js';
import { withCurrent } from '../facts/playlist.js';
import { isReported } from '../facts/read.js';
import { oneMoreUnplayable, serviceRecovered, soundFailed, withoutSoundTrouble } from '../facts/troubles.js';
import { hostNotice } from '../host-notice.js';
import type { HostRefusal, State } from '../model/state.js';
import type { LoadFault, PlayerEvent } from '../player-event.js';
import type { Notice } from '../public-state.js';

/** Fresh addresses that may fail before the item itself counts as faulty. */
const ITEM_TRIES = 3;
/** Refusals of fresh addresses, after the first one, before the fault counts as permanent. */
const FRESH_TRIES = 3;

/** Faults that a fresh address of the same item does not fix, once `ITEM_TRIES` have shown them. */
const OF_THE_ITEM = {
  undecodable: 'the speaker cannot decode it.',
  plain:
    'the service sends it without encryption, and the speaker plays that only with TONEARM_AUDIO_HTTP=on.',
  private:
    'its address is in a private network, and the speaker plays from those only hosts named in TONEARM_AUDIO_HOSTS.',
} as const satisfies Partial<Record<LoadFault, string>>;

function isOfTheItem(fault: LoadFault): fault is keyof typeof OF_THE_ITEM {
  return Object.hasOwn(OF_THE_ITEM, fault);
}

type Failed = Extract<PlayerEvent, { readonly type: 'player.failed' }>;

/** Handles a failed load of the current entry. */
export function failed(state: State, { fault, httpStatus }: Failed): State {
  const { current } = state.playlist;
  if (current === null) return state;
  if (isReported(current)) return withCurrent(state, over);
  const positionMs = positionOf(current, state.now);
  if (fault === 'device') return soundFailed(state, { fault, positionMs });
  const isGone = httpStatus === 404 || httpStatus === 410;
  if (isOfTheItem(fault)) return blamed(state, OF_THE_ITEM[fault]);
  if (isGone) return blamed(state, 'it is not at the address that the service gives.');
  // A failed address is never used again, whatever the listener does meanwhile.
  const bare = withCurrent(state, withoutAddress);
  if (fault === 'unreachable') return soundFailed(bare, { fault: 'address', positionMs });
  const times = (state.troubles.sound?.refused?.times ?? 0) + 1;
  const refused: HostRefusal = { fault, httpStatus, times };
  // The service has answered since the last attempt, so the fault is in the audio host.
  const answered = bare.troubles.service?.waited === true ? serviceRecovered(bare) : bare;
  const waiting = soundFailed(answered, { fault: 'address', positionMs, refused });
  return times > FRESH_TRIES ? noted(waiting, hostNotice(refused)) : waiting;
}

/** Counts a fault of the item itself. After three fresh addresses its end is reported and the next item plays. */
export function blamed(state: State, why: string): State {
  const { current } = state.playlist;
  if (current === null) return state;
  const positionMs = positionOf(current, state.now);
  const counted = withCurrent(state, oneMoreFault);
  if (current.faults + 1 < ITEM_TRIES) return soundFailed(counted, { fault: 'address', positionMs });
  const { title } = current.item;
  const message = `“${title}” could not be played: ${why}`;
  const notice = { code: 'itemUnplayable', ...(title !== '' && { title }), message };
  return givenUp(counted, { notice, atMs: positionMs });
}

/** Reports the end of the item so that the next one plays; no skip is used up. `atMs` null: reports its full length. */
export function givenUp(
  state: State,
  { notice, atMs }: { readonly notice: Notice | null; readonly atMs: number | null },
): State {
  const counted = oneMoreUnplayable(state);
  if (isTooMany(counted)) return stoppedByUnplayable(state);
  const said = notice === null ? counted : noted(counted, notice, 1);
  return withoutSoundTrouble(withCurrent(said, entry => overAndEnded(entry, atMs)));
}
