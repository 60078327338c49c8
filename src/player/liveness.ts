import type { Clock } from '../ports.js';

export interface LivenessOptions {
  readonly clock: Clock;
  /** Steady milliseconds of the last sign of life. */
  readonly heardMs: () => number;
  /** Whether something sounds, or an answer is awaited: then a hang is noticed by people, and looked for often. */
  readonly isBusy: () => boolean;
  /** Rejects when there was no answer in time. */
  readonly ping: (timeoutMs: number) => Promise<unknown>;
  readonly onHung: () => void;
}

export interface Liveness {
  /** To be called when it becomes busy. */
  hurry(): void;
  stop(): void;
}

const busyEveryMs = 1000;
const idleEveryMs = 10_000;
const answerWithinMs = 700;
const missesAllowed = 2;
/** Timers may fire a little early by the steady clock. */
const timerSlackMs = 20;

/** Notices a hung process: any word from it is a sign of life, and it is asked only after a silence. */
export function watchLiveness({ clock, heardMs, isBusy, ping, onHung }: LivenessOptions): Liveness {
  let stopped = false;
  let looking = false;
  let timer: NodeJS.Timeout | undefined;
  let dueMs = 0;

  const everyMs = () => (isBusy() ? busyEveryMs : idleEveryMs);

  function lookAfter(waitMs: number): void {
    clearTimeout(timer);
    dueMs = clock.steadyMs() + waitMs;
    timer = setTimeout(() => void look(), waitMs);
  }
  async function answers(): Promise<boolean> {
    for (let miss = 0; miss < missesAllowed; miss += 1) {
      try {
        await ping(answerWithinMs);
        return true;
      } catch {
        if (stopped) return true;
      }
    }
    return false;
  }
  async function look(): Promise<void> {
    looking = true;
    const silentMs = clock.steadyMs() - heardMs();
    const alive = silentMs + timerSlackMs < everyMs() || (await answers());
    looking = false;
    if (stopped) return;
    if (alive) lookAfter(Math.max(1, heardMs() + everyMs() - clock.steadyMs()));
    else onHung();
  }

  lookAfter(idleEveryMs);
  return {
    hurry() {
      if (!stopped && !looking && dueMs > clock.steadyMs() + busyEveryMs) lookAfter(busyEveryMs);
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
