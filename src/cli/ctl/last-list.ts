import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { makeFolder } from '../../make-folder.js';

export interface LastList {
  /** The speaker's that it came from. */
  readonly deviceUuid: string;
  readonly ids: readonly string[];
}

/**
 * Keeps the ids of the list last printed, for `ctl play 3` to know them by number. Where that cannot be, the list is
 * printed all the same.
 */
export function rememberList(list: LastList, environment: NodeJS.ProcessEnv): void {
  const path = toPath(environment);
  const fresh = `${path}.${process.pid}`;
  try {
    makeFolder(dirname(path));
    rmSync(fresh, { force: true });
    writeFileSync(fresh, `${JSON.stringify(list)}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(fresh, path);
  } catch {
    forget(fresh);
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
export function recallList(environment: NodeJS.ProcessEnv): LastList | null {
  try {
    const text = readFileSync(toPath(environment), 'utf8');
    const { deviceUuid, ids } = JSON.parse(text) as { deviceUuid?: unknown; ids?: unknown };
    const isList = Array.isArray(ids) && ids.every(id => typeof id === 'string');
    return isList && typeof deviceUuid === 'string' ? { deviceUuid, ids } : null;
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
