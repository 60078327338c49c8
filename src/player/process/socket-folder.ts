import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from '../../lib/make-folder.js';

/** `sun_path` holds 107 bytes; the rest is a margin. */
const longestPath = 99;
const socketName = /^mpv-(\d+)-[0-9a-f]+\.sock$/;

export interface SocketFolder {
  /** The folder of the sockets. */
  readonly path: string;
  /** Returns a path that no socket has had before. */
  freshPath(): string;
  /** Removes the folder if it was created only for the sockets. */
  close(): Promise<void>;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const freshName = () => `mpv-${process.pid}-${randomBytes(4).toString('hex')}.sock`;

/**
 * Opens a private folder for the players' sockets, with a path short enough for a socket address. Removes the sockets
 * of processes that no longer run.
 */
export async function openSocketFolder(runtimeDir: string): Promise<SocketFolder> {
  const fits = Buffer.byteLength(join(runtimeDir, freshName())) <= longestPath;
  const folder = fits ? runtimeDir : await mkdtemp(join(tmpdir(), 'tonearm-'));
  makeFolder(folder);
  for (const name of await readdir(folder)) {
    const pid = socketName.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) await rm(join(folder, name), { force: true });
  }
  return {
    path: folder,
    freshPath: () => join(folder, freshName()),
    close: async () => (fits ? undefined : await rm(folder, { recursive: true, force: true })),
  };
}
