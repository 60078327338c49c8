import type { Clock } from '../ports.js';

/** Beyond this the listener's idea of the position is wrong enough to be told at once. */
const toleranceMs = 100;

/** What the listener believes: the position last told, and the clock since then. Milliseconds. */
export interface PositionAnchor {
  /** The position as the listener computes it now. */
  readonly expectedMs: number;
  /** Tells the listener this position from now on. */
  set(positionMs: number): void;
  /** Stops (false) or starts (true) the clock. */
  run(running: boolean): void;
  /** Whether this position, seen now, is not where it is expected. */
  isOff(positionMs: number): boolean;
}

export function createPositionAnchor(clock: Clock): PositionAnchor {
  let baseMs = 0;
  let sinceMs = 0;
  let running = false;

  const expected = () => baseMs + (running ? clock.steadyMs() - sinceMs : 0);
  const rebase = (positionMs: number) => {
    baseMs = positionMs;
    sinceMs = clock.steadyMs();
  };

  return {
    get expectedMs() {
      return Math.round(expected());
    },
    set(positionMs) {
      rebase(positionMs);
    },
    run(value) {
      rebase(expected());
      running = value;
    },
    isOff: positionMs => Math.abs(positionMs - expected()) > toleranceMs,
  };
}
