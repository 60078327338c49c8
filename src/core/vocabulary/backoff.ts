/** The faults whose waits differ: no sound device; an audio address that failed; the service. */
export const FAULTS = ['device', 'address', 'offline', 'serviceError'] as const;
export type Fault = (typeof FAULTS)[number];

export interface Delay {
  readonly delayMs: number;
  /** The upper limit of the random part that is added. */
  readonly spreadMs: number;
}

/** Shortest and longest wait, milliseconds. */
type WaitRange = readonly [leastMs: number, longestMs: number];

/**
 * No wait is longer than two seconds or the sum of all waits before it, so a service that was away for long is
 * noticed within as long again. Half of each wait is random, so that many speakers that lost the service together do
 * not return together.
 */
const AWAY: readonly WaitRange[] = [
  [500, 2_000],
  [500, 2_000],
  [1_000, 2_000],
  [1_000, 2_000],
  [1_500, 3_000],
  [2_250, 4_500],
  [3_350, 6_700],
  [5_000, 10_000],
  [7_500, 15_000],
  [11_000, 22_000],
  [16_500, 33_000],
  [25_000, 50_000],
  [30_000, 60_000],
];

const SCHEDULES: Record<Fault, readonly WaitRange[]> = {
  // A device plugged in again sounds within three seconds; one that is away for minutes is switched off.
  device: [
    [500, 750],
    [1_000, 1_500],
    ...Array.from({ length: 60 }, (): WaitRange => [2_000, 2_500]),
    [8_000, 12_000],
  ],
  // The first wait is short, as the sound has stopped. Players have buffered differently, so their tries are spread anyway.
  address: [
    [0, 250],
    [500, 2_000],
    [1_000, 2_000],
    [1_000, 2_000],
    [2_000, 4_000],
    [4_000, 8_000],
    [7_500, 15_000],
    [15_000, 30_000],
  ],
  offline: AWAY,
  serviceError: AWAY,
};

/** The longest wait that a service may ask for; more would be endless silence. */
const PATIENCE_MS = 3_600_000;
/** Speakers told to come back at the same time are spread over half of what they waited, at most a minute. */
const MOST_SPREAD_MS = 60_000;

/** Returns the wait before attempt number `attempt` (0 = the first): at most a minute without `retryAfterMs`. */
export function backoff(fault: Fault, attempt: number, retryAfterMs: number | null): Delay {
  const schedule = SCHEDULES[fault];
  const [leastMs, longestMs] = schedule[Math.min(attempt, schedule.length - 1)] ?? [0, 0];
  const toldMs = Math.min(retryAfterMs ?? 0, PATIENCE_MS);
  const spreadMs = Math.max(longestMs - leastMs, Math.min(Math.round(toldMs / 2), MOST_SPREAD_MS));
  return { delayMs: Math.max(leastMs, toldMs), spreadMs };
}
