import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * Has a module do its work in a thread of its own, and answers with the one message that it posts. tap follows every
 * promise of the thread that it is loaded in: work of millions of them takes twice as long there.
 */
export async function runApart<T>(module: URL, workerData: unknown): Promise<T> {
  const [message] = (await once(new Worker(module, { workerData }), 'message')) as [T];
  return message;
}

/** For the message: what went wrong, or null. */
export async function failureOf(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}
