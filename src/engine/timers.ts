import type { TimerName } from '../core/vocabulary/timer.js';
import type { Clock } from '../contract/ports.js';

export interface RunningTimers {
  /** Starts a timer, and replaces one of the same name. */
  set(name: TimerName, delayMs: number, spreadMs: number): void;
  cancel(name: TimerName): void;
  stop(): void;
}

/** Node turns a longer delay into one millisecond. */
const LONGEST_MS = 2 ** 31 - 1;

/** A timer this late shows that the process stood still, and has not yet read what came meanwhile. */
const LATE_MS = 1_000;
/** Time to read it, and for the player to tell its position: it is asked each second of sound. */
const CATCH_UP_MS = 2_000;

/**
 * Creates named timers. `random` spreads them so that many speakers do not act in the same second. A timer measures what
 * others take; one that is more than a second late measured this process, and fires two seconds later.
 */
export function createTimers(options: {
  readonly clock: Pick<Clock, 'steadyMs'>;
  readonly random: () => number;
  readonly fire: (name: TimerName) => void;
}): RunningTimers {
  const { clock, random, fire } = options;
  const running = new Map<TimerName, NodeJS.Timeout>();

  const cancel = (name: TimerName) => {
    clearTimeout(running.get(name));
    running.delete(name);
  };

  const wait = (name: TimerName, ms: number, over: () => void) => running.set(name, setTimeout(over, ms));

  return {
    set(name, delayMs, spreadMs) {
      cancel(name);
      const ms = Math.min(delayMs + random() * spreadMs, LONGEST_MS);
      const dueMs = clock.steadyMs() + ms;
      const over = () => {
        running.delete(name);
        fire(name);
      };
      wait(name, ms, () => {
        if (clock.steadyMs() - dueMs > LATE_MS) wait(name, CATCH_UP_MS, over);
        else over();
      });
    },
    cancel,
    stop() {
      for (const name of [...running.keys()]) cancel(name);
    },
  };
}
