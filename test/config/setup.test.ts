import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { createCgroup, whyNoCgroup } from '../rigs/cgroup.js';
import { removeFolder } from '../fakes/machine/remove-folder.js';

// What sets a bare machine up is plain JavaScript beside the compiled tree.
const load = async <T>(path: string): Promise<T> =>
  (await import(new URL(`../../../config/${path}`, import.meta.url).href)) as T;

const { findMissing, isThere } = await load<{
  findMissing: (wish: {
    purpose: string;
    nodeMajor: number;
    isThere: (name: string) => boolean;
  }) => { packages: string[]; needed?: boolean }[];
  isThere: (name: string, path?: string) => boolean;
}>('setup/system-packages.mjs');
const { areInstalled } = await load<{ areInstalled: (root: string, purpose?: string) => boolean }>(
  'setup/npm-packages.mjs',
);
const { toSome } = await load<{
  toSome: (
    root: string,
    purpose: string,
  ) => { project: object; lock: { packages: Record<string, { integrity?: string }> } };
}>('setup/package-set.mjs');
const { buildAddon, joinSources, toHeaders } = await load<{
  buildAddon: (root: string, machine: { nodeMajor: number }) => void;
  joinSources: (folder: string) => void;
  toHeaders: (nodePath: string, exists: (path: string) => boolean) => object;
}>('setup/addon.mjs');
const { build, toFingerprint } = await load<{
  build: (root: string, purpose: string) => void;
  toFingerprint: (root: string) => string;
}>('setup/build-state.mjs');

t.test('which system packages are missing', async t => {
  const names = (purpose: string, nodeMajor: number, there: readonly string[]): (string | undefined)[] =>
    findMissing({ purpose, nodeMajor, isThere: name => there.includes(name) }).map(
      ({ packages }) => packages[0],
    );
  const demo = ['mpv', 'avahi-daemon', 'avahi-utils', 'util-linux'];
  const compiler = ['libavahi-compat-libdnssd-dev', 'g++', 'make', 'python3'];
  t.same(names('demo', 20, []), [...demo, ...compiler]);
  t.same(names('demo', 24, []), demo, 'mdns does not compile there');
  t.same(names('demo', 24, ['mpv', 'avahi-publish', 'setpriv']), ['avahi-daemon']);
  const everything = names('test', 20, []);
  for (const name of [...demo, ...compiler, 'chromium-headless-shell', 'dbus-daemon', 'iproute2', 'strace'])
    t.ok(everything.includes(name), name);
  const browsers = (purpose: string, there: readonly string[]) =>
    names(purpose, 20, there).filter(name => name?.startsWith('chromium'));
  t.same(
    browsers('test', ['chromium-headless-shell']),
    ['chromium'],
    'one that keeps pages for the way back',
  );
  t.same(browsers('test', ['chromium']), ['chromium-headless-shell'], 'the lighter one, too');
  t.same(browsers('bench', ['chromium-headless-shell']), ['chromium'], 'but not to measure in');
  const needed = findMissing({ purpose: 'test', nodeMajor: 20, isThere: () => false }).filter(
    entry => entry.needed,
  );
  t.same(
    needed.map(({ packages }) => packages[0]),
    ['mpv'],
  );
});

t.test('a program is found in PATH if it can be run', async t => {
  const folder = t.testdir({ tool: '', notes: '' });
  rmSync(join(folder, 'tool'));
  writeFileSync(join(folder, 'tool'), '', { mode: 0o755 });
  t.ok(isThere('tool', `/nowhere:${folder}`));
  t.notOk(isThere('tonearm-notes', folder));
  t.notOk(isThere('notes', folder), 'a file that is no program');
  t.ok(isThere(join(folder, 'notes')), 'a path as it stands');
});

t.test('npm packages are installed when npm finished after the lockfile was written', async t => {
  const root = t.testdir({ 'package-lock.json': '{}', node_modules: { half: {} } });
  t.notOk(areInstalled(root), 'npm did not finish');
  const own = join(root, 'node_modules', '.package-lock.json');
  writeFileSync(own, '{}');
  t.ok(areInstalled(root));
  utimesSync(own, 1, 1);
  t.notOk(areInstalled(root), 'the lockfile is newer');
  t.same(
    toHeaders('/opt/node/bin/node', path => path === '/opt/node/include/node/node.h'),
    {
      npm_config_nodedir: '/opt/node',
    },
  );
  t.same(
    toHeaders('/usr/bin/node', () => false),
    {},
  );
});

