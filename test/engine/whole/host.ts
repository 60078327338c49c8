import type { LoadFault } from '../../../src/core/vocabulary/player-event.js';
import { TONE_URL } from '../../../src/core/vocabulary/tone.js';
import { ITEM_MS, type Place, toPlace, toToken } from './account.js';

/** What the world knows of an address: how long it is, and what is wrong with it. */
export interface Audio {
  readonly lengthMs: number;
  readonly fault: LoadFault | null;
  readonly httpStatus: number | null;
  /** It only leads to another address. */
  readonly leads: boolean;
  /** The stream ends here, as if it were over. */
  readonly cutMs: number | null;
}

/** Every seventh item of a source cannot be decoded. */
export const isBad = ({ index }: Pick<Place, 'index'>): boolean => index % 7 === 3;

/** Every fifth one is at another address. */
const isLeading = (url: string): boolean => url !== TONE_URL && toPlace(url).index % 5 === 1;

/** It goes on until it is ended. */
const TONE_MS = 3_600_000;

/** Where the audio comes from, and what it sounds through. */
export interface Host {
  isDeviceGone: boolean;
  inspect(url: string): Audio;
  /** Every address up to this number is refused from now on. */
  lapse(serial: number): void;
  /** What sounds, if anything does, breaks off here. */
  cut(sound: { readonly url: string; readonly positionMs: number } | null): void;
  /** It broke off more than once: what breaks off at the same place again is given up. */
  isGivenUp(place: Place): boolean;
}

export function createHost(): Host {
  let lapsedSerial = 0;
  let broken: { readonly url: string; readonly positionMs: number } | null = null;
  const cuts = new Map<string, number>();
  const host: Host = {
    isDeviceGone: false,
    inspect(url) {
      const sound = { lengthMs: ITEM_MS, fault: null, httpStatus: null, leads: isLeading(url), cutMs: null };
      if (host.isDeviceGone) return { ...sound, fault: 'device' };
      if (url === TONE_URL) return { ...sound, lengthMs: TONE_MS };
      if (Number(url.split('/').at(-1)) <= lapsedSerial)
        return { ...sound, fault: 'refused', httpStatus: 403 };
      if (isBad(toPlace(url))) return { ...sound, fault: 'undecodable' };
      return { ...sound, cutMs: broken?.url === url ? broken.positionMs : null };
    },
    lapse(serial) {
      lapsedSerial = serial;
    },
    cut(sound) {
      // What the player has in hand of a stream that is broken already stays the same.
      if (sound === null || sound.url === broken?.url || sound.url === TONE_URL) return;
      broken = sound;
      const token = toToken(toPlace(sound.url));
      cuts.set(token, (cuts.get(token) ?? 0) + 1);
    },
    isGivenUp: place => (cuts.get(toToken(place)) ?? 0) > 1,
  };
  return host;
}
