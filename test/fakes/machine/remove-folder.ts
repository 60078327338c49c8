import { rmSync } from 'node:fs';

/** Removes a folder. Processes that were just killed may have children that still write into it: then it tries again. */
export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}
