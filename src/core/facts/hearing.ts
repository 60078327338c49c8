import { AHEAD, anchored, placedAt, withEndOf, withoutAddress } from './entry.js';
import type { Entry } from '../model/playlist.js';
import { corrected } from '../position.js';

/** Steps of the position that are longer than this were no sound. */
const LONGEST_STEP_MS = 5_000;

/** It has begun to sound there. */
export function sounded(
  entry: Entry,
  told: Pick<Entry, 'lengthMs' | 'isOpen'> & { readonly positionMs: number },
  now: number,
): Entry {
  const { positionMs, lengthMs, isOpen } = told;
  const firstHeardMs = entry.firstHeardMs ?? now;
  return { ...placedAt(entry, positionMs, now), firstHeardMs, heardToMs: positionMs, lengthMs, isOpen };
}

/** The player knows all of it. */
export function measured(entry: Entry, lengthMs: number): Entry {
  return { ...entry, lengthMs, isOpen: false };
}

/** The player has come to the end of what it has of it. */
export function endedAt(entry: Entry, positionMs: number, lengthMs: number | null): Entry {
  return { ...entry, lengthMs: lengthMs ?? entry.lengthMs, heardToMs: positionMs };
}

/** Sound goes on there. */
export function heardTo(entry: Entry, positionMs: number): Entry {
  return { ...entry, heardToMs: positionMs };
}

/** It has sounded on up to there, at this time. */
export function heardOn(entry: Entry, positionMs: number, now: number): Entry {
  const untoldMs = entry.untoldMs + soundBetween(entry, positionMs);
  return { ...anchored(entry, corrected(entry.anchor, positionMs, now)), untoldMs, heardToMs: positionMs };
}

function soundBetween({ heardToMs }: Entry, positionMs: number): number {
  const stepMs = positionMs - heardToMs;
  return stepMs > 0 && stepMs <= LONGEST_STEP_MS ? stepMs : 0;
}

/** So much of what was heard is told. */
export function withUntold(entry: Entry, untoldMs: number): Entry {
  return { ...entry, untoldMs };
}

/** Its data broke off there. */
export function cutAt(entry: Entry, positionMs: number): Entry {
  return { ...withoutAddress(entry), cutAtMs: positionMs };
}

/** A listener, or the service, goes to another place in it. An end that surely nobody has heard of has not come after all. */
export function jumpedTo(entry: Entry, positionMs: number, now: number): Entry {
  const isUntold = entry.end.at === 'due' && entry.end.by === 'end';
  const open = isUntold ? withEndOf(entry, AHEAD) : entry;
  return { ...placedAt(open, positionMs, now), cue: entry.cue + 1, heardToMs: positionMs, cutAtMs: null };
}
