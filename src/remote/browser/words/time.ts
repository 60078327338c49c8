import type { Say } from '../../../lib/sentences.js';
import type { English } from './catalogue.js';
import type { Numbers } from './numbers.js';

/** Durations in the words of a language; dates are loaded later (`days.ts`). */
export interface Times {
  /** Formats a duration such as `4:05` or `1:02:09`. */
  readonly timeDigits: (ms: number) => string;
  /** Formats a position such as `1 minute 5 seconds of 4 minutes`, for a screen reader. */
  readonly positionWords: (positionMs: number, durationMs: number) => string;
}

export interface TimesOptions extends Numbers {
  readonly tag: string;
  readonly say: Say<English, string | number, string>;
}

function clockParts(ms: number): { hours: number; minutes: number; seconds: number } {
  const all = Math.floor(ms / 1000);
  return { hours: Math.floor(all / 3600), minutes: Math.floor(all / 60) % 60, seconds: all % 60 };
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
  };
}
