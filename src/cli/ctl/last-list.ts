import { rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { readerOf } from '../../client/shape.js';
import { listOf, object, TEXT, type TypeOf } from '../../contract/shape.js';
import { makeFolder } from '../../lib/make-folder.js';
import { readPlain } from '../../lib/plain-file.js';

/** In bytes; the longest list printed has a thousandth of that. */
const LARGEST = 1024 * 1024;

/** `deviceUuid`: the id of the speaker that the list came from. */
const LIST = object({ deviceUuid: TEXT, ids: listOf(TEXT) });
export type LastList = TypeOf<typeof LIST>;
const readList = readerOf(LIST);

/**
 * Stores the ids of the printed list, so that `ctl play 3` can refer to them by number. A failure to store does not
 * affect the printing.
 */
export function rememberList(list: LastList, environment: NodeJS.ProcessEnv): void {
  const path = toPath(environment);
  try {
    // A number must not refer to an earlier list, whatever fails.
    rmSync(path, { force: true });
    makeFolder(dirname(path));
    writeFileSync(path, `${JSON.stringify(list)}\n`, { mode: 0o600, flag: 'wx' });
  } catch {
    return;
  }
}

/** Returns the stored list, or null if there is none, or a part of one. */
export function recallList(environment: NodeJS.ProcessEnv): LastList | null {
  try {
    return readList(JSON.parse(readPlain(toPath(environment), LARGEST)?.text ?? 'null'), 'list');
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
