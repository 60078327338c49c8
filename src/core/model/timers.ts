import type { TimerName } from '../timer.js';

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
