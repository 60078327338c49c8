/** Bounds of the wait between two attempts, in milliseconds: it doubles from 0.5 s to 15 s. */
const FIRST_MS = 500;
const LONGEST_MS = 15_000;
/** A session that lasted this long, in milliseconds, ends a row of failures; one that is cut sooner is one of them. */
export const STEADY_MS = 5_000;
/** The same after a refusal. Each attempt with a void token uses up a part of what the speaker grants to a peer. */
const FIRST_REFUSED_MS = 12_000;
const LONGEST_REFUSED_MS = 5 * 60_000;

/**
 * Returns the wait before the next attempt, in milliseconds, after `failures` (1 or more) failed attempts in a row. It
 * lies between half of the bound and the bound, so that phones that lost a speaker together do not reconnect at the
 * same moment.
 */
export function backoffMs(failures: number, random: () => number): number {
  const bound = doubled(failures, FIRST_MS, LONGEST_MS);
  return Math.round(bound * (0.5 + random() / 2));
}

/**
 * Returns the wait before the next attempt, in milliseconds, after `refusals` (1 or more) refusals in a row: 12 s,
 * doubled up to five minutes. A refusal may come from a stranger who holds the speaker's address for a moment.
 */
export function refusedMs(refusals: number): number {
  return doubled(refusals, FIRST_REFUSED_MS, LONGEST_REFUSED_MS);
}

function doubled(times: number, firstMs: number, longestMs: number): number {
  return Math.min(longestMs, firstMs * 2 ** Math.min(times - 1, 16));
}
