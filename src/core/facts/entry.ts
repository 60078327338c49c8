import type { Feedback, Item } from '../item.js';
import type { End, Entry } from '../model/playlist.js';
import { positionAt, resting } from '../position.js';

/** An address lives five minutes or longer: one older than this is not trusted. */
export const LEASE_MS = 240_000;
/** Sound that is so far beyond a length shows that the length is wrong. */
const BEYOND_MS = 1_000;

export const AHEAD: End = { at: 'ahead' };

export function createEntry(
  id: number,
  item: Item,
  { now, positionMs = 0 }: { now: number; positionMs?: number },
): Entry {
  return {
    id,
    item,
    after: null,
    address: toAddress(item, now),
    anchor: resting(positionMs, now),
    cue: 0,
    over: false,
    end: AHEAD,
    notes: [],
    lastNote: null,
    firstHeardMs: null,
    lengthMs: null,
    isOpen: false,
    heardToMs: positionMs,
    untoldMs: 0,
    faults: 0,
    cutAtMs: null,
    peeks: 0,
    peekDue: false,
  };
}

function toAddress({ audioUrl }: Item, now: number): Entry['address'] {
  return audioUrl === null ? null : { url: audioUrl, sinceMs: now };
}

/** The same entry as the service speaks of it now; an address it leaves out is kept. */
export function renewed(entry: Entry, item: Item, now: number): Entry {
  return { ...entry, item, address: toAddress(item, now) ?? entry.address };
}

export function isFresh({ address }: Entry, now: number): boolean {
  return address !== null && now - address.sinceMs < LEASE_MS;
}

/** How long its address is still to be trusted, milliseconds. */
export function leaseLeft({ address }: Entry, now: number): number {
  return address === null ? 0 : address.sinceMs + LEASE_MS - now;
}

/** Where the item ends: the player knows best, then the service; null when neither does, or it has sounded beyond. */
export function endOf({ lengthMs, item, heardToMs }: Entry): number | null {
  const endMs = lengthMs ?? item.durationMs;
  return endMs === null || heardToMs > endMs + BEYOND_MS ? null : endMs;
}

export function positionOf(entry: Entry, now: number): number {
  return positionAt(entry.anchor, now, endOf(entry));
}

export function placedAt(entry: Entry, positionMs: number, now: number): Entry {
  return { ...entry, anchor: resting(positionMs, now) };
}

/** The whole seconds that only the end report may say: the service's own length, else the player's, rounded up. */
export function fullLengthS(entry: Entry): number {
  return Math.ceil((entry.item.durationMs ?? endOf(entry) ?? entry.heardToMs) / 1000);
}

/** `elapsedTime` rounds down and stays below the length: only the end report says that. */
export function elapsedS(entry: Entry, positionMs: number): number {
  const wholeS = Math.floor(positionMs / 1000);
  const isBounded = entry.item.durationMs !== null || endOf(entry) !== null;
  return isBounded ? Math.min(wholeS, Math.max(0, fullLengthS(entry) - 1)) : wholeS;
}

export function withEndOf(entry: Entry, end: Entry['end']): Entry {
  return { ...entry, end };
}

/** Nothing of it is left to sound; whether its end is told is another matter. */
export function over(entry: Entry): Entry {
  return { ...entry, over: true };
}

export function withoutAddress(entry: Entry): Entry {
  return entry.address === null ? entry : { ...entry, address: null };
}

export function anchored(entry: Entry, anchor: Entry['anchor']): Entry {
  return anchor === entry.anchor ? entry : { ...entry, anchor };
}

export function oneMoreFault(entry: Entry): Entry {
  return { ...withoutAddress(entry), faults: entry.faults + 1 };
}

export function withoutFaults(entry: Entry): Entry {
  return entry.faults === 0 ? entry : { ...entry, faults: 0 };
}

export function withFeedback(entry: Entry, feedback: Feedback | null): Entry {
  return { ...entry, item: { ...entry.item, feedback } };
}

export function peekIsDue(entry: Entry): Entry {
  return { ...entry, peekDue: true };
}

export function peeked(entry: Entry): Entry {
  return { ...entry, peeks: entry.peeks + 1, peekDue: false };
}

/** As nothing stands before it yet, and nobody has asked what follows it. */
export function neverAskedAbout(entry: Entry): Entry {
  return { ...entry, after: null, peeks: 0 };
}

/** The place before it in the same setting of the source. */
export function following(entry: Entry, after: Entry['after']): Entry {
  return { ...entry, after };
}

export function withNotes(entry: Entry, notes: Entry['notes']): Entry {
  return { ...entry, notes };
}

/** `question`: that of the last note; null: no answer to a note says anything now. */
export function withLastNote(entry: Entry, question: number | null): Entry {
  return { ...entry, lastNote: question };
}
