import type { TimerName } from '../core/timer.js';

export interface Timers {
  /** Starts a timer, and replaces one of the same name. */
  set(name: TimerName, delayMs: number, spreadMs: number): void;
  cancel(name: TimerName): void;
  stop(): void;
}

/** Node turns a longer delay into one millisecond. */
const LONGEST_MS = 2 ** 31 - 1;

/** Creates named timers. `random` spreads them so that many speakers do not act in the same second. */
export function createTimers(options: {
  readonly random: () => number;
  readonly fire: (name: TimerName) => void;
}): Timers {
  const { random, fire } = options;
  const running = new Map<TimerName, NodeJS.Timeout>();

  const cancel = (name: TimerName) => {
    clearTimeout(running.get(name));
    running.delete(name);
  };

  return {
    set(name, delayMs, spreadMs) {
      cancel(name);
      const timer = setTimeout(
        () => {
          running.delete(name);
          fire(name);
        },
        Math.min(delayMs + random() * spreadMs, LONGEST_MS),
      );
      running.set(name, timer);
    },
    cancel,
    stop() {
      for (const name of [...running.keys()]) cancel(name);
    },
  };
}
