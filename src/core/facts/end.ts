import { AHEAD, elapsedS, fullLengthS, over, withEndOf, withNotes } from './entry.js';
import type { End, EndedBy, Entry, OpenEnd } from '../model/playlist.js';

type TakenEnd = Extract<End, { readonly at: 'taken' }>;

/** The service rounds its lengths, and files end with a little silence of their own. */
const SHORT_MS = 2_000;

export const SETTLED: End = { at: 'settled' };
/** The service has received the report of the end but has not said yet what follows. */
export const TAKEN: TakenEnd = { at: 'taken', looks: 0, waited: false };

/** Returns an end that is still to be reported, with no attempt made. `elapsedS`: where it ended, in whole seconds. */
export function due(by: EndedBy, elapsedS: number): OpenEnd {
  return { at: 'due', by, elapsedS, tries: 0 };
}

/** Makes the end due for another attempt: the service certainly has not received the report. */
export function dueAgain(end: OpenEnd): OpenEnd {
  return { ...end, at: 'due' };
}

/** Marks the report as possibly received by the service. `tries`: how many sendings to count. */
export function endUnknown(end: OpenEnd, tries = end.tries): OpenEnd {
  return { ...end, at: 'unknown', tries };
}

/** Marks the wait before the next request for what follows as over. */
export function waitOver(end: TakenEnd): TakenEnd {
  return { ...end, waited: true };
}

/** Makes the end due, because it was reached. `gaveUpAtMs`: the position at which the item was given up, or null. */
export function endReached(entry: Entry, gaveUpAtMs: number | null = null): Entry {
  const endMs = gaveUpAtMs ?? shortEndOf(entry);
  const at = endMs === null ? fullLengthS(entry) : elapsedS(entry, endMs);
  // An item without an index cannot be reported: the service moves on from it by itself, or not at all.
  const end = entry.item.index === null ? TAKEN : due('end', at);
  return entry.end.at === 'ahead' ? withEndOf(entry, end) : entry;
}

/** Where the data end if that is well before the length that the service states: no more than that was heard. */
function shortEndOf({ item, lengthMs, heardToMs }: Entry): number | null {
  if (lengthMs === null || item.durationMs === null) return null;
  const endMs = Math.max(lengthMs, heardToMs);
  return item.durationMs - endMs > SHORT_MS ? endMs : null;
}

/** Marks the entry as over and its end as due. `gaveUpAtMs`: the position at which the item was given up, or null. */
export function overAndEnded(entry: Entry, gaveUpAtMs: number | null = null): Entry {
  return endReached(over(entry), gaveUpAtMs);
}

/** Sets the end back to `ahead`, or to due again if the entry is over. */
export function endReopened(entry: Entry): Entry {
  const ahead = withEndOf(entry, AHEAD);
  return entry.over ? endReached(ahead) : ahead;
}

/** Resets the reports about the entry: in another setting of the source, nothing of the piece is reported yet. */
export function asBegunAnew(entry: Entry): Entry {
  return endReopened({ ...entry, after: null, notes: [], peeks: 0 });
}

/** Marks the end as settled: the service has said what follows. Drops the notes not sent yet. */
export function endSettled(entry: Entry): Entry {
  return withNotes(withEndOf(entry, SETTLED), []);
}
