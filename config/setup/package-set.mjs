// Which packages a purpose needs: whoever but listens, or makes the package, needs a tenth of what is developed with.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGE = ['esbuild', 'typescript', '@types/node', '@types/ws'];
/** Beside what the program itself needs; what is not named here needs all. */
const TOOLS = {
  demo: ['esbuild'],
  package: PACKAGE,
  release: PACKAGE,
};
/** npm's own list of what it has installed, written when, and only when, it has finished. */
export const INSTALLED = 'node_modules/.package-lock.json';
/** Lies in node_modules where not all was installed. */
export const SOME = 'node_modules/.some';

export function needsSome(purpose) {
  return Object.hasOwn(TOOLS, purpose);
}

/** Whether what is installed is all that the purpose needs; what is optional may be missing. */
export function hasNeeded(root, purpose) {
  const { packages: installed = {} } = read(root, INSTALLED);
  const { packages = {} } = read(root, 'package-lock.json');
  const needed = needsSome(purpose) ? toNeeded(packages, purpose) : new Set(Object.keys(packages));
  return [...needed].every(
    place => place === '' || packages[place]?.optional === true || Object.hasOwn(installed, place),
  );
}

/** Where all was installed once, it is kept so: somebody develops here. */
export function hasAll(root) {
  if (!existsSync(join(root, INSTALLED))) return false;
  // npm's own `install` adds what is missing, and leaves the mark.
  return !existsSync(join(root, SOME)) || hasNeeded(root, 'test');
}

/** The project's `package.json` and `package-lock.json` with what the purpose needs and nothing else; versions and checksums stay. */
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

/** The places of them in the lockfile. */
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

/** As Node looks it up: beside, then outwards. */
function find(packages, from, name) {
  const place = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (Object.hasOwn(packages, place)) return place;
  return from === '' ? null : find(packages, from.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, ''), name);
}

function read(root, path) {
  return existsSync(join(root, path)) ? JSON.parse(readFileSync(join(root, path), 'utf8')) : {};
}
