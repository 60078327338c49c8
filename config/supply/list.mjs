// Lists the third-party packages of the lockfiles and the settings of npm, in a form that a person can compare.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const WHOLE = /^sha512-[\w+/]{86}==$/;
const HEAD =
  '# Made by `npm run supply -- --write`: the settings of npm; then place, version, checksum, licence, and whether it may run a script that it has.';
/** Enough characters of a checksum to be unique. */
const CHECKSUM = 24;
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

/** Returns the list: a line for each setting and each entry, in the order of their files. */
export function toList({ lock, allowScripts = {}, settings }) {
  const lines = toEntries(lock).map(([place, entry]) => {
    const checksum = (entry.integrity ?? 'none').replace('sha512-', '').slice(0, CHECKSUM);
    const licence = `${entry.license ?? 'unstated'}`.replaceAll(' ', '_');
    const scripted = allowScripts[nameOf(place)] === false ? ' may-run-no-script' : ' runs-a-script';
    const more = entry.hasInstallScript === true ? scripted : '';
    return `${place.replace(/^node_modules\//, '')} ${entry.version} ${checksum} ${licence}${more}`;
  });
  return `${[HEAD, ...toSettings(settings).map(line => `.npmrc ${line}`), ...lines].join('\n')}\n`;
}

/**
 * Returns the problems, one a line. `list`: the list as last written; `settings`: the .npmrc. Packages installed below
 * `root` are compared with the lockfile.
 */
export function findProblems({ lock, allowScripts = {}, settings, root, list }) {
  const entries = toEntries(lock);
  return [
    ...entries.flatMap(([place, entry]) => [...findUnheld(place, entry), ...findOther(root, place, entry)]),
    ...findScripts(entries, allowScripts),
    ...findFree(settings),
    ...compare(list.split('\n'), toList({ lock, allowScripts, settings }).split('\n')),
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

function compare(before, after) {
  const gone = before.filter(line => !after.includes(line)).map(line => `- ${line}`);
  const come = after.filter(line => !before.includes(line)).map(line => `+ ${line}`);
  const changes = [...gone, ...come];
  return changes.length === 0
    ? []
    : [...changes, 'The list of what comes from others has changed: read it, then npm run supply -- --write'];
}
