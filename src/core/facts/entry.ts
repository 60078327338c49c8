import type { Item } from '../vocabulary/item.js';
import type { End, Entry } from '../model/playlist.js';
import { positionAt, resting } from '../vocabulary/position.js';

/** How long an address is trusted; the service guarantees at least five minutes. */
export const LEASE_MS = 240_000;
/** Sound this far past a length shows that the length is wrong. */
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
    breaksAtMs: null,
    peeks: 0,
    peekDue: false,
  };
}

function toAddress({ audioUrl }: Item, now: number): Entry['address'] {
  return audioUrl === null ? null : { url: audioUrl, sinceMs: now };
}

/** Updates the entry with the item as the service describes it now. Keeps the old address if the answer has none. */
export function itemRenewed(entry: Entry, item: Item, now: number): Entry {
  return { ...entry, item, address: toAddress(item, now) ?? entry.address };
}

export function isFresh({ address }: Entry, now: number): boolean {
  return address !== null && now - address.sinceMs < LEASE_MS;
}

/** The end position: the player's length, else the service's. Null if neither is known or the sound went past it. */
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

/** The length in whole seconds, rounded up, which only an end report states: the service's, else the player's. */
export function fullLengthS(entry: Entry): number {
  return Math.ceil((entry.item.durationMs ?? endOf(entry) ?? entry.heardToMs) / 1000);
}

/** The `elapsedTime` of a report: whole seconds, rounded down, and below the length that only an end report states. */
export function elapsedS(entry: Entry, positionMs: number): number {
  const wholeS = Math.floor(positionMs / 1000);
  const isBounded = entry.item.durationMs !== null || endOf(entry) !== null;
  return isBounded ? Math.min(wholeS, Math.max(0, fullLengthS(entry) - 1)) : wholeS;
}

export function withEndOf(entry: Entry, end: Entry['end']): Entry {
  return { ...entry, end };
}

/** Marks the entry as over: nothing of it is left to sound. Whether its end was reported is separate. */
export function over(entry: Entry): Entry {
  return { ...entry, over: true };
}

export function withoutAddress(entry: Entry): Entry {
  return entry.address === null ? entry : { ...entry, address: null };
}

export function withAnchor(entry: Entry, anchor: Entry['anchor']): Entry {
  return anchor === entry.anchor ? entry : { ...entry, anchor };
}

export function withNotes(entry: Entry, notes: Entry['notes']): Entry {
  return { ...entry, notes };
}

/** Sets the question of the last note. Null: the answer to an earlier note is ignored. */
export function withLastNote(entry: Entry, question: number | null): Entry {
  return { ...entry, lastNote: question };
}
