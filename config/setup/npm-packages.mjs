// Brings node_modules in step with the lockfile.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { buildAddon, runNpm } from './addon.mjs';
import { throwIfKilled } from './child-end.mjs';
import { SetupFailure, say } from './failure.mjs';

// npm 11 warns of the name of a setting that the compiler's helper reads; errors are still told.
const OPTIONS = ['--include=dev', '--include=optional', '--ignore-scripts', '--loglevel=error'];

/** npm leaves a lockfile of its own in node_modules when, and only when, it has finished. */
export function areInstalled(root) {
  const own = modifiedMs(join(root, 'node_modules', '.package-lock.json'));
  return own !== null && own >= (modifiedMs(join(root, 'package-lock.json')) ?? 0);
}

function modifiedMs(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

export function installNpmPackages(root) {
  if (areInstalled(root)) return;
  install(root);
  buildAddon(root);
}

function install(root) {
  say('installing npm packages (a minute or two)');
  // Never by `npm install`: it would take what the lockfile does not name, and check it against nothing.
  if (runCi(root)) return;
  say('npm ci failed; trying once more');
  if (runCi(root)) return;
  throw new SetupFailure(
    1,
    'npm ci failed twice; its messages above say why. Only the packages of package-lock.json are installed, each as its checksum there says.',
  );
}

function runCi(root) {
  const ended = runNpm(root, ['ci', ...OPTIONS]);
  // Once more it would end the same way.
  throwIfKilled('npm ci', ended);
  return ended.status === 0;
}
