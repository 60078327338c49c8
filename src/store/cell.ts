import type { Cell, Logger } from '../ports.js';
import { codeOf, removeContent, replaceContent } from './file.js';
import { type Format, toReadable } from './persisted.js';

export interface CellOptions<T> {
  readonly path: string;
  readonly format: Format<T>;
  /** As read from the file; null when there is none. */
  readonly value: T | null;
  /** The file's text, byte for byte, null when there is none. */
  readonly content: string | null;
  readonly logger: Logger;
  /** A failed write is tried again after so many milliseconds, until it holds or something newer does. */
  readonly retryMs: number;
  readonly onOutcome: (succeeded: boolean) => void;
  /** Keeps what the file holds: nothing replaces it before this has succeeded once. */
  readonly keep?: () => Promise<void>;
}

/** A `Cell` that the store can bring to rest. */
export interface FileCell<T> extends Cell<T> {
  /** Writes what is outstanding once more, then refuses everything. Never rejects. */
  close(): Promise<void>;
}

interface Waiter {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Keeps one file in step with the value last written (contract, section 6). One write at a time; of those that
 * arrive meanwhile only the latest is carried out, and all of them settle with it. Content already on disk is not
 * written again. Invariant: `value` is what was asked for last, `durable` is what a power cut leaves.
 */
export function createCell<T extends object>(options: CellOptions<T>): FileCell<T> {
  const { path, format, logger } = options;
  let value = options.value;
  let durable: string | null | undefined = options.content;
  let wanted: string | null = options.content;
  let waiters: Waiter[] = [];
  let draining: Promise<void> | null = null;
  let retry: NodeJS.Timeout | null = null;
  let closed = false;
  let keep = options.keep;

  async function perform(content: string | null): Promise<void> {
    if (content !== null && keep !== undefined) {
      await keep();
      keep = undefined;
    }
    // After a failed attempt nobody knows what the disk holds.
    durable = undefined;
    if (content === null) await removeContent(path);
    else await replaceContent(path, content);
    durable = content;
  }

  async function drain(): Promise<void> {
    // Writes of the same moment become one.
    await Promise.resolve();
    while (waiters.length > 0) {
      const content = wanted;
      const served = waiters;
      waiters = [];
      try {
        // A removal is always carried out: it also takes what was set aside.
        if (content === null || content !== durable) {
          await perform(content);
          options.onOutcome(true);
        }
        for (const waiter of served) waiter.resolve();
      } catch (error) {
        logger.error({ file: format.name, errno: codeOf(error) }, 'state not saved');
        options.onOutcome(false);
        for (const waiter of served) waiter.reject(error);
        retryLater();
      }
    }
    draining = null;
  }

  function retryLater(): void {
    if (closed || retry !== null) return;
    retry = setTimeout(() => {
      retry = null;
      if (durable !== wanted) submit(wanted).catch(() => undefined);
    }, options.retryMs);
    retry.unref();
  }

  function submit(content: string | null): Promise<void> {
    wanted = content;
    return new Promise((resolve, reject) => {
      waiters.push({ resolve, reject });
      draining ??= drain();
    });
  }

  async function ask(next: T | null): Promise<void> {
    if (closed) throw new Error(`${format.name} was written after the store was closed`);
    const content = next === null ? null : toReadable(format, next);
    value = next;
    return submit(content);
  }

  return {
    get value() {
      return value;
    },
    write: next => ask(next),
    remove: () => ask(null),
    async close() {
      if (!closed) {
        closed = true;
        if (retry !== null) clearTimeout(retry);
        if (draining === null && durable !== wanted) submit(wanted).catch(() => undefined);
      }
      await draining;
    },
  };
}
