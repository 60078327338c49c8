import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits so many milliseconds; rejects once one of the signals is aborted. Any number of requests may wait for the same
 * signal: each listens to one of its own, and leaves nothing behind at those it was given.
 */
export async function wait(ms: number, ...signals: readonly AbortSignal[]): Promise<void> {
  await sleep(ms, undefined, { signal: AbortSignal.any([...signals]) });
}
