import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { makeFolder } from '../../make-folder.js';

/**
 * Keeps the ids of the list last printed, for `ctl play 3` to know them by number. Where that cannot be, the list is
 * printed all the same.
 */
export function rememberList(ids: readonly string[], environment: NodeJS.ProcessEnv): void {
  const path = toPath(environment);
  const fresh = `${path}.${process.pid}`;
  try {
    makeFolder(dirname(path));
    rmSync(fresh, { force: true });
    writeFileSync(fresh, `${JSON.stringify({ ids })}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(fresh, path);
  } catch {
    forget(path);
  }
}

/** Numbers must not name what another list had by them. */
function forget(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    return;
  }
}

/** Null where none was printed. */
export function recallList(environment: NodeJS.ProcessEnv): readonly string[] | null {
  try {
    const { ids } = JSON.parse(readFileSync(toPath(environment), 'utf8')) as { ids?: unknown };
    return Array.isArray(ids) && ids.every(id => typeof id === 'string') ? ids : null;
  } catch {
    return null;
  }
}

function toPath(environment: NodeJS.ProcessEnv): string {
  const configured = environment['XDG_CACHE_HOME'] ?? '';
  const home = environment['HOME'] ?? '';
  const base = isAbsolute(configured) ? configured : join(home === '' ? homedir() : home, '.cache');
  return join(base, 'tonearm', 'list.json');
}
