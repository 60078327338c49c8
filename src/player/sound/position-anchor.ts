import type { Clock } from '../../contract/ports.js';

/** Beyond this difference the engine's idea of the position is corrected at once. */
const toleranceMs = 100;

export type PositionAnchor = ReturnType<typeof createPositionAnchor>;

/** The position as the engine computes it: the last one reported, plus the clock since then. Milliseconds. */
export function createPositionAnchor(clock: Clock) {
  let baseMs = 0;
  let sinceMs = 0;
  let running = false;

  const expected = () => baseMs + (running ? clock.steadyMs() - sinceMs : 0);
  /** Records the position that is reported to the engine now. */
  function set(positionMs: number): void {
    baseMs = positionMs;
    sinceMs = clock.steadyMs();
  }

  return {
    /** The position as the engine computes it now. */
    get expectedMs(): number {
      return Math.round(expected());
    },
    set,
    /** Stops (false) or starts (true) the clock. */
    run(value: boolean): void {
      set(expected());
      running = value;
    },
    /** Whether a position seen now differs from the expected one by more than 100 ms. */
    isOff: (positionMs: number): boolean => Math.abs(positionMs - expected()) > toleranceMs,
  };
}