/** A project of which tests need more than the demo does, and how it stands in the lockfile. */
const LOCK = {
  packages: {
    '': {},
    'node_modules/got': { version: '1.0.0', integrity: 'sha512-got' },
    'node_modules/esbuild': {
      version: '1.0.0',
      integrity: 'sha512-esbuild',
      dev: true,
      dependencies: { part: '1.0.0' },
      optionalDependencies: { '@esbuild/elsewhere': '1.0.0' },
    },
    'node_modules/esbuild/node_modules/part': { version: '1.0.0', integrity: 'sha512-part', dev: true },
    'node_modules/part': { version: '2.0.0', integrity: 'sha512-other', dev: true },
    'node_modules/@esbuild/elsewhere': {
      version: '1.0.0',
      integrity: 'sha512-no',
      dev: true,
      optional: true,
    },
    'node_modules/tap': { version: '1.0.0', integrity: 'sha512-tap', dev: true },
    'node_modules/terser': { version: '1.0.0', integrity: 'sha512-terser', dev: true },
  },
};
const PROJECT = {
  name: 'whole',
  dependencies: { got: '1.0.0' },
  devDependencies: { esbuild: '1.0.0', tap: '1.0.0', part: '2.0.0', terser: '1.0.0' },
};
/** Stands in for npm: installs what the lockfile beside it has, and nothing that is for elsewhere. */
const NPM = `const { mkdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
  if (process.argv[2] !== 'ci') process.exit(1);
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  rmSync('node_modules', { recursive: true, force: true });
  const here = Object.entries(packages).filter(([place, { optional }]) => place !== '' && !optional);
  for (const [place, entry] of here) {
    mkdirSync(place, { recursive: true });
    writeFileSync(place + '/package.json', JSON.stringify(entry));
  }
  writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(here) }));`;

t.test('the demo installs what it runs; where all is installed, all stays', async t => {
  const root = t.testdir({
    'package.json': JSON.stringify(PROJECT),
    'package-lock.json': JSON.stringify(LOCK),
    '.npmrc': '',
    'npm.cjs': NPM,
  });
  const module = new URL('../../../config/setup/npm-packages.mjs', import.meta.url).href;
  const install = (purpose: string) => {
    const script = `(await import('${module}')).installNpmPackages(process.cwd(), '${purpose}')`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, npm_execpath: join(root, 'npm.cjs') },
    });
    t.equal(status, 0, stderr);
    return readdirSync(join(root, 'node_modules'))
      .filter(name => !name.startsWith('.'))
      .sort();
  };
  t.same(install('demo'), ['esbuild', 'got', 'terser']);
  t.ok(existsSync(join(root, 'node_modules/esbuild/node_modules/part')), 'with what its tools need');
  t.ok(areInstalled(root, 'demo'));
  t.notOk(areInstalled(root, 'test'));
  t.same(install('test'), ['esbuild', 'got', 'part', 'tap', 'terser']);
  t.ok(areInstalled(root, 'demo'));
  const later = new Date(Date.now() + 5_000);
  utimesSync(join(root, 'package-lock.json'), later, later);
  t.same(install('demo'), ['esbuild', 'got', 'part', 'tap', 'terser'], 'somebody develops here');
  t.same(readdirSync(join(root, 'dist')), [], 'nothing is left over');
});

t.test('The set-up installs only some packages of the project, by their checksums', async t => {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const all = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { integrity?: string }>;
  };
  const checksums = new Map(Object.entries(all.packages).map(([place, entry]) => [place, entry.integrity]));
  const count = ({ packages }: { packages: object }): number => Object.keys(packages).length;
  for (const purpose of ['demo', 'package']) {
    const { lock } = toSome(root, purpose);
    t.ok(count(lock) < count(all) / 4, `${purpose}: ${count(lock)} of ${count(all)}`);
    for (const [place, { integrity }] of Object.entries(lock.packages))
      if (place !== '') t.equal(integrity, checksums.get(place), place);
    t.notOk('node_modules/tap' in lock.packages);
  }
});

t.test('The set-up builds only what is to run', async t => {
  const root = t.testdir({
    dist: {},
    config: {
      'build.mjs': `import { appendFileSync } from 'node:fs'; appendFileSync('dist/built', process.argv[2] + ' ');`,
    },
  });
  const built = (purpose: string): string => {
    build(root, purpose);
    return readFileSync(join(root, 'dist/built'), 'utf8');
  };
  t.equal(built('demo'), 'program ');
  t.equal(built('demo'), 'program ', 'once');
  t.equal(built('package'), 'program package ');
  t.equal(built('demo'), 'program package ', 'that is in it');
  t.equal(built('test'), 'program package whole ');
  for (const purpose of ['demo', 'package', 'bench', 'chaos']) built(purpose);
  t.equal(built('test'), 'program package whole ');
});

