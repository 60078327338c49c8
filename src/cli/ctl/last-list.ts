import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { makeFolder } from '../../lib/make-folder.js';
import { readPlain } from '../../lib/plain-file.js';

/** In bytes; the longest list printed has a thousandth of that. */
const LARGEST = 1024 * 1024;

export interface LastList {
  /** The id of the speaker that the list came from. */
  readonly deviceUuid: string;
  readonly ids: readonly string[];
}

/**
 * Stores the ids of the printed list, so that `ctl play 3` can refer to them by number. A failure to store does not
 * affect the printing.
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

/** Removes the file: a number must not refer to an earlier list. */
function forget(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    return;
  }
}

/** Returns the stored list, or null if there is none. */
export function recallList(environment: NodeJS.ProcessEnv): LastList | null {
  try {
    const text = readPlain(toPath(environment), LARGEST)?.text ?? 'null';
    const { deviceUuid, ids } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    if (!isTexts(ids) || typeof deviceUuid !== 'string') return null;
    return { deviceUuid, ids };
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
