import { AHEAD, elapsedS, fullLengthS, neverAskedAbout, over, withEndOf, withNotes } from './entry.js';
import type { End, EndedBy, Entry, OpenEnd } from '../model/playlist.js';

type TakenEnd = Extract<End, { readonly at: 'taken' }>;

export const SETTLED: End = { at: 'settled' };
/** The service has heard of it, and what follows is still to be told. */
export const TAKEN: TakenEnd = { at: 'taken', looks: 0, waited: false };

/** To be told, for the first time. */
export function due(by: EndedBy, elapsedS: number): OpenEnd {
  return { at: 'due', by, elapsedS, tries: 0 };
}

/** The service has surely not heard of it. */
export function dueAgain(end: OpenEnd): OpenEnd {
  return { ...end, at: 'due' };
}

export function sent(end: OpenEnd): OpenEnd {
  return { ...end, at: 'sent', tries: end.tries + 1 };
}

/** The service may have heard of it. `tries`: as if it had been sent so often. */
export function unknown(end: OpenEnd, tries = end.tries): OpenEnd {
  return { ...end, at: 'unknown', tries };
}

/** Not to be sent again, whatever it is. */
export function triedOut(end: OpenEnd, tries: number): OpenEnd {
  return { ...end, tries };
}

/** It was looked for what follows, `looks` times. */
export function looked(looks: number): TakenEnd {
  return { ...TAKEN, looks };
}

/** It is time to look for what follows. */
export function waited(end: TakenEnd): TakenEnd {
  return { ...end, waited: true };
}

/** Its end must be told, as what has come; `gaveUpAtMs`: where it was given up. */
export function ended(entry: Entry, gaveUpAtMs: number | null = null): Entry {
  const at = gaveUpAtMs === null ? fullLengthS(entry) : elapsedS(entry, gaveUpAtMs);
  // What has no place cannot be reported: the service goes on from it by itself, or does not.
  const end = entry.item.index === null ? TAKEN : due('end', at);
  return entry.end.at === 'ahead' ? withEndOf(entry, end) : entry;
}

/** Nothing of it is left to sound, and its end must be told. `gaveUpAtMs`: where it was given up. */
export function overAndEnded(entry: Entry, gaveUpAtMs: number | null = null): Entry {
  return ended(over(entry), gaveUpAtMs);
}

/** Its end lies ahead again; what is over has come to it once more. */
export function reopened(entry: Entry): Entry {
  const ahead = withEndOf(entry, AHEAD);
  return entry.over ? ended(ahead) : ahead;
}

/** The same piece, as another setting of the source has it: nothing of it has been told there. */
export function asBegunAnew(entry: Entry): Entry {
  return reopened(withNotes(neverAskedAbout(entry), []));
}

/** What follows it is told: no more is said of it. */
export function settled(entry: Entry): Entry {
  return withNotes(withEndOf(entry, SETTLED), []);
}
