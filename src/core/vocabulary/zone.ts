/**
 * The rules of local time, as a table: from `atMs` (epoch) on, local time is UTC + `offsetMs`, in the order of time.
 * The first offset holds before it, too. Empty: UTC.
 */
export type Zone = readonly { readonly atMs: number; readonly offsetMs: number }[];

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The longest wait for a weekday, with a day to spare on either side. */
const DAYS_AHEAD = 8;

function offsetAt(zone: Zone, epochMs: number): number {
  return (zone.findLast(({ atMs }) => atMs <= epochMs) ?? zone[0])?.offsetMs ?? 0;
}

/** Returns when local clocks show this time: in a gap at its end, in a doubled hour the first time. */
function momentOf(zone: Zone, localMs: number): number {
  for (const [at, { offsetMs }] of zone.entries()) {
    const utcMs = localMs - offsetMs;
    const endMs = zone[at + 1]?.atMs ?? Number.POSITIVE_INFINITY;
    if (utcMs < endMs) return at === 0 ? utcMs : Math.max(utcMs, zone[at]?.atMs ?? utcMs);
  }
  return localMs;
}

/** The minutes since local midnight. */
function minuteOf(zone: Zone, epochMs: number): number {
  const localMs = epochMs + offsetAt(zone, epochMs);
  return Math.floor((((localMs % DAY_MS) + DAY_MS) % DAY_MS) / MINUTE_MS);
}

/** 1970-01-01 was a Thursday; 1 is Monday. */
function weekdayOf(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

/** Returns when it is next `minute` (since midnight) on one of these weekdays, after `afterMs`; no days: any. */
export function nextMoment(zone: Zone, minute: number, days: readonly number[], afterMs: number): number {
  const today = Math.floor((afterMs + offsetAt(zone, afterMs)) / DAY_MS);
  for (let day = today - 1; day <= today + DAYS_AHEAD; day += 1) {
    if (days.length > 0 && !days.includes(weekdayOf(day))) continue;
    const atMs = momentOf(zone, day * DAY_MS + minute * MINUTE_MS);
    if (atMs > afterMs) return atMs;
  }
  return Number.POSITIVE_INFINITY;
}

/** Hours of each day, from one minute since midnight to another, perhaps beyond midnight. */
export interface Hours {
  readonly fromMin: number;
  readonly toMin: number;
}

export function isWithin(zone: Zone, { fromMin, toMin }: Hours, epochMs: number): boolean {
  const minute = minuteOf(zone, epochMs);
  return fromMin < toMin ? minute >= fromMin && minute < toMin : minute >= fromMin || minute < toMin;
}

/** Returns when these hours next begin or end. */
export function nextEdge(zone: Zone, { fromMin, toMin }: Hours, afterMs: number): number {
  return Math.min(nextMoment(zone, fromMin, [], afterMs), nextMoment(zone, toMin, [], afterMs));
}
