/** How slow this machine has been so far: a bound of wall clock grows with it, and is strict on a fast one. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** What holds this process up may hold up the agent after it, or the player. */
const TIMES = 2;
const HELD_UP_MS = 500;
const NANOSECONDS = 1_000_000;

const holdUps = monitorEventLoopDelay({ resolution: 20 });
holdUps.enable();

/** Whether this process stood still for long enough that the agent may be late for something by a second. */
export function wasHeldUp(): boolean {
  return holdUps.max / NANOSECONDS > HELD_UP_MS;
}

/** So many milliseconds, and some for the longest time that this process stood still. To be asked when all is over. */
export function slack(baseMs: number): number {
  return baseMs + (TIMES * holdUps.max) / NANOSECONDS;
}
