// Finds what npm would install unchecked, or let run, by the lockfiles and its settings.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const WHOLE = /^sha512-[\w+/]{86}==$/;
const SCRIPTS = ['preinstall', 'install', 'postinstall'];

/** Packages that only one purpose needs have a lockfile of their own. */
export const FOLDERS = ['', 'config/nodes/'];

/** Returns the entries of all lockfiles, by path from the root. `read`: reads a file by its path from there. */
export function readLock(read) {
  const packages = FOLDERS.flatMap(folder =>
    Object.entries(JSON.parse(read(`${folder}package-lock.json`)).packages).map(([place, entry]) => [
      place === '' ? '' : folder + place,
      entry,
    ]),
  );
  return { packages: Object.fromEntries(packages) };
}

const toEntries = lock => Object.entries(lock.packages).filter(([place]) => place !== '');

const nameOf = place => place.replace(/^.*node_modules\//, '');

const toSettings = settings =>
  settings
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '');

/**
 * Returns the problems, one a line. `settings`: the .npmrc. Packages installed below `root` are compared with the
 * lockfile.
 */
export function findProblems({ lock, allowScripts = {}, settings, root }) {
  const entries = toEntries(lock);
  return [
    ...entries.flatMap(([place, entry]) => [...findUnheld(place, entry), ...findOther(root, place, entry)]),
    ...findScripts(entries, allowScripts),
    ...findFree(settings),
  ];
}

/** npm uses the last line of a setting. */
function findFree(settings) {
  const last = toSettings(settings).findLast(line => /^ignore-scripts\b/i.test(line));
  return last === 'ignore-scripts=true' ? [] : ['.npmrc lets every package run scripts: ignore-scripts=true'];
}

/** Returns the problems of an entry that npm would install unchecked, or from a different source. */
function findUnheld(place, { integrity = '', resolved, link, inBundle }) {
  if (link === true) return [`${place}: a link to a folder`];
  return [
    ...(inBundle === true || WHOLE.test(integrity) ? [] : [`${place}: no checksum: npm run lockfile`]),
    ...(resolved === undefined ? [] : [`${place}: names where it comes from, unlike the others`]),
  ];
}

function findScripts(entries, allowed) {
  const names = entries
    .filter(([, entry]) => entry.hasInstallScript === true)
    .map(([place]) => nameOf(place));
  return [
    ...names
      .filter(name => allowed[name] === undefined)
      .map(name => `${name}: wants to run a script when it is installed: allow or forbid it (allowScripts)`),
    ...Object.keys(allowed)
      .filter(name => !names.includes(name))
      .map(name => `${name}: is allowed scripts, and has none`),
  ];
}

/** Returns the problems of an installed package that differs from the lockfile. */
function findOther(root, place, { version, license, hasInstallScript }) {
  const path = join(root, place, 'package.json');
  if (!existsSync(path)) return [];
  const found = JSON.parse(readFileSync(path, 'utf8'));
  // Another version says nothing about this one; `npm ci` installs the right one.
  if (found.version !== version) return [];
  const runs =
    SCRIPTS.some(name => found.scripts?.[name] !== undefined) || existsSync(join(root, place, 'binding.gyp'));
  return [
    ...(typeof found.license !== 'string' || found.license === license
      ? []
      : [`${place}: its licence is ${found.license}, not ${license}`]),
    ...(runs && hasInstallScript !== true
      ? [`${place}: runs a script that the lockfile does not tell of`]
      : []),
  ];
}
