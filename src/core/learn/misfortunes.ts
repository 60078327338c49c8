import { overAndEnded } from '../facts/end.js';
import { over, positionOf, withoutAddress } from '../facts/entry.js';
import { isTooMany, stoppedByUnplayable } from '../facts/intent.js';
import { withNotice } from '../facts/notices.js';
import { withCurrent } from '../facts/playlist.js';
import { isReported } from '../facts/read.js';
import { oneMoreUnplayable, serviceRecovered, soundFailed, withoutSoundTrouble } from '../facts/troubles.js';
import type { HostRefusal, State } from '../model/state.js';
import type { LoadFault } from '../vocabulary/player-event.js';
import type { Notice, NoticeDetail } from '../../contract/public-state.js';

/** Fresh addresses that may fail before the item itself counts as faulty. */
const ITEM_TRIES = 3;
/** Failures of fresh addresses, after the first one, before the fault counts as permanent. */
const FRESH_TRIES = 3;
/** An item whose addresses alone are refused for so long is given up. */
const REFUSED_MS = 60_000;
/** Statuses that say something about the host or the way to it, not about the item. */
const NOT_OF_THE_ITEM: readonly number[] = [407, 408, 425, 429];

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

/** Handles a failed load of the current entry. `fault` null: not known yet, so its address is loaded again. */
export function currentFailed(
  state: State,
  { fault, httpStatus }: { readonly fault: LoadFault | null; readonly httpStatus: number | null },
): State {
  const { current } = state.playlist;
  if (current === null) return state;
  if (isReported(current)) return withCurrent(state, over);
  if (fault === null) return state;
  const positionMs = positionOf(current, state.now);
  if (fault === 'device') return soundFailed(state, { fault, positionMs });
  const isGone = httpStatus === 404 || httpStatus === 410;
  if (isOfTheItem(fault)) return itemBlamed(state, OF_THE_ITEM[fault]);
  if (isGone) return itemBlamed(state, 'it is not at the address that the service gives.');
  // A failed address is never used again, whatever the listener does meanwhile.
  const bare = withCurrent(state, withoutAddress);
  if (fault === 'unreachable') return unreached(bare, positionMs);
  const { times, sinceMs } = state.troubles.sound?.refused ?? { times: 0, sinceMs: state.now };
  const refused: HostRefusal = { fault, httpStatus, times: times + 1, sinceMs };
  if (isRefusedAlone(state, refused))
    return givenUp(bare, { notice: unplayable(bare, 'its host does not send it.'), atMs: positionMs });
  // The service has answered since the last attempt, so the fault is in the audio host.
  const answered = bare.troubles.service?.waited === true ? serviceRecovered(bare) : bare;
  const waiting = soundFailed(answered, { fault: 'address', positionMs, refused });
  return refused.times > FRESH_TRIES ? withNotice(waiting, hostNotice(refused)) : waiting;
}

/** The service answers but the audio host does not: tells the listener, who may go on to another item. */
function unreached(state: State, positionMs: number): State {
  const waiting = soundFailed(state, { fault: 'address', positionMs });
  const isHost = (waiting.troubles.sound?.attempt ?? 0) >= FRESH_TRIES && waiting.troubles.service === null;
  return isHost ? withNotice(waiting, hostNotice({ fault: 'unanswered', httpStatus: null })) : waiting;
}

/**
 * Whether the item is at fault, not its host: fresh addresses have failed for a minute although the host answers, or
 * another one does. If the item before was given up, too, the host sends nothing, and no more items are spent on that.
 */
function isRefusedAlone(
  { now, unplayable }: State,
  { fault, httpStatus, times, sinceMs }: HostRefusal,
): boolean {
  const isOfHost = httpStatus !== null && (httpStatus >= 500 || NOT_OF_THE_ITEM.includes(httpStatus));
  const isAlone = fault === 'unanswered' || (fault === 'refused' && httpStatus !== null && !isOfHost);
  return isAlone && unplayable === 0 && times > FRESH_TRIES && now - sinceMs >= REFUSED_MS;
}

/** Makes the notice that tells the listener why the audio host gives no audio. */
function hostNotice(refused: Pick<HostRefusal, 'fault' | 'httpStatus'>): Notice {
  return { code: 'serviceError', message: toMessage(refused), detail: DETAILS[refused.fault] };
}

const DETAILS: Readonly<Record<HostRefusal['fault'], NoticeDetail>> = {
  untrusted: 'hostUntrusted',
  insecure: 'hostInsecure',
  refused: 'hostRefused',
  unanswered: 'hostRefused',
};

function toMessage({ fault, httpStatus }: Pick<HostRefusal, 'fault' | 'httpStatus'>): string {
  switch (fault) {
    case 'untrusted':
      return 'The certificate of the host that delivers the music is not trusted, has expired or is for another name. The speaker keeps trying; run “sudo tonearm doctor” on it for details.';
    case 'insecure':
      return 'The host that delivers the music sends it without encryption, which this speaker does not play. The speaker keeps trying.';
    case 'unanswered':
      return 'The host that delivers the music does not answer. The speaker keeps trying.';
    case 'refused':
      return httpStatus !== null && (httpStatus >= 500 || httpStatus === 429)
        ? `The host that delivers the music has a problem (HTTP ${httpStatus}). The speaker keeps trying.`
        : `The host that delivers the music refuses to send it (HTTP ${httpStatus ?? 'error'}). The speaker keeps trying.`;
  }
}

function unplayable({ playlist }: State, why: string): Notice {
  const title = playlist.current?.item.title ?? '';
  const message = `“${title}” could not be played: ${why}`;
  return { code: 'itemUnplayable', ...(title !== '' && { title }), message };
}

/** Counts a fault of the item itself. After three fresh addresses its end is reported and the next item plays. */
export function itemBlamed(state: State, why: string): State {
  const { current } = state.playlist;
  if (current === null) return state;
  const positionMs = positionOf(current, state.now);
  const counted = withCurrent(state, entry => ({ ...withoutAddress(entry), faults: entry.faults + 1 }));
  if (current.faults + 1 < ITEM_TRIES) return soundFailed(counted, { fault: 'address', positionMs });
  return givenUp(counted, { notice: unplayable(counted, why), atMs: positionMs });
}

/** Reports the end of the item so that the next one plays; no skip is used up. `atMs` null: reports its full length. */
export function givenUp(
  state: State,
  { notice, atMs }: { readonly notice: Notice | null; readonly atMs: number | null },
): State {
  const counted = oneMoreUnplayable(state);
  if (isTooMany(counted)) return stoppedByUnplayable(state);
  const said = notice === null ? counted : withNotice(counted, notice, 1);
  return withoutSoundTrouble(withCurrent(said, entry => overAndEnded(entry, atMs)));
}
