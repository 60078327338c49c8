import { randomBytes } from 'node:crypto';
import { lstat, open, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf, syncDirectory } from './file.js';

const SPARE_NAME = 'spare';
/** Several times the largest list of clients. */
const SPARE_BYTES = 64 * 1024;
/** With less free space than this the file is not made: the state files need space, too. */
const ROOM_BYTES = 2 * SPARE_BYTES;

/** A file that occupies space on the disk, for writes that must succeed on a full one. */
export interface Spare {
  /**
   * Calls `write` with the path of the file, which may be overwritten and renamed; if there is none, or the disk is full
   * all the same, frees the space and calls `write` with null. Then occupies the space again as far as it is left.
   * Settles as `write` does. One call at a time.
   */
  lend(write: (spare: string | null) => Promise<void>): Promise<void>;
  /** Makes the file if it is missing and the disk has room. Never rejects. */
  replenish(): Promise<void>;
  /** Waits for what is under way; from then on `replenish` does nothing. */
  close(): Promise<void>;
}

export function createSpare(directory: string): Spare {
  return new SpareFile(join(directory, SPARE_NAME));
}

/** Whether the write failed because the disk, or the user's quota, is full. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(codeOf(error));
}

class SpareFile implements Spare {
  readonly #path: string;
  /** Whether the file is there, as far as known: it is looked for only once. */
  #held = false;
  #closed = false;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(path: string) {
    this.#path = path;
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(act);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  async #free(): Promise<void> {
    this.#held = false;
    await rm(this.#path, { force: true });
    // Some file systems reuse the space only after the removal is committed.
    await syncDirectory(dirname(this.#path));
  }

  async #occupy(): Promise<void> {
    try {
      await rm(this.#path, { force: true });
      const file = await open(this.#path, 'wx', 0o600);
      try {
        // Random bytes: a file system that compresses would allocate next to nothing for zeros.
        await file.writeFile(randomBytes(SPARE_BYTES));
        await file.sync();
      } finally {
        await file.close();
      }
      this.#held = true;
    } catch {
      await rm(this.#path, { force: true }).catch(() => undefined);
    }
  }

  lend(write: (spare: string | null) => Promise<void>): Promise<void> {
    return this.#inTurn(async () => {
      try {
        if (!(await this.#overwrite(write))) {
          // Write even if nothing could be freed: an earlier call may have left space.
          await this.#free().catch(() => undefined);
          await write(null);
        }
      } finally {
        await this.#occupy();
      }
    });
  }

  /** Space that is never free cannot be taken by another program. Resolves with whether `write` succeeded. */
  async #overwrite(write: (spare: string) => Promise<void>): Promise<boolean> {
    if (!(await isWhole(this.#path))) return false;
    this.#held = false;
    try {
      await write(this.#path);
      return true;
    } catch (error) {
      if (isDiskFull(error)) return false;
      throw error;
    }
  }

  replenish(): Promise<void> {
    if (this.#held || this.#closed) return Promise.resolve();
    return this.#inTurn(async () => {
      if (this.#held || this.#closed) return;
      if (await isWhole(this.#path)) this.#held = true;
      else if (await hasRoom(dirname(this.#path))) await this.#occupy();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#queue;
  }
}

/** A kill during the write leaves a shorter file. */
async function isWhole(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => null);
  return found !== null && found.isFile() && found.size === SPARE_BYTES && (found.mode & 0o077) === 0;
}

async function hasRoom(directory: string): Promise<boolean> {
  const found = await statfs(directory).catch(() => null);
  return found !== null && found.bavail * found.bsize >= ROOM_BYTES;
}
