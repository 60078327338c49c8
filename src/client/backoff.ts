/** Waits between attempts: the upper bound doubles from 0.5 s to 15 s. */
const FIRST_MS = 500;
const LONGEST_MS = 15_000;

/**
 * How long to wait before the next attempt, in milliseconds, after `failures` (1 and up) in a row.
 * Between half and the whole of the bound, so that phones which lost a speaker together do not return together.
 */
export function backoffMs(failures: number, random: () => number): number {
  const bound = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 16));
  return Math.round(bound * (0.5 + random() / 2));
}
