import { createRequire, syncBuiltinESMExports } from 'node:module';

/** Time that passes only when it is told to, for everything in this process that sets timers or reads the clock. */
export interface VirtualTime {
  readonly nowMs: number;
  /** How many timers wait for their time. */
  readonly waiting: number;
  /** Until then; `settle` is waited for between any two timers. */
  pass(untilMs: number, settle: () => Promise<boolean>): Promise<void>;
  /** Gives the timers and the wall clock of the machine back. */
  restore(): void;
}

interface Timer {
  readonly run: () => void;
  dueMs: number;
  readonly everyMs: number | null;
}

/** Steps while something outside (a socket, a disk) is still being waited for. */
const STEP_MS = 50;

/** Takes the place of the timers and of the wall clock, for all of this process; timers that run already keep running. */
export function installVirtualTime(startMs: number): VirtualTime {
  const promises = createRequire(import.meta.url)('node:timers/promises') as object;
  const { setTimeout, setInterval, clearTimeout, clearInterval } = globalThis;
  const real = { setTimeout, setInterval, clearTimeout, clearInterval };
  const realPromises = { ...promises };
  const realNow = Date.now;
  let nowMs = startMs;
  const timers = new Set<Timer>();

  class Handle {
    readonly #timer: Timer;
    constructor(timer: Timer) {
      this.#timer = timer;
    }
    ref(): this {
      return this;
    }
    unref(): this {
      return this;
    }
    hasRef(): boolean {
      return true;
    }
    refresh(): this {
      return this;
    }
    cancel(): void {
      timers.delete(this.#timer);
    }
    [Symbol.toPrimitive](): number {
      return 0;
    }
  }

  const set = (run: () => void, delayMs: number, everyMs: number | null): Handle => {
    const timer = { run, dueMs: nowMs + Math.max(1, delayMs || 0), everyMs };
    timers.add(timer);
    return new Handle(timer);
  };
  const cancel = (handle: unknown): void => {
    if (handle instanceof Handle) handle.cancel();
    else real.clearTimeout(handle as NodeJS.Timeout | undefined);
  };
  const promised = (delayMs = 0, value?: unknown, options?: { readonly signal?: AbortSignal }) =>
    new Promise((resolve, reject) => {
      const signal = options?.signal;
      const abort = (): void => {
        handle.cancel();
        reject(
          Object.assign(new Error('The operation was aborted'), { name: 'AbortError', code: 'ABORT_ERR' }),
        );
      };
      const handle = set(
        () => {
          signal?.removeEventListener('abort', abort);
          resolve(value);
        },
        delayMs,
        null,
      );
      if (signal?.aborted === true) abort();
      signal?.addEventListener('abort', abort, { once: true });
    });

  Object.assign(globalThis, {
    setTimeout: (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
      set(() => run(...args), ms, null),
    setInterval: (run: () => void, ms = 0) => set(run, ms, ms),
    clearTimeout: cancel,
    clearInterval: cancel,
  });
  Date.now = () => nowMs;
  Object.assign(promises, { setTimeout: promised });
  syncBuiltinESMExports();

  return {
    get nowMs() {
      return nowMs;
    },
    get waiting() {
      return timers.size;
    },
    async pass(untilMs, settle) {
      for (;;) {
        const isSettled = await settle();
        let next: Timer | null = null;
        for (const timer of timers) if (next === null || timer.dueMs < next.dueMs) next = timer;
        const dueMs = Math.min(next?.dueMs ?? untilMs, untilMs, isSettled ? Infinity : nowMs + STEP_MS);
        nowMs = Math.max(nowMs, dueMs);
        if (nowMs >= untilMs) return;
        if (next === null || next.dueMs > nowMs) continue;
        if (next.everyMs === null) timers.delete(next);
        else next.dueMs = nowMs + Math.max(1, next.everyMs);
        next.run();
      }
    },
    restore() {
      Object.assign(globalThis, real);
      Object.assign(promises, realPromises);
      Date.now = realNow;
      syncBuiltinESMExports();
    },
  };
}
