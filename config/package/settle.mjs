import { chmodSync, lutimesSync, readdirSync, readFileSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Gives every file the mode that Debian's policy wants and one time, whoever built it and whenever. */
export function settle(tree, epoch) {
  removeEmptyFolders(tree);
  for (const name of readdirSync(tree, { recursive: true })) {
    const path = join(tree, name);
    chmodSync(path, isProgram(path) ? 0o755 : 0o644);
  }
  for (const name of ['', ...readdirSync(tree, { recursive: true })])
    lutimesSync(join(tree, name), epoch, epoch);
  chmodSync(tree, 0o755);
}

/** Folders are entered; of the files only what names its interpreter is run. */
function isProgram(path) {
  if (statSync(path).isDirectory()) return true;
  return readFileSync(path).subarray(0, 2).toString('latin1') === '#!';
}

function removeEmptyFolders(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) removeEmptyFolders(join(folder, entry.name));
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}
