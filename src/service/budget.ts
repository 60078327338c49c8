import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../ports.js';

/** Requests that may be made at once. */
const CAPACITY = 150;
/** One more of them becomes free in this time: 200 an hour. */
const EVERY_MS = 18_000;
/** What can be done without leaves so many for playback. */
const RESERVE = 50;
/** Commands may go further: most of what a listener asks for is given back. */
const COMMAND_RESERVE = 10;

/**
 * Keeps one speaker far below the service's rate limit, whatever happens: what fails, and what the speaker asks of its
 * own accord, comes out of a small store that fills slowly. What a listener asked for and got, what was heard and is
 * reported, is no fault and is given back.
 */
export interface Budget {
  /** Resolves when a request may be made, in the order of the calls; rejects with `signal`. */
  take(signal: AbortSignal): Promise<void>;
  giveBack(requests: number): void;
  /** Has `heed` called at each request that is made. */
  heed(heed: () => void): void;
  /** Whether there is something left for what can be done without. */
  readonly isAmple: boolean;
  /** The same, where so many requests more are on their way to being taken. */
  isAmpleFor(requests: number): boolean;
  /** Milliseconds until `isAmple`; 0: now. */
  readonly scarceMs: number;
  /** Milliseconds until there is something for a command; 0: now. */
  readonly commandScarceMs: number;
}

export function createBudget({ clock }: { readonly clock: Clock }): Budget {
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
    async take(signal) {
      if (queued === 0 && level() >= 1) {
        takeOne();
        return;
      }
      queued += 1;
      const turn = takeInTurn(last, signal).finally(() => (queued -= 1));
      last = turn.catch(() => undefined);
      await turn;
    },
    heed(heed) {
      heeding.push(heed);
    },
    giveBack(requests) {
      left = Math.min(CAPACITY, level() + requests);
    },
    get isAmple() {
      return level() >= RESERVE;
    },
    isAmpleFor: requests => level() - requests >= RESERVE,
    get commandScarceMs() {
      return Math.ceil(Math.max(0, COMMAND_RESERVE - level()) * EVERY_MS);
    },
    get scarceMs() {
      return Math.ceil(Math.max(0, RESERVE - level()) * EVERY_MS);
    },
  };
}
