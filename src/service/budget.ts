import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../contract/ports.js';

/** Requests that may be made at once. */
const CAPACITY = 150;
/** One more request becomes available in this time: 200 an hour. */
const EVERY_MS = 18_000;
/** Optional requests leave this many for playback. */
const RESERVE = 50;
/** Commands may go down to this: most requests for a listener are given back. */
const COMMAND_RESERVE = 10;

export type Budget = ReturnType<typeof createBudget>;

/**
 * Keeps one speaker far below the service's rate limit in all cases. Each request is taken from a small allowance that
 * refills slowly. Requests that a listener asked for and that succeeded, and reports of what was heard, are given back;
 * failures and requests on the speaker's own initiative are not.
 */
export function createBudget({ clock }: { readonly clock: Clock }) {
  let left = CAPACITY;
  let atMs = clock.steadyMs();
  let last: Promise<unknown> = Promise.resolve();
  let queued = 0;
  const heeding: (() => void)[] = [];

  function level(): number {
    const now = clock.steadyMs();
    left = Math.min(CAPACITY, left + Math.max(0, now - atMs) / EVERY_MS);
    atMs = now;
    return left;
  }

  function takeOne(): void {
    left -= 1;
    for (const heed of heeding) heed();
  }

  async function takeInTurn(before: Promise<unknown>, signal: AbortSignal): Promise<void> {
    await before;
    while (level() < 1) {
      signal.throwIfAborted();
      await sleep((1 - left) * EVERY_MS, undefined, { signal });
    }
    signal.throwIfAborted();
    takeOne();
  }

  return {
    /** Resolves when a request may be made, in call order; rejects when `signal` aborts. */
    async take(signal: AbortSignal): Promise<void> {
      if (queued === 0 && level() >= 1) {
        takeOne();
        return;
      }
      queued += 1;
      const turn = takeInTurn(last, signal).finally(() => (queued -= 1));
      last = turn.catch(() => undefined);
      await turn;
    },
    /** Registers a function to be called at each request. */
    heed(heed: () => void): void {
      heeding.push(heed);
    },
    giveBack(requests: number): void {
      left = Math.min(CAPACITY, level() + requests);
    },
    /** Whether the budget allows optional requests. */
    get isAmple(): boolean {
      return level() >= RESERVE;
    },
    /** Milliseconds until `isAmple`, with this many further requests about to be taken; 0: now. */
    scarceMsFor: (requests: number): number =>
      Math.ceil(Math.max(0, RESERVE + requests - level()) * EVERY_MS),
    /** Milliseconds until a command's requests are allowed; 0: now. */
    get commandScarceMs(): number {
      return Math.ceil(Math.max(0, COMMAND_RESERVE - level()) * EVERY_MS);
    },
  };
}
