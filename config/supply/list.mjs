// What comes from others by the lockfile, as a list that a person can compare.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const WHOLE = /^sha512-[\w+/]{86}==$/;
const HEAD =
  '# Made by `npm run supply -- --write`: place, version, checksum, licence; and whether it runs a script.';
/** So much of a checksum that no other file has the same. */
const CHECKSUM = 24;
const SCRIPTS = ['preinstall', 'install', 'postinstall'];

const toEntries = lock => Object.entries(lock.packages).filter(([place]) => place !== '');

/** A line for each entry, in the order of the lockfile. */
export function toList(lock) {
  const lines = toEntries(lock).map(([place, entry]) => {
    const checksum = (entry.integrity ?? 'none').replace('sha512-', '').slice(0, CHECKSUM);
    const licence = `${entry.license ?? 'unstated'}`.replaceAll(' ', '_');
    const more = entry.hasInstallScript === true ? ' runs-a-script' : '';
    return `${place.replace(/^node_modules\//, '')} ${entry.version} ${checksum} ${licence}${more}`;
  });
  return `${[HEAD, ...lines].join('\n')}\n`;
}

/**
 * What is wrong, a line each; empty where nothing is. `list` is what was written down last, `settings` the .npmrc.
 * Packages that are installed below `root` are compared with what the lockfile says of them.
 */
export function findProblems({ lock, allowScripts = {}, settings, root, list }) {
  const entries = toEntries(lock);
  return [
    ...entries.flatMap(([place, entry]) => [...findUnheld(place, entry), ...findOther(root, place, entry)]),
    ...findScripts(entries, allowScripts),
    ...(/^ignore-scripts=true$/m.test(settings)
      ? []
      : ['.npmrc lets every package run scripts: ignore-scripts=true']),
    ...compare(list.split('\n'), toList(lock).split('\n')),
  ];
}

/** What npm would install unchecked, or from where somebody else says. */
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
    .map(([place]) => place.replace(/^.*node_modules\//, ''));
  return [
    ...names
      .filter(name => allowed[name] === undefined)
      .map(name => `${name}: wants to run a script when it is installed: allow or forbid it (allowScripts)`),
    ...Object.keys(allowed)
      .filter(name => !names.includes(name))
      .map(name => `${name}: is allowed scripts, and has none`),
  ];
}

/** An installed package that says otherwise than the lockfile. */
function findOther(root, place, { version, license, hasInstallScript }) {
  const path = join(root, place, 'package.json');
  if (!existsSync(path)) return [];
  const found = JSON.parse(readFileSync(path, 'utf8'));
  // Another version says nothing of this one; `npm ci` brings it.
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
