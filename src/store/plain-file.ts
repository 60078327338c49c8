import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';

export interface PlainFile {
  readonly text: string;
  /** Permissions, such as 0o600. */
  readonly mode: number;
}

/**
 * A small file of a folder that is the agent's user's, for whoever looks there without being that user, root most of all: what
 * lies there may be a link, a pipe or endless. Nothing is followed, nothing blocks, and no more than `largest` bytes are
 * read. Null: it is no regular file, or longer. Throws what the file system throws.
 */
export function readPlain(path: string, largest: number): PlainFile | null {
  if (!lstatSync(path).isFile()) return null;
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    // Of what was opened: another may lie there by now.
    const found = fstatSync(file);
    if (!found.isFile() || found.size > largest) return null;
    return { text: readUpTo(file, found.size).toString('utf8'), mode: found.mode & 0o777 };
  } finally {
    closeSync(file);
  }
}

/** It may grow while it is read. */
function readUpTo(file: number, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  let length = 0;
  for (let last = -1; last !== 0 && length < size; length += last)
    last = readSync(file, bytes, length, size - length, null);
  return bytes.subarray(0, length);
}
