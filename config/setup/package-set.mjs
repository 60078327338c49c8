// Which packages a purpose needs: running the demo or making the package takes a tenth of those for development.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGE = ['esbuild', 'terser', 'typescript', '@types/node', '@types/ws'];
/** Packages beyond the program's own; purposes not named here need all. */
const TOOLS = {
  demo: ['esbuild', 'terser'],
  package: PACKAGE,
  release: PACKAGE,
};
/** npm's list of installed packages, written only when npm has finished. */
export const INSTALLED = 'node_modules/.package-lock.json';
/** A marker in node_modules: only a part was installed. */
export const SOME = 'node_modules/.some';

export function needsSome(purpose) {
  return Object.hasOwn(TOOLS, purpose);
}

/** Returns whether everything that the purpose needs is installed; optional packages may be missing. */
export function hasNeeded(root, purpose) {
  const { packages: installed = {} } = read(root, INSTALLED);
  const { packages = {} } = read(root, 'package-lock.json');
  const needed = needsSome(purpose) ? toNeeded(packages, purpose) : new Set(Object.keys(packages));
  return [...needed].every(
    place => place === '' || packages[place]?.optional === true || Object.hasOwn(installed, place),
  );
}

/** Returns whether all packages are installed. A complete installation stays complete, for development. */
export function hasAll(root) {
  if (!existsSync(join(root, INSTALLED))) return false;
  // npm's own `install` adds the missing packages, and leaves the marker.
  return !existsSync(join(root, SOME)) || hasNeeded(root, 'test');
}

/**
 * Returns the project's `package.json` and `package-lock.json` reduced to what the purpose needs; versions and
 * checksums stay the same.
 */
export function toSome(root, purpose) {
  const { name, version, dependencies, devDependencies, optionalDependencies } = read(root, 'package.json');
  const lock = read(root, 'package-lock.json');
  const tools = Object.fromEntries(TOOLS[purpose].map(tool => [tool, devDependencies[tool]]));
  const project = {
    name,
    version,
    dependencies: { ...dependencies, ...tools },
    optionalDependencies,
  };
  const needed = toNeeded(lock.packages, purpose);
  const kept = Object.entries(lock.packages)
    .filter(([place]) => needed.has(place))
    .map(([place, entry]) => [place, { ...entry, dev: undefined }]);
  return { project, lock: { ...lock, packages: { '': project, ...Object.fromEntries(kept) } } };
}

/** Returns their paths in the lockfile. */
function toNeeded(packages, purpose) {
  const needed = new Set(Object.keys(packages).filter(place => place !== '' && packages[place].dev !== true));
  const add = (from, name) => {
    const place = find(packages, from, name);
    if (place === null || needed.has(place)) return;
    needed.add(place);
    const { dependencies, optionalDependencies } = packages[place];
    for (const other of Object.keys({ ...dependencies, ...optionalDependencies })) add(place, other);
  };
  for (const tool of TOOLS[purpose]) add('', tool);
  return needed;
}

/** Looks up a package as Node does: beside the importer, then further out. */
function find(packages, from, name) {
  const place = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (Object.hasOwn(packages, place)) return place;
  return from === '' ? null : find(packages, from.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, ''), name);
}

function read(root, path) {
  return existsSync(join(root, path)) ? JSON.parse(readFileSync(join(root, path), 'utf8')) : {};
}
