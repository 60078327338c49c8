/** Bounds of the wait between two attempts, in milliseconds: it doubles from 0.5 s to 15 s. */
const FIRST_MS = 500;
const LONGEST_MS = 15_000;

/**
 * Returns the wait before the next attempt, in milliseconds, after `failures` (1 or more) failed attempts in a row. It
 * lies between half of the bound and the bound, so that phones that lost a speaker together do not reconnect at the
 * same moment.
 */
export function backoffMs(failures: number, random: () => number): number {
  const bound = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 16));
  return Math.round(bound * (0.5 + random() / 2));
}
