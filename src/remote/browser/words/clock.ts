/** Times of day, weekdays and what remains, as an alarm and a sleep timer tell them. */
import type { Words } from './words.js';
import { hourWords } from './days.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The local time of day of a moment, such as `07:05`, as fields and the speaker read it. */
export function timeOf(ms: number): string {
  const at = new Date(ms);
  return [at.getHours(), at.getMinutes()].map(part => String(part).padStart(2, '0')).join(':');
}

/** Returns a moment of today, or of tomorrow if that has passed, milliseconds from `nowMs`; a day at most. */
export function untilTime(time: string, nowMs: number): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const at = new Date(nowMs);
  at.setHours(hour, minute, 0, 0);
  if (at.getTime() <= nowMs) at.setDate(at.getDate() + 1);
  return Math.min(DAY_MS, at.getTime() - nowMs);
}

/** Formats a time of day such as `07:05` as the language does. */
export function clockWords(words: Words, time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hourWords(words, new Date(2024, 0, 1, hour, minute).getTime());
}

/** The weekday of a moment to come; empty within a day of `nowMs`. */
export function dayOf(
  { tag }: Pick<Words, 'tag'>,
  atMs: number,
  nowMs: number,
  weekday: 'short' | 'long',
): string {
  return atMs - nowMs < DAY_MS ? '' : new Date(atMs).toLocaleDateString(tag, { weekday });
}

/** Formats what remains: `1 hr 5 min`, `24 min`, `40 sec`. */
export function remainingWords(
  { tag }: Pick<Words, 'tag'>,
  ms: number,
  unitDisplay: 'narrow' | 'short' | 'long',
): string {
  const amount = (count: number, unit: string): string =>
    new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay }).format(count);
  if (ms <= MINUTE_MS) return amount(Math.max(0, Math.ceil(ms / 1_000)), 'second');
  const minutes = Math.ceil(ms / MINUTE_MS);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [
    ...(hours === 0 ? [] : [amount(hours, 'hour')]),
    ...(rest === 0 ? [] : [amount(rest, 'minute')]),
  ].join(' ');
}

/** The name of a weekday; 1 is Monday. */
export function weekdayWords({ tag }: Pick<Words, 'tag'>, day: number, weekday: 'short' | 'long'): string {
  // 2024 began on a Monday.
  return new Date(2024, 0, day).toLocaleDateString(tag, { weekday });
}

interface WithWeek {
  readonly weekInfo?: { readonly firstDay: number };
  readonly getWeekInfo?: () => { readonly firstDay: number };
}

/** The weekdays in the order of the language; 1 is Monday, where the browser does not know. */
export function weekOf(tag: string): readonly number[] {
  const locale = new Intl.Locale(tag) as WithWeek;
  const { firstDay = 1 } = locale.getWeekInfo?.() ?? locale.weekInfo ?? {};
  return Array.from({ length: 7 }, (_, at) => ((firstDay - 1 + at) % 7) + 1);
}

/** Returns on which days an alarm rings: `Every day`, `Weekends`, `Mon, Wed`; without days: `Once`. */
export function daysWords(words: Words, days: readonly number[]): string {
  const { say, tag } = words;
  const has = (...wanted: number[]): boolean =>
    days.length === wanted.length && wanted.every(day => days.includes(day));
  if (days.length === 0) return say('once');
  if (days.length === 7) return say('everyDay');
  if (has(1, 2, 3, 4, 5)) return say('weekdays');
  if (has(6, 7)) return say('weekends');
  const names = weekOf(tag)
    .filter(day => days.includes(day))
    .map(day => weekdayWords(words, day, 'short'));
  return new Intl.ListFormat(tag, { type: 'unit', style: 'short' }).format(names);
}
