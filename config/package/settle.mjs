import { chmodSync, lutimesSync, readdirSync, readFileSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Gives every file the mode that Debian's policy requires and a uniform time, independent of the builder and the build
 * time.
 */
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

/** Returns whether the path is a folder or a script with an interpreter line, both of which need the execute bit. */
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
