/** How slow this machine has been: a bound of wall clock grows with it, and is strict on a fast one. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { SLOWNESS } from '../fakes/machine/slowness.js';

/** What holds this process up may hold up the agent after it, or the player. */
const TIMES = 2;
const HELD_UP_MS = 500;
const NANOSECONDS = 1_000_000;

export interface HoldUps {
  /** Whether this process stood still for long enough that the agent may be late for something by a second. */
  readonly wasHeldUp: () => boolean;
  /**
   * So many milliseconds, more on a slow machine, and some for the longest time that this process stood still. To be asked
   * when all is over.
   */
  readonly slack: (baseMs: number) => number;
}

/** Watches from now on: what was before, such as the start of this process or an earlier test, excuses nothing. */
export function watchHoldUps(): HoldUps {
  const delays = monitorEventLoopDelay({ resolution: 20 });
  delays.enable();
  return {
    wasHeldUp: () => delays.max / NANOSECONDS > HELD_UP_MS,
    slack: baseMs => SLOWNESS * baseMs + (TIMES * delays.max) / NANOSECONDS,
  };
}

/** The same, of all that this process has seen. */
export const { slack } = watchHoldUps();
