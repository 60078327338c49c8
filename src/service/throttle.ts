import type { Clock } from '../contract/ports.js';

/** Longest wait accepted from a 429; from other statuses a tenth, to notice soon when the service is back. */
const LONGEST_WAIT_MS = 600_000;

/**
 * Reads a `Retry-After` header (seconds or an HTTP date, RFC 9110 §10.2.3) as a capped wait in milliseconds; undefined
 * if it is missing or invalid. A date is compared with the answer's own `Date`, because the device's clock may be
 * wrong.
 */
export function toRetryAfterMs(
  status: number,
  headers: { readonly 'retry-after'?: string | undefined; readonly date?: string | undefined },
  nowEpochMs: number,
): number | undefined {
  const value = headers['retry-after']?.trim();
  if (!value) return undefined;
  const longest = status === 429 ? LONGEST_WAIT_MS : LONGEST_WAIT_MS / 10;
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1_000, longest);
  const until = /^[A-Z][a-z]+,? /.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(until)) return undefined;
  const sent = Date.parse(headers.date ?? '');
  return Math.min(Math.max(until - (Number.isNaN(sent) ? nowEpochMs : sent), 0), longest);
}

export interface Throttle {
  /** Milliseconds until the next request may be sent; 0: now. */
  remainingMs(): number;
  hold(ms: number): void;
}

/** Creates a throttle that holds requests back for as long as the service has asked. */
export function createThrottle(clock: Clock): Throttle {
  let freeAtMs = Number.NEGATIVE_INFINITY;
  return {
    remainingMs: () => Math.max(0, Math.ceil(freeAtMs - clock.steadyMs())),
    hold: ms => {
      freeAtMs = Math.max(freeAtMs, clock.steadyMs() + ms);
    },
  };
}

/** Never holds requests back. For callers with tokens of their own: a limit on one account says nothing of the next. */
export const UNHELD: Throttle = { remainingMs: () => 0, hold: () => undefined };
