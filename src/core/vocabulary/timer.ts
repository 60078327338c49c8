/** The timers; at most one of each name runs. */
export const TIMERS = [
  'soundRetry',
  'serviceRetry',
  'stall',
  'handover',
  'release',
  'agenda',
  'fade',
  'endReport',
  'follow',
  'peek',
  'placeLimit',
  'watch',
  'commandLimit',
  'tellLimit',
] as const;
export type TimerName = (typeof TIMERS)[number];

/** A timer that runs or has rung. `key` names its reason: the same reason never sets it twice. */
export interface Timer {
  readonly key: string;
  readonly hasRung: boolean;
}

export type Timers = Readonly<Partial<Record<TimerName, Timer>>>;

/** A time limit that a row sets. */
export interface Deadline {
  readonly name: TimerName;
  readonly key: string;
  readonly delayMs: number;
  readonly spreadMs: number;
}
