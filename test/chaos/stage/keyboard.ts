import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { encode, type Event } from '../../rigs/input/keys.js';

/** Keys in the place of a device. What is pressed while nobody reads is heard by nobody later, as with a real one. */
export interface Keyboard {
  readonly path: string;
  /** Returns false if nobody reads. */
  write(...events: readonly Event[]): boolean;
  /** Forgets what nobody has read. */
  drain(): void;
  close(): void;
}

export function makeKeyboard(path: string, isRead: () => boolean): Keyboard {
  execFileSync('mkfifo', ['-m', '600', path]);
  // With a reader of its own it stays open, whoever else comes and goes.
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  const left = Buffer.alloc(4_096);
  return {
    path,
    write(...events) {
      if (!isRead()) return false;
      writeSync(fd, encode(events));
      return true;
    },
    drain() {
      try {
        while (readSync(fd, left) > 0);
      } catch (error) {
        // It is empty.
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      }
    },
    close: () => closeSync(fd),
  };
}
