import type { Cell, Logger } from '../contract/ports.js';
import { codeOf, removeContent, replaceContent } from './file.js';
import { type RecordFormat, toReadable } from './persisted.js';

export interface CellOptions<T> {
  readonly path: string;
  readonly format: RecordFormat<T>;
  /** The value read from the file; null if there is none. */
  readonly value: T | null;
  /** The file's text, byte for byte; null if there is none. */
  readonly content: string | null;
  readonly logger: Logger;
  /** How long after a failure a write is repeated, milliseconds, until it or a newer one succeeds. */
  readonly retryMs: number;
  readonly onOutcome: (succeeded: boolean) => void;
  /** Saves the present content of the file; must succeed once before the file is replaced. */
  readonly keep?: () => Promise<void>;
}

interface Waiter {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Keeps one file in step with the value last written (contract, section 6). Writes one at a time; of those requested
 * meanwhile only the latest is performed, and all of them settle with it. Content already on disk is not written
 * again. Invariant: `value` is what was last requested, `durable` is what survives a power cut.
 */
export class FileCell<T extends object> implements Cell<T> {
  readonly #options: CellOptions<T>;
  #value: T | null;
  #durable: string | null | undefined;
  #wanted: string | null;
  #waiters: Waiter[] = [];
  #draining: Promise<void> | null = null;
  #retry: NodeJS.Timeout | null = null;
  #closed = false;
  #keep: (() => Promise<void>) | undefined;

  constructor(options: CellOptions<T>) {
    this.#options = options;
    this.#value = options.value;
    this.#durable = options.content;
    this.#wanted = options.content;
    this.#keep = options.keep;
  }

  async #save(content: string | null): Promise<void> {
    if (content !== null && this.#keep !== undefined) {
      await this.#keep();
      this.#keep = undefined;
    }
    // After a failed attempt the content of the disk is unknown.
    this.#durable = undefined;
    if (content === null) await removeContent(this.#options.path);
    else await replaceContent(this.#options.path, content);
    this.#durable = content;
    this.#options.onOutcome(true);
  }

  async #drain(): Promise<void> {
    // Combines writes made in the same turn.
    await Promise.resolve();
    while (this.#waiters.length > 0) {
      const content = this.#wanted;
      const served = this.#waiters;
      this.#waiters = [];
      try {
        // A removal is always performed: it also removes the files set aside.
        if (content === null || content !== this.#durable) await this.#save(content);
        for (const waiter of served) waiter.resolve();
      } catch (error) {
        this.#options.logger.error(
          { file: this.#options.format.name, errno: codeOf(error) },
          'The state could not be saved.',
        );
        this.#options.onOutcome(false);
        for (const waiter of served) waiter.reject(error);
        this.#retryLater();
      }
    }
    this.#draining = null;
  }

  #retryLater(): void {
    if (this.#closed || this.#retry !== null) return;
    this.#retry = setTimeout(() => {
      this.#retry = null;
      if (this.#durable !== this.#wanted) this.#submit(this.#wanted).catch(() => undefined);
    }, this.#options.retryMs);
    this.#retry.unref();
  }

  #submit(content: string | null): Promise<void> {
    this.#wanted = content;
    return new Promise((resolve, reject) => {
      this.#waiters.push({ resolve, reject });
      this.#draining ??= this.#drain();
    });
  }

  async #ask(next: T | null): Promise<void> {
    if (this.#closed) throw new Error(`${this.#options.format.name} was written after the store was closed`);
    const content = next === null ? null : toReadable(this.#options.format, next);
    this.#value = next;
    return this.#submit(content);
  }

  get value(): T | null {
    return this.#value;
  }

  write(next: T): Promise<void> {
    return this.#ask(next);
  }

  remove(): Promise<void> {
    return this.#ask(null);
  }

  /** Makes a last attempt at unwritten data, then rejects every write. Never rejects itself. */
  async close(): Promise<void> {
    if (!this.#closed) {
      this.#closed = true;
      if (this.#retry !== null) clearTimeout(this.#retry);
      if (this.#draining === null && this.#durable !== this.#wanted)
        this.#submit(this.#wanted).catch(() => undefined);
    }
    await this.#draining;
  }
}
