import { uptime } from 'node:os';

/** The resolution of the system's value where `/proc` is hidden, milliseconds. */
const COARSE_MS = 1_000;

export interface UpClockOptions {
  /** A clock that stands still while the machine sleeps, milliseconds. */
  readonly steadyMs: () => number;
  /** Seconds since the machine started, including sleep. */
  readonly upS?: () => number;
}

/**
 * Creates a clock of milliseconds since the machine started, including sleep, at the resolution of the steady clock.
 */
export function createUpClock({ steadyMs, upS = uptime }: UpClockOptions): () => number {
  let aheadMs = Number.NEGATIVE_INFINITY;
  return () => {
    const nowMs = steadyMs();
    const toldMs = upS() * 1_000 - nowMs;
    if (toldMs > aheadMs + COARSE_MS) aheadMs = toldMs;
    return aheadMs + nowMs;
  };
}
