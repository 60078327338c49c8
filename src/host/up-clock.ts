import { uptime } from 'node:os';

/** What the system tells may be as coarse as this, where `/proc` is hidden; milliseconds. */
const COARSE_MS = 1_000;

export interface UpClockOptions {
  /** Milliseconds of a clock that stands still while the machine sleeps. */
  readonly steadyMs: () => number;
  /** Seconds since the machine has started, its sleep included. */
  readonly upS?: () => number;
}

/** Milliseconds since the machine has started, its sleep included: as fine as the steady clock, whatever the system tells. */
export function createUpClock({ steadyMs, upS = uptime }: UpClockOptions): () => number {
  let aheadMs = Number.NEGATIVE_INFINITY;
  return () => {
    const nowMs = steadyMs();
    const toldMs = upS() * 1_000 - nowMs;
    if (toldMs > aheadMs + COARSE_MS) aheadMs = toldMs;
    return aheadMs + nowMs;
  };
}
