import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { makeFolder } from '../../make-folder.js';

export interface LastList {
  /** The speaker's that it came from. */
  readonly deviceUuid: string;
  readonly ids: readonly string[];
  /** What they are called, in the same order. */
  readonly names: readonly string[];
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
    const { deviceUuid, ids, names } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    if (!isTexts(ids) || typeof deviceUuid !== 'string') return null;
    return { deviceUuid, ids, names: isTexts(names) ? names : [] };
  } catch {
    return null;
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(each => typeof each === 'string');
}

function toPath(environment: NodeJS.ProcessEnv): string {
  const configured = environment['XDG_CACHE_HOME'] ?? '';
  const home = environment['HOME'] ?? '';
  const base = isAbsolute(configured) ? configured : join(home === '' ? homedir() : home, '.cache');
  return join(base, 'tonearm', 'list.json');
}
