import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';
import { removeFolder } from '../../fakes/machine/remove-folder.js';

/** Makes an empty home: shells and commands write there, and root could make any other that does not exist. */
export function makeHome(t: Pick<Test, 'teardown'>): string {
  const folder = mkdtempSync(join(tmpdir(), 'tonearm-home-'));
  t.teardown(() => removeFolder(folder));
  return folder;
}
