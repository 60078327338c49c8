import type { Say } from '../../../sentences.js';
import type { English } from './catalogue.js';
import type { Numbers, Unit } from './numbers.js';

/** Times and durations in the words of a language. */
export interface Times {
  /** Formats a duration such as `4:05` or `1:02:09`. */
  readonly timeDigits: (ms: number) => string;
  /** Formats a position such as `1 minute 5 seconds of 4 minutes`, for a screen reader. */
  readonly positionWords: (positionMs: number, durationMs: number) => string;
  /** Formats the day of an ISO 8601 timestamp, such as `3 Mar 2024`; empty for anything else. */
  readonly dateWords: (timestamp: string) => string;
  /** Formats a span: `less than a minute`, `5 minutes`, `3 hours`, `12 days`. */
  readonly spanWords: (ms: number) => string;
  /** Formats when a client was last seen, relative to `nowMs` of the same clock. */
  readonly lastUseWords: (lastSeenMs: number | undefined, nowMs: number) => string;
  /** Formats a moment in the future or the recent past, such as `5 Mar, 18:00`. */
  readonly untilWords: (ms: number) => string;
  /** Formats how long an invitation is still valid, in whole minutes except for the last one. */
  readonly leftWords: (ms: number) => string;
}

export interface TimesOptions extends Numbers {
  readonly tag: string;
  readonly say: Say<English, string | number, string>;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

function clockParts(ms: number): { hours: number; minutes: number; seconds: number } {
  const all = Math.floor(ms / 1000);
  return { hours: Math.floor(all / 3600), minutes: Math.floor(all / 60) % 60, seconds: all % 60 };
}

/** Returns a span of at least a minute in the largest unit that fits a whole time. */
function toSpan(ms: number): [number, Unit] {
  if (ms < HOUR_MS) return [Math.floor(ms / MINUTE_MS), 'minute'];
  return ms < DAY_MS ? [Math.floor(ms / HOUR_MS), 'hour'] : [Math.floor(ms / DAY_MS), 'day'];
}

export function createTimes({ tag, say, amount, digits }: TimesOptions): Times {
  // Used four times a second while something plays: created once, on first use.
  let list: Intl.ListFormat | null = null;

  function timeWords(ms: number): string {
    const { hours, minutes, seconds } = clockParts(ms);
    list ??= new Intl.ListFormat(tag, { type: 'unit', style: 'narrow' });
    return list.format([
      ...(hours > 0 ? [amount(hours, 'hour')] : []),
      ...(minutes > 0 ? [amount(minutes, 'minute')] : []),
      amount(seconds, 'second'),
    ]);
  }

  return {
    timeDigits(ms) {
      const { hours, minutes, seconds } = clockParts(ms);
      const rest = digits(seconds, 2);
      if (hours === 0) return `${digits(minutes, 1)}:${rest}`;
      return `${digits(hours, 1)}:${digits(minutes, 2)}:${rest}`;
    },
    positionWords: (positionMs, durationMs) =>
      say('positionOf', { position: timeWords(positionMs), length: timeWords(durationMs) }),
    dateWords(timestamp) {
      const date = new Date(timestamp);
      if (Number.isNaN(date.getTime())) return '';
      return date.toLocaleDateString(tag, { day: 'numeric', month: 'short', year: 'numeric' });
    },
    spanWords: ms => (ms < MINUTE_MS ? say('lessThanMinute') : amount(...toSpan(ms))),
    lastUseWords(lastSeenMs, nowMs) {
      if (lastSeenMs === undefined) return say('neverUsed');
      const ms = nowMs - lastSeenMs;
      if (ms < MINUTE_MS) return say('justUsed');
      const [count, unit] = toSpan(ms);
      return say('usedAgo', { ago: new Intl.RelativeTimeFormat(tag).format(-count, unit) });
    },
    untilWords: ms =>
      new Date(ms).toLocaleString(tag, {
        day: 'numeric',
        month: 'short',
        hour: '2-digit',
        minute: '2-digit',
      }),
    leftWords: ms =>
      ms < MINUTE_MS ? say('goodForMoment') : say('goodFor', { time: amount(...toSpan(ms + MINUTE_MS - 1)) }),
  };
}
