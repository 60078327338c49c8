import { syncBuiltinESMExports } from 'node:module';
import { mock } from 'node:test';
import type { Clock } from '../../../src/contract/ports.js';

export interface FakeTime {
  readonly clock: Clock;
  /** Lets time go by, a quarter of a second at a time, and everything that waits for it happen. */
  pass(ms: number): Promise<void>;
  /** Sets the wall clock, and only that. */
  setWall(offsetMs: number): void;
}

const STEP_MS = 250;

/** Time that passes when told to, for every timer of the process until the test is over. */
export function useFakeTime(t: { teardown(end: () => void): void }): FakeTime {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  let steadyMs = 1_000;
  let wallOffsetMs = 1_700_000_000_000;
  mock.timers.enable({ apis: ['setTimeout'] });
  syncBuiltinESMExports();
  AbortSignal.timeout = ms => {
    const limit = new AbortController();
    setTimeout(() => limit.abort(new DOMException('late', 'TimeoutError')), ms);
    return limit.signal;
  };
  t.teardown(() => {
    AbortSignal.timeout = timeout;
    mock.timers.reset();
    syncBuiltinESMExports();
  });
  return {
    clock: { steadyMs: () => steadyMs, epochMs: () => steadyMs + wallOffsetMs },
    async pass(ms) {
      await settled();
      for (let left = ms; left > 0; left -= STEP_MS) {
        const stepMs = Math.min(left, STEP_MS);
        steadyMs += stepMs;
        mock.timers.tick(stepMs);
        await settled();
      }
    },
    setWall(offsetMs) {
      wallOffsetMs = offsetMs;
    },
  };
}

/** Every promise that can settle by itself has done so. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise(resolve => setImmediate(resolve));
}
