import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t from 'tap';

// What sets a bare machine up is plain JavaScript beside the compiled tree.
const load = async <T>(path: string): Promise<T> =>
  (await import(new URL(`../../../config/${path}`, import.meta.url).href)) as T;

const { isNewEnough } = await load<{ isNewEnough: (version: string) => boolean }>('bootstrap.mjs');
const { findMissing, isThere } = await load<{
  findMissing: (wish: {
    purpose: string;
    nodeMajor: number;
    isThere: (name: string) => boolean;
  }) => { packages: string[]; needed?: boolean }[];
  isThere: (name: string, path?: string) => boolean;
}>('setup/system-packages.mjs');
const { areInstalled } = await load<{ areInstalled: (root: string) => boolean }>('setup/npm-packages.mjs');
const { buildAddon, toHeaders } = await load<{
  buildAddon: (root: string, machine: { nodeMajor: number }) => void;
  toHeaders: (nodePath: string, exists: (path: string) => boolean) => object;
}>('setup/addon.mjs');
const { toFingerprint } = await load<{ toFingerprint: (root: string) => string }>('setup/build-state.mjs');

t.test('which Node is new enough', async t => {
  for (const version of ['v20.19.0', 'v20.20.1', 'v22.0.0', 'v24.1.0', 'v100.0.0'])
    t.ok(isNewEnough(version), version);
  for (const version of ['v20.18.9', 'v18.20.4', 'v12.22.12', 'v6.0.0'])
    t.notOk(isNewEnough(version), version);
});

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
  for (const name of [...demo, ...compiler, 'chromium', 'dbus-daemon', 'iproute2', 'strace'])
    t.ok(everything.includes(name), name);
  t.notOk(names('test', 20, ['chromium-browser']).includes('chromium'), 'any browser of the family will do');
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
