/** What is waited out, as far as the waits differ: no sound device; an audio address that gave nothing; the service. */
export const FAULTS = ['device', 'address', 'offline', 'serviceError'] as const;
export type Fault = (typeof FAULTS)[number];

export interface Delay {
  readonly delayMs: number;
  /** Random part on top. */
  readonly spreadMs: number;
}

/** Least and longest wait, milliseconds. */
type Wait = readonly [leastMs: number, longestMs: number];

/**
 * No wait is longer than two seconds or all the waits before it, so that who was away for long is heard of again
 * within as long; and half of each is chance, so that many speakers that lost the service together do not return
 * together.
 */
const AWAY: readonly Wait[] = [
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

const SCHEDULES: Record<Fault, readonly Wait[]> = {
  // Nobody else is asked, and what was plugged in again is heard within three seconds.
  device: [
    [500, 750],
    [1_000, 1_500],
    [2_000, 2_500],
  ],
  address: [
    [0, 1_000],
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

/** Longer than this no service is obeyed that asks for patience: it would be silence without end. */
const PATIENCE_MS = 3_600_000;
/** Those who were told to come back at the same time are spread over half of what they waited, or a minute. */
const MOST_SPREAD_MS = 60_000;

/** How long to wait before try number `attempt` (0 = the first); without `retryAfterMs` at most a minute with its spread. */
export function backoff(fault: Fault, attempt: number, retryAfterMs: number | null): Delay {
  const schedule = SCHEDULES[fault];
  const [leastMs, longestMs] = schedule[Math.min(attempt, schedule.length - 1)] ?? [0, 0];
  const toldMs = Math.min(retryAfterMs ?? 0, PATIENCE_MS);
  const spreadMs = Math.max(longestMs - leastMs, Math.min(Math.round(toldMs / 2), MOST_SPREAD_MS));
  return { delayMs: Math.max(leastMs, toldMs), spreadMs };
}
