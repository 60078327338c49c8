import type { Clock } from '../../contract/ports.js';

/** Beyond this difference the engine's idea of the position is corrected at once. */
const toleranceMs = 100;

/** The position as the engine computes it: the last one reported, plus the clock since then. Milliseconds. */
export interface PositionAnchor {
  /** The position as the engine computes it now. */
  readonly expectedMs: number;
  /** Records the position that is reported to the engine now. */
  set(positionMs: number): void;
  /** Stops (false) or starts (true) the clock. */
  run(running: boolean): void;
  /** Whether a position seen now differs from the expected one by more than 100 ms. */
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
