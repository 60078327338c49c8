import { createEntry } from './entry.js';
import type { Ring } from '../model/agenda.js';
import type { Entry } from '../model/playlist.js';
import type { State } from '../model/state.js';
import { TONE_ENTRY, TONE_ITEM } from '../vocabulary/tone.js';

/** The tone of an alarm, which the player makes by itself: an entry apart from the playlist, never reported. */
export const TONE: Entry = createEntry(TONE_ENTRY, TONE_ITEM, { now: 0 });

type RingBegun = Pick<Ring, 'id' | 'atMs' | 'volumeBefore'>;

/** `sinceMs`: since when it rings, or when it will ring again. */
export function ringFrom(ring: RingBegun, is: Ring['is'], sinceMs: number): Ring {
  return { ...ring, is, sinceMs, heardMs: null, fallback: false };
}

export function heardRing(ring: Ring, { now, isTone }: { now: number; isTone: boolean }): Ring {
  return { ...ring, fallback: isTone, heardMs: ring.heardMs ?? now };
}

/** Whether the tone may sound: it needs the player, and a sound device that is not waited for. */
export function isToneWanted({ agenda: { ring }, player, troubles: { sound } }: State): boolean {
  const isDeviceAway = sound?.fault === 'device' && !sound.waited;
  return ring?.fallback === true && ring.is === 'ringing' && player.alive && !isDeviceAway;
}
