// Finds the compiled tests and says which run together.
import { existsSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { SetupFailure } from './failure.mjs';
import { LEFT_OUT, LONGER, NEEDS } from './left-out.mjs';

const TESTS = 'dist/test';
const ENDING = '.test.js';

/** The longest, which come first: the run would otherwise end by waiting for one of them alone. */
const FIRST = ['agent', 'player', 'package', 'remote', 'cli', 'control', 'service', 'core', 'config'];

/**
 * Folders whose files run in one process: most files there take less time than it takes to start Node and load tap. A
 * file in which tests run side by side (`t.jobs`) has a process of its own.
 */
const TOGETHER = ['client', 'config', 'control', 'core', 'engine', 'flight', 'service', 'store'];
const APART = ['config/setup', 'engine/bugs', 'engine/whole', 'flight/whole'];

/**
 * Returns what runs, each in a process of its own: its `name` and its `files`, relative to `root`. A name in `names` is
 * that of a source file, or of a folder for all tests in it; none stands for those that `extent` names: `everyDay`, `all`,
 * or the `rest`.
 */
export function findTests(names, { root, cwd, extent = 'everyDay' }) {
  const files =
    names.length === 0
      ? listTests(root, TESTS).filter(EXTENTS[extent]).filter(hasDevice)
      : names.flatMap(name => toFiles(name, root, cwd));
  const runs = new Map();
  for (const file of [...new Set(files)].sort(byLength)) {
    const folder = toFolder(file);
    const name =
      TOGETHER.includes(folder) && !APART.some(one => file === toPath(one)) ? `${TESTS}/${folder}` : file;
    runs.set(name, [...(runs.get(name) ?? []), file]);
  }
  return [...runs].map(([name, own]) => ({ name: own.length === 1 ? own[0] : name, files: own }));
}

function isLeftOut(file) {
  return LEFT_OUT.some(name => file === toPath(name));
}

function hasDevice(file) {
  const [, device] = Object.entries(NEEDS).find(([name]) => file === toPath(name)) ?? [];
  return device === undefined || existsSync(device);
}

const EXTENTS = {
  everyDay: file => !isLeftOut(file),
  all: () => true,
  rest: file => isLeftOut(file) || LONGER.some(name => file === toPath(name)),
};

function toFiles(name, root, cwd) {
  if (name.startsWith('-')) throw new SetupFailure(64, 'usage: npm test [-- FILE OR FOLDER ...]');
  const path = relative(root, resolve(cwd, name)).replace(/\/$/, '');
  const compiled = path.startsWith('dist/') ? path : join('dist', path.replace(/\.ts$/, '.js'));
  const isFile = compiled.endsWith('.js');
  const files = !isFile ? listTests(root, compiled) : existsSync(join(root, compiled)) ? [compiled] : [];
  if (files.length === 0) throw new SetupFailure(64, `There is no test at ${name}.`);
  return files;
}

function listTests(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true })
    .filter(name => name.endsWith(ENDING))
    .map(name => join(folder, name));
}

function byLength(one, other) {
  return toRank(one) - toRank(other) || (one < other ? -1 : 1);
}

function toRank(file) {
  const rank = FIRST.indexOf(toFolder(file));
  return rank < 0 ? FIRST.length : rank;
}

function toFolder(file) {
  return relative(TESTS, file).split('/')[0];
}

function toPath(name) {
  return `${TESTS}/${name}${ENDING}`;
}
