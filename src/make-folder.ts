import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a private folder, and what of the way to it is missing; throws the error of the system. Node's own way never ends
 * where a folder is not to be had below one that is there, as in /proc.
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

/** Another process may have made it meanwhile. */
function makeLast(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // On a file system that is read-only, or of somebody else, one that is there says other things than that it is.
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}
