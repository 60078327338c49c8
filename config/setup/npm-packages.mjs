// Brings node_modules up to date with the lockfile.
import { copyFileSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildAddon, runNpm } from './addon.mjs';
import { throwIfKilled } from './child-end.mjs';
import { SetupFailure, say } from './failure.mjs';
import { withSignOfLife } from './sign-of-life.mjs';
import { hasAll, hasNeeded, INSTALLED, needsSome, SOME, toSome } from './package-set.mjs';

// npm 11 warns of the name of a setting that node-gyp reads; errors are still shown.
const OPTIONS = ['--include=dev', '--include=optional', '--ignore-scripts', '--loglevel=error'];

/** Where a partial set is assembled before it replaces the existing packages. */
const WORKSHOP = 'dist/.packages';

/** Returns whether npm has completed since the lockfile was written, with everything that the purpose needs. */
export function areInstalled(root, purpose = 'test') {
  const own = modifiedMs(join(root, INSTALLED));
  const isNew = own !== null && own >= (modifiedMs(join(root, 'package-lock.json')) ?? 0);
  return isNew && hasNeeded(root, purpose);
}

function modifiedMs(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

/**
 * Installs the packages. Where possible it installs only a part: a small machine lacks the memory and time for those
 * that only tests need.
 */
export function installNpmPackages(root, purpose = 'test') {
  if (areInstalled(root, purpose)) return;
  if (needsSome(purpose) && !hasAll(root)) installSome(root, purpose);
  else install(root);
  buildAddon(root);
}

function install(root) {
  say('installing npm packages (a minute or two)');
  installLocked(root);
}

function installSome(root, purpose) {
  say(`installing the npm packages that \`npm run ${purpose}\` needs (a minute at most)`);
  const workshop = join(root, WORKSHOP);
  const { project, lock } = toSome(root, purpose);
  rmSync(workshop, { recursive: true, force: true });
  mkdirSync(workshop, { recursive: true });
  const write = (name, content) => writeFileSync(join(workshop, name), JSON.stringify(content, null, 2));
  write('package.json', project);
  write('package-lock.json', lock);
  copyFileSync(join(root, '.npmrc'), join(workshop, '.npmrc'));
  installLocked(workshop);
  writeFileSync(join(workshop, SOME), '');
  rmSync(join(root, 'node_modules'), { recursive: true, force: true });
  renameSync(join(workshop, 'node_modules'), join(root, 'node_modules'));
  rmSync(workshop, { recursive: true });
}

/** Installs exactly the packages of the lockfile in `folder`. */
export function installLocked(folder) {
  // Never `npm install`, which would install packages missing from the lockfile without checking them.
  if (runCi(folder)) return;
  say('npm ci failed; trying once more');
  if (runCi(folder)) return;
  throw new SetupFailure(
    1,
    'npm ci failed twice; its messages above say why. Only the packages of package-lock.json are installed, each as its checksum there says.',
  );
}

function runCi(root) {
  const ended = withSignOfLife('npm packages', () => runNpm(root, ['ci', ...OPTIONS]));
  // A retry would end the same way.
  throwIfKilled('npm ci', ended);
  return ended.status === 0;
}