t.test('the program is built from its sources alone, in little memory', async t => {
  const project = fileURLToPath(new URL('../../../', import.meta.url));
  // Somewhere below the project, from where its packages are found.
  mkdirSync(join(project, 'dist'), { recursive: true });
  const root = mkdtempSync(join(project, 'dist/alone-'));
  t.teardown(() => removeFolder(root));
  for (const name of ['src', 'config', 'package.json', 'package-lock.json', 'tsconfig.json'])
    cpSync(join(project, name), join(root, name), {
      recursive: true,
      filter: path => !path.includes('/config/nodes'),
    });
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'));
  const group = whyNoCgroup() === false ? createCgroup({ memoryMiB: 400 }) : null;
  const run = (...args: readonly string[]) => {
    const [command, ...words] = [...(group?.words ?? []), process.execPath];
    return spawnSync(command, [...words, ...args], { cwd: root, encoding: 'utf8' });
  };
  t.match(run('config/build.mjs', 'program'), { status: 0, stderr: '' });
  t.same(readdirSync(join(root, 'dist')).sort(), ['client', 'packages.json', 'program', 'src']);
  t.same(readdirSync(join(root, 'dist/src')), ['remote'], 'nothing was compiled by itself');
  t.match(run('dist/program/main.js', '--version'), { status: 0 });
  if (group === null) return;
  t.equal(group.oomKills(), 0);
  await group.remove();
});

t.test('an addon that cannot be compiled is taken away, one that is there stays', async t => {
  const root = t.testdir({ node_modules: { mdns: { 'package.json': '{}' } } });
  const folder = join(root, 'node_modules', 'mdns');
  const addon = join(folder, 'build', 'Release', 'dns_sd_bindings.node');
  mkdirSync(dirname(addon), { recursive: true });
  writeFileSync(addon, '');
  buildAddon(root, { nodeMajor: 24 });
  t.ok(existsSync(addon));
  rmSync(addon);
  buildAddon(root, { nodeMajor: 24 });
  t.notOk(existsSync(folder), 'what programs load instead is avahi-publish');
  buildAddon(root, { nodeMajor: 20 });
});

t.test('its sources are compiled as one; where they are listed otherwise, as they are', async t => {
  const listed = (names: string) =>
    `{ 'targets': [{ 'sources': [ ${names} ], 'libraries': [ '-ldns_sd' ] }] }`;
  const sources = { 'a.cpp': '', 'b_c.cpp': '' };
  const folder = t.testdir({ 'binding.gyp': listed("'src/a.cpp'\n , 'src/b_c.cpp'"), src: sources });
  joinSources(folder);
  joinSources(folder);
  const joined = listed("'src/all.cpp'").replace(' ],', " ], 'libraries!': [ '-lnode' ],");
  t.equal(readFileSync(join(folder, 'binding.gyp'), 'utf8'), joined, 'and not linked with Node');
  t.equal(readFileSync(join(folder, 'src/all.cpp'), 'utf8'), '#include "a.cpp"\n#include "b_c.cpp"\n');
  writeFileSync(join(folder, 'binding.gyp'), listed("'src/all.cpp'"));
  joinSources(folder);
  t.equal(readFileSync(join(folder, 'binding.gyp'), 'utf8'), joined, 'nor one that was joined before');
  const other = t.testdir({ 'binding.gyp': listed('"<!@(ls src)"'), src: sources });
  joinSources(other);
  t.equal(readFileSync(join(other, 'binding.gyp'), 'utf8'), listed('"<!@(ls src)"'));
});

t.test('a build is of these sources, or it is made again', async t => {
  const root = t.testdir({ src: { 'a.ts': '1', deep: { 'b.ts': '1' } }, 'tsconfig.json': '{}' });
  const seen = new Set([toFingerprint(root)]);
  t.ok(seen.has(toFingerprint(root)), 'nothing changed');
  const changes = [
    () => writeFileSync(join(root, 'src', 'a.ts'), '22'),
    () => writeFileSync(join(root, 'src', 'c.ts'), ''),
    () => rmSync(join(root, 'src', 'deep', 'b.ts')),
    () => mkdirSync(join(root, 'test')),
    () => writeFileSync(join(root, 'test', 'd.ts'), ''),
  ];
  for (const change of changes) {
    change();
    seen.add(toFingerprint(root));
  }
  t.equal(seen.size, changes.length, 'all but the empty folder');
});
