import { accessSync, closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';

export interface PlainFile {
  readonly text: string;
  /** Permissions, such as 0o600. */
  readonly mode: number;
}

/**
 * Reads a small file in a directory of the agent's user, for callers of another user, root above all: the file may be
 * a link, a pipe or endless. Follows no link, never blocks and reads at most `largest` bytes. Null if it is no
 * regular file or is longer. Throws the errors of the file system.
 */
export function readPlain(path: string, largest: number): PlainFile | null {
  if (!lstatSync(path).isFile()) return null;
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    // Examine the opened file: the path may lead to another one by now.
    const found = fstatSync(file);
    if (!found.isFile() || found.size > largest) return null;
    return { text: readUpTo(file, found.size).toString('utf8'), mode: found.mode & 0o777 };
  } finally {
    closeSync(file);
  }
}

/** The file may change while it is read. */
function readUpTo(file: number, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  let length = 0;
  for (let last = -1; last !== 0 && length < size; length += last)
    last = readSync(file, bytes, length, size - length, null);
  return bytes.subarray(0, length);
}

/** Whether this user may read the file or folder. */
export function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
