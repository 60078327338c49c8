import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';
import { removeFolder } from '../../fakes/machine/remove-folder.js';

/** A folder outside of the project until the end of the test: the path of a socket in it is short enough. */
export function makeFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'tonearm-cli-'));
  t.teardown(() => removeFolder(folder));
  return folder;
}
