/** When something was, as people tell it: the day, and the hour of it. */
import type { Words } from './words.js';

const DAY_MS = 86_400_000;

function midnightOf(ms: number): number {
  return new Date(ms).setHours(0, 0, 0, 0);
}

export function sameDay(ms: number, other: number | undefined): boolean {
  return other !== undefined && midnightOf(ms) === midnightOf(other);
}

/** `today`, `yesterday`, then `Tuesday 5 March`; seen from `nowMs` of the same clock. */
export function dayWords({ tag }: Pick<Words, 'tag'>, ms: number, nowMs: number): string {
  // A day in which the clocks are changed has an hour more or less.
  const days = Math.round((midnightOf(nowMs) - midnightOf(ms)) / DAY_MS);
  if (days === 0 || days === 1)
    return new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }).format(-days, 'day');
  return new Date(ms).toLocaleDateString(tag, { weekday: 'long', day: 'numeric', month: 'long' });
}

/** `21:04`. */
export function hourWords({ tag }: Pick<Words, 'tag'>, ms: number): string {
  return new Date(ms).toLocaleTimeString(tag, { hour: '2-digit', minute: '2-digit' });
}
