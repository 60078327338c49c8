import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../ports.js';
import { EXIT, ExitError } from '../errors.js';

/** One part of the agent that has to come to rest before the process ends. */
export interface StopStep {
  readonly name: string;
  readonly stop: () => Promise<void> | void;
  /** How long the others wait for it, in milliseconds; 1,500 where left out. */
  readonly boundMs?: number;
}

export interface ShutdownOptions {
  readonly logger: Logger;
  /** Asked when the stop begins, so that a start cut short stops what it has started; stopped in this order. */
  readonly steps: () => readonly StopStep[];
  /** Where signals and stray errors arrive, and what ends. */
  readonly process: Pick<NodeJS.Process, 'on' | 'off' | 'exit'>;
}

export interface Shutdown {
  /** From here on SIGTERM, SIGINT and stray errors lead to the stop. */
  start(): void;
  /** Stops everything and ends the process. Called again it joins the stop under way. */
  run(reason: string, exitCode: number): Promise<void>;
}

const wholeMs = 4_800;
const wholeAfterFaultMs = 2_000;
const stepMs = 1_500;

/**
 * SIGTERM and SIGINT: everything stops in order within 5 s, a second signal ends the process at once (contract,
 * section 6). An error that nobody caught is a bug: logged, the same stop within 2 s, exit 1, and systemd starts
 * the agent again. A step that fails or hangs does not keep the next from its turn.
 */
export function createShutdown({ logger, steps, process }: ShutdownOptions): Shutdown {
  let stopping: Promise<void> | null = null;
  let worstCode = 0;

  async function stopAll(reason: string, budgetMs: number): Promise<void> {
    logger.info({ reason }, 'stopping');
    const deadline = performance.now() + budgetMs;
    for (const step of steps()) {
      const leftMs = Math.max(0, deadline - performance.now());
      const problem = await stopWithin(step, Math.min(leftMs, step.boundMs ?? stepMs));
      if (problem !== null) {
        worstCode ||= EXIT.fault;
        logger.error({ step: step.name, problem }, 'part did not stop cleanly');
      }
    }
    logger.info({ reason }, 'stopped');
    process.exit(worstCode);
  }

  function run(reason: string, exitCode: number, budgetMs = wholeMs): Promise<void> {
    worstCode ||= exitCode;
    stopping ??= stopAll(reason, budgetMs);
    return stopping;
  }

  function onSignal(signal: NodeJS.Signals): void {
    if (stopping !== null) process.exit(EXIT.fault);
    void run(signal, EXIT.clean);
  }

  function onStray(error: unknown): void {
    if (error instanceof ExitError) {
      logger.error({ exitCode: error.exitCode }, error.message);
      void run('fault', error.exitCode, wholeAfterFaultMs);
      return;
    }
    logger.error(describeError(error), 'uncaught error');
    void run('fault', EXIT.fault, wholeAfterFaultMs);
  }

  return {
    start() {
      process.on('SIGTERM', onSignal);
      process.on('SIGINT', onSignal);
      process.on('uncaughtException', onStray);
      process.on('unhandledRejection', onStray);
    },
    run: (reason, exitCode) => run(reason, exitCode),
  };
}

/** Resolves with null, or with what went wrong; never rejects. */
async function stopWithin(step: StopStep, boundMs: number): Promise<string | null> {
  const limit = new AbortController();
  const late = sleep(boundMs, `not within ${Math.round(boundMs)} ms`, { signal: limit.signal }).catch(
    () => null,
  );
  const stopped = (async () => {
    try {
      await step.stop();
      return null;
    } catch (error) {
      return withoutQueries(error instanceof Error ? error.message : String(error));
    }
  })();
  const problem = await Promise.race([stopped, late]);
  limit.abort();
  return problem;
}

/** Name, message, code and the nearest places of the stack: other members of an error may hold a secret. */
export function describeError(error: unknown): {
  name: string;
  detail: string;
  code?: string;
  stack?: string[];
} {
  if (!(error instanceof Error)) return { name: typeof error, detail: withoutQueries(String(error)) };
  const places = (error.stack ?? '').split('\n').filter(line => /^\s+at /u.test(line));
  return {
    name: error.name,
    detail: withoutQueries(error.message),
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    stack: places.slice(0, 6).map(line => line.trim()),
  };
}

/** Addresses carry tokens in their query. */
function withoutQueries(message: string): string {
  return message.replaceAll(/(https?:\/\/[^\s?#"']+)[?#][^\s"']*/gu, '$1?…');
}
