/** Dates and times of day as people say them. */
import type { Words } from './words.js';

const DAY_MS = 86_400_000;

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
