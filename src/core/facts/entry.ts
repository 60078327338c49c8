import type { OpenEnd, End, Entry } from '../model/entry.js';
import type { Item } from '../item.js';
import { positionAt, resting } from '../position.js';

/** An address lives five minutes or longer: one older than this is not trusted. */
const LEASE_MS = 240_000;
/** Sound that is so far beyond a length shows that the length is wrong. */
const BEYOND_MS = 1_000;

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
    end: { at: 'ahead' },
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

/** Its end must be told, as what has come; `gaveUpAtMs`: where it was given up. */
export function ended(entry: Entry, gaveUpAtMs: number | null = null): Entry {
  const at = gaveUpAtMs === null ? fullLengthS(entry) : elapsedS(entry, gaveUpAtMs);
  // What has no place cannot be reported: the service goes on from it by itself, or does not.
  const end: End =
    entry.item.index === null
      ? { at: 'taken', looks: 0, waited: false }
      : { at: 'due', by: 'end', elapsedS: at, tries: 0 };
  return { ...entry, end: entry.end.at === 'ahead' ? end : entry.end };
}

export function isUnsettled(end: End): end is Exclude<End, { at: 'ahead' | 'settled' }> {
  return end.at !== 'ahead' && end.at !== 'settled';
}

export function isOpenEnd(end: End): end is OpenEnd {
  return end.at === 'due' || end.at === 'sent' || end.at === 'unknown';
}
