import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits this many milliseconds; rejects when one of the signals aborts. Any number of requests may wait for the same
 * signal: each listens to a signal of its own and leaves no listeners on those passed in.
 */
export async function wait(ms: number, ...signals: readonly AbortSignal[]): Promise<void> {
  await sleep(ms, undefined, { signal: AbortSignal.any([...signals]) });
}
