import { MOST_RECENT } from '../contract/library-queries.js';
import type { Logger, PlayedLog } from '../contract/ports.js';
import type { PlayedRecord } from '../contract/records.js';
import { appendContent, codeOf, removeContent, replaceContent } from './file.js';
import { Invalid } from './fields.js';
import { UnreadableState } from './persisted.js';
import { playedFile, toLine, toPlayedFile, withPlayed } from './played-format.js';

/** A smaller file is not rewritten: it may hold a few hundred records more than are kept. */
const LEAST_REWRITTEN_BYTES = 256 * 1024;

export interface PlayedFileOptions {
  readonly path: string;
  readonly records: readonly PlayedRecord[];
  /** The size of the file; null if it must be written whole, because it is missing or its end is torn. */
  readonly bytes: number | null;
  readonly logger: Logger;
  /** How long after a failure a write is repeated, milliseconds. */
  readonly retryMs: number;
  readonly onOutcome: (succeeded: boolean) => void;
}

/**
 * Keeps `recent.jsonl` in step with what was played. A line is appended and synced; once the file has grown to twice
 * its necessary size, it is replaced atomically like every other file. Each item is thus written once or twice,
 * because the whole list is too large to be written with every item.
 */
export class PlayedFile implements PlayedLog {
  readonly #options: PlayedFileOptions;
  #records: readonly PlayedRecord[];
  #bytes: number | null;
  #mostBytes = LEAST_REWRITTEN_BYTES;
  /** Lines not yet in the file; null: the file is to be removed. */
  #lines: string[] | null = [];
  #working: Promise<void> = Promise.resolve();
  #retry: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(options: PlayedFileOptions) {
    this.#options = options;
    this.#records = options.records.slice(-MOST_RECENT);
    this.#bytes = options.bytes;
  }

  get records(): readonly PlayedRecord[] {
    return this.#records;
  }

  async add(record: PlayedRecord): Promise<void> {
    this.#refuseClosed();
    const line = toReadableLine(record);
    this.#records = withPlayed(this.#records, record).slice(-MOST_RECENT);
    // If the file is to be removed first, all records are written afterwards.
    this.#lines?.push(line);
    return this.#work();
  }

  async remove(): Promise<void> {
    this.#refuseClosed();
    this.#records = [];
    this.#lines = null;
    return this.#work();
  }

  #refuseClosed(): void {
    if (this.#isClosed) throw new Error(`${playedFile.name} was written after the store was closed`);
  }

  /** Performs one write at a time, in order; changes made meanwhile are written together. */
  #work(): Promise<void> {
    const done = this.#working.then(() => this.#perform());
    this.#working = done.catch(() => undefined);
    return done;
  }

  async #perform(): Promise<void> {
    if (this.#lines?.length === 0 && this.#bytes !== null) return;
    const { onOutcome, logger } = this.#options;
    try {
      await this.#write();
      onOutcome(true);
    } catch (error) {
      // The content of the file is unknown now.
      this.#bytes = null;
      logger.error({ file: playedFile.name, errno: codeOf(error) }, 'The state could not be saved.');
      onOutcome(false);
      this.#retryLater();
      throw error;
    }
  }

  async #write(): Promise<void> {
    const { path } = this.#options;
    if (this.#lines === null) {
      await removeContent(path);
      this.#bytes = null;
      this.#lines = [];
    }
    if (this.#bytes === null && this.#records.length === 0) {
      this.#lines = [];
      return;
    }
    const added = this.#lines.map(line => `${line}\n`).join('');
    const bytes = (this.#bytes ?? 0) + Buffer.byteLength(added);
    this.#lines = [];
    if (this.#bytes !== null && bytes <= this.#mostBytes && (await appendContent(path, added))) {
      this.#bytes = bytes;
      return;
    }
    const content = toPlayedFile(this.#records);
    await replaceContent(path, content);
    this.#bytes = Buffer.byteLength(content);
    this.#mostBytes = Math.max(LEAST_REWRITTEN_BYTES, 2 * this.#bytes);
  }

  #retryLater(): void {
    if (this.#isClosed || this.#retry !== null) return;
    this.#retry = setTimeout(() => {
      this.#retry = null;
      this.#work().catch(() => undefined);
    }, this.#options.retryMs);
    this.#retry.unref();
  }

  /** Makes a last attempt at unwritten data, then rejects every write. Never rejects itself. */
  async close(): Promise<void> {
    if (!this.#isClosed) {
      this.#isClosed = true;
      if (this.#retry !== null) {
        clearTimeout(this.#retry);
        this.#work().catch(() => undefined);
      }
    }
    await this.#working;
  }
}

function toReadableLine(record: PlayedRecord): string {
  try {
    return toLine(record);
  } catch (error) {
    throw error instanceof Invalid ? new UnreadableState(playedFile.name, error.message) : error;
  }
}
