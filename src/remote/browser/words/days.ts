/** Dates, times of day and spans as people say them. */
import type { Unit } from './numbers.js';
import type { Words } from './words.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

function midnightOf(ms: number): number {
  return new Date(ms).setHours(0, 0, 0, 0);
}

export function sameDay(ms: number, other: number | undefined): boolean {
  return other !== undefined && midnightOf(ms) === midnightOf(other);
}

/** Returns `today`, `yesterday`, or a date such as `Tuesday 5 March`, relative to `nowMs` of the same clock. */
export function dayWords({ tag }: Pick<Words, 'tag'>, ms: number, nowMs: number): string {
  // A day on which the clocks change is an hour longer or shorter.
  const days = Math.round((midnightOf(nowMs) - midnightOf(ms)) / DAY_MS);
  if (days === 0 || days === 1)
    return new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }).format(-days, 'day');
  return new Date(ms).toLocaleDateString(tag, { weekday: 'long', day: 'numeric', month: 'long' });
}

/** Returns a time such as `21:04`. */
export function hourWords({ tag }: Pick<Words, 'tag'>, ms: number): string {
  return new Date(ms).toLocaleTimeString(tag, { hour: '2-digit', minute: '2-digit' });
}

/** Formats the day of an ISO 8601 timestamp, such as `3 Mar 2024`; empty for anything else. */
export function dateWords({ tag }: Pick<Words, 'tag'>, timestamp: string): string {
  const date = new Date(timestamp);
  if (Number.isNaN(date.getTime())) return '';
  return date.toLocaleDateString(tag, { day: 'numeric', month: 'short', year: 'numeric' });
}

/** Formats a moment in the future or the recent past, such as `5 Mar, 18:00`. */
export function untilWords({ tag }: Pick<Words, 'tag'>, ms: number): string {
  return new Date(ms).toLocaleString(tag, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
}

/** Returns a span of at least a minute in the largest unit that fits a whole time. */
function toSpan(ms: number): [number, Unit] {
  if (ms < HOUR_MS) return [Math.floor(ms / MINUTE_MS), 'minute'];
  return ms < DAY_MS ? [Math.floor(ms / HOUR_MS), 'hour'] : [Math.floor(ms / DAY_MS), 'day'];
}

/** Formats a span: `less than a minute`, `5 minutes`, `3 hours`, `12 days`. */
export function spanWords({ say, amount }: Words, ms: number): string {
  return ms < MINUTE_MS ? say('lessThanMinute') : amount(...toSpan(ms));
}

/** Formats when a client was last seen, relative to `nowMs` of the same clock. */
export function lastUseWords({ say, tag }: Words, lastSeenMs: number | undefined, nowMs: number): string {
  if (lastSeenMs === undefined) return say('neverUsed');
  const ms = nowMs - lastSeenMs;
  if (ms < MINUTE_MS) return say('justUsed');
  const [count, unit] = toSpan(ms);
  return say('usedAgo', { ago: new Intl.RelativeTimeFormat(tag).format(-count, unit) });
}

/** Formats how long an invitation is still valid, in whole minutes except for the last one. */
export function leftWords({ say, amount }: Words, ms: number): string {
  if (ms < MINUTE_MS) return say('goodForMoment');
  return say('goodFor', { time: amount(...toSpan(ms + MINUTE_MS - 1)) });
}
