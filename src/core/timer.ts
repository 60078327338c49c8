/** What is waited for; at most one of each name runs. */
export const TIMERS = [
  'soundRetry',
  'serviceRetry',
  'stall',
  'handover',
  'release',
  'endReport',
  'follow',
  'peek',
  'placeLimit',
  'watch',
  'commandLimit',
  'tellLimit',
] as const;
export type TimerName = (typeof TIMERS)[number];

/** A timer that runs, or has rung, for the reason that `key` names: the same reason never sets it twice. */
export interface Timer {
  readonly key: string;
  readonly hasRung: boolean;
}

export type Timers = Readonly<Partial<Record<TimerName, Timer>>>;

/** What a row waits for. */
export interface Deadline {
  readonly name: TimerName;
  readonly key: string;
  readonly delayMs: number;
  readonly spreadMs: number;
}
