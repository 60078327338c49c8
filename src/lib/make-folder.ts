import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a private directory and its missing parents; throws the system's error. Node's recursive mkdir never returns
 * where a directory cannot be made below an existing one, as in /proc.
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const isWayMissing = (error as NodeJS.ErrnoException).code === 'ENOENT' && dirname(path) !== path;
    if (isWayMissing) makeFolder(dirname(path));
    makeLast(path);
  }
}

/** Makes the directory, unless another process has made it meanwhile. */
function makeLast(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // On a read-only file system, or one of another user, mkdir reports other errors than EEXIST for an existing
    // directory.
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}
