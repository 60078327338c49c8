import { setTimeout as delay } from 'node:timers/promises';
import { raise } from '../../contract/errors.js';
import type { Clock, Logger } from '../../contract/ports.js';
import type { LaunchedProcess, MpvProcess } from './mpv-process.js';

const firstPauseMs = 100;
const longestPauseMs = 10_000;
/** A process that was ready for this long did not die of its start. */
const settledMs = 1000;

/** Returns the pause after `failures` failed starts in a row: 0 below 2; `random` (0…1) scales it by 0.5 to 1. */
export function restartPauseMs(failures: number, random: number): number {
  if (failures < 2) return 0;
  return Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 2)) * (0.5 + random / 2);
}

export interface SupervisorOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Starts a process; throws if that is impossible at the moment. */
  readonly launch: () => Promise<LaunchedProcess> | LaunchedProcess;
  readonly onReady: (process: MpvProcess) => void;
  /** Called for each process that ended and each start that failed: how often shows how serious it is. */
  readonly onDied: (detail: string) => void;
}

export interface Supervisor {
  /** Resolves after the first start, whether or not the process answers. */
  start(): Promise<void>;
  /** Takes at most 2 s. May be called twice, and during a start. */
  stop(): Promise<void>;
}

/** Keeps one process running: replaced at once when it dies, and after growing pauses when it keeps dying. */
export function createSupervisor(options: SupervisorOptions): Supervisor {
  const { clock, logger, launch, onReady, onDied } = options;
  const stopping = new AbortController();
  const isStopping = () => stopping.signal.aborted;
  let running: Promise<void> | null = null;
  let launched: LaunchedProcess | null = null;
  let failures = 0;

  function died(detail: string): void {
    logger.warn({ detail, failures }, 'The player has exited.');
    onDied(detail);
  }

  /** Runs one process from start to end and returns how it ended. */
  async function live(firstAttemptOver: () => void): Promise<string> {
    try {
      launched = await launch();
    } catch (error) {
      failures += 1;
      return error instanceof Error ? error.message : 'could not be started';
    }
    if (isStopping()) await launched.quit();
    let readyMs = Number.POSITIVE_INFINITY;
    // If the process does not answer, its exit gives the reason.
    const process = await launched.ready.catch(() => null);
    if (process !== null) {
      readyMs = clock.steadyMs();
      onReady(process);
      firstAttemptOver();
    }
    const detail = await launched.exited;
    failures = clock.steadyMs() - readyMs >= settledMs ? 0 : failures + 1;
    return detail;
  }

  async function run(firstAttemptOver: () => void): Promise<void> {
    while (!isStopping()) {
      const detail = await live(firstAttemptOver);
      if (isStopping()) return;
      died(detail);
      firstAttemptOver();
      const pauseMs = restartPauseMs(failures, Math.random());
      if (pauseMs > 0) await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  return {
    start: () =>
      new Promise(resolve => {
        running = run(resolve).then(resolve, raise);
      }),
    async stop() {
      stopping.abort();
      await launched?.quit();
      await running;
    },
  };
}
