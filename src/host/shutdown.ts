import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../contract/ports.js';

/** One part of the agent to stop before the process ends. */
export interface StopStep {
  readonly name: string;
  /** Stops the part. `late` fires shortly before its time is over: the part then gives up what it waits for. */
  readonly stop: (late: AbortSignal) => Promise<void> | void;
  /** How long the other parts wait for it, milliseconds; default 1,500. */
  readonly boundMs?: number;
}

const stepMs = 1_500;
/** Time reserved for the remaining steps. */
const keptMs = 400;
/** How long before the end of its time a step is told that it is late. */
const hurryMs = 200;

/**
 * Stops the parts in order, all within `budgetMs` (contract, section 6). A step that fails or hangs does not prevent
 * the next. Resolves with whether every part stopped cleanly; never rejects.
 */
export async function stopInOrder(options: {
  /** Taken from the front until it is empty: an interrupted start may still add parts that it has started. */
  readonly steps: StopStep[];
  readonly budgetMs: number;
  readonly logger: Logger;
}): Promise<boolean> {
  const { steps, budgetMs, logger } = options;
  logger.info({}, 'Stopping.');
  const deadline = performance.now() + budgetMs;
  let isClean = true;
  for (let step = steps.shift(); step !== undefined; step = steps.shift()) {
    const leftMs = Math.max(0, deadline - performance.now() - (steps.length > 0 ? keptMs : 0));
    const problem = await stopWithin(step, Math.min(leftMs, step.boundMs ?? stepMs));
    if (problem === null) continue;
    isClean = false;
    logger.error({ step: step.name, problem }, 'Part of the agent did not stop cleanly.');
  }
  logger.info({}, 'Stopped.');
  return isClean;
}

/** Resolves with null, or with what went wrong; never rejects. */
async function stopWithin(step: StopStep, boundMs: number): Promise<string | null> {
  const limit = new AbortController();
  const hurry = new AbortController();
  const hurried = setTimeout(() => hurry.abort(), Math.max(0, boundMs - hurryMs));
  const late = sleep(boundMs, `not within ${Math.round(boundMs)} ms`, { signal: limit.signal }).catch(
    () => null,
  );
  const stopped = (async () => {
    try {
      await step.stop(hurry.signal);
      return null;
    } catch (error) {
      return withoutQueries(error instanceof Error ? error.message : String(error));
    }
  })();
  const problem = await Promise.race([stopped, late]);
  limit.abort();
  clearTimeout(hurried);
  return problem;
}

/** The queries of addresses carry tokens. */
function withoutQueries(message: string): string {
  return message.replaceAll(/(https?:\/\/[^\s?#"']+)[?#][^\s"']*/gu, '$1?…');
}
