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
import t, { type Test } from 'tap';
import { createCgroup, whyNoCgroup } from '../rigs/cgroup.js';
import { removeFolder } from '../fakes/machine/remove-folder.js';

const { buildAddon, joinSources } = (await import(
  new URL('../../../config/setup/addon.mjs', import.meta.url).href
)) as {
  buildAddon: (root: string, nodeMajor: number) => void;
  joinSources: (folder: string) => void;
};

const SETUP = fileURLToPath(new URL('../../../config/setup.sh', import.meta.url));
/** What the set-up itself needs of a machine: all of it is in every Debian. */
const TOOLS = ['dirname', 'env', 'find', 'grep', 'mktemp', 'rm', 'sort', 'tee', 'true'];
const SUDO = '[ "$1" = -n ] && shift; exec "$@"';
/** Knows each package, and installs programs of these names: their own words for it go to the standard output. */
const APT: Readonly<Record<string, string>> = {
  'apt-get': `echo "Get:1 $*"; for one; do case $one in install) yes=1 ;; [a-z]*) [ -z "\${yes:-}" ] || put "$one" ;; esac; done`,
  // As long as that of a package with many versions: whoever reads it must not end before it has ended.
  'apt-cache': 'echo "  Candidate: 1.0"; for _ in 1 2 3 4 5 6 7 8; do printf "%20000s\\n" of; done',
  put: `printf '#!/bin/sh\n' > "$BIN/$1"; /bin/chmod 755 "$BIN/$1"`,
};
/** Stands in for npm and Node: installs and builds nothing, but says so as they do. */
const BUILDS: Readonly<Record<string, string>> = {
  npm: '/bin/mkdir -p node_modules; case $* in *--omit=dev*) ;; *) : > node_modules/tap ;; esac; : > node_modules/.package-lock.json',
  node: 'case $1 in -p) echo 20 ;; config/build.mjs) /bin/mkdir -p dist; : > "dist/.built-$2" ;; esac',
};

/** A clone on a machine with nothing but Node: its PATH holds programs of ours that write down how they were called. */
function createMachine(t: Test, programs: Readonly<Record<string, string>> = {}, isRoot = true) {
  const folder = t.testdir({
    bin: {},
    clone: { config: {}, src: { 'a.ts': '' }, test: {}, 'package-lock.json': '{}', calls: '' },
  });
  const bin = join(folder, 'bin');
  const clone = join(folder, 'clone');
  cpSync(SETUP, join(clone, 'config/setup.sh'));
  utimesSync(join(clone, 'package-lock.json'), 1, 1);
  for (const name of TOOLS)
    symlinkSync(
      ['/usr/bin', '/bin'].map(place => join(place, name)).find(existsSync) ?? name,
      join(bin, name),
    );
  const id = `echo ${isRoot ? 0 : 1000}`;
  const all = { sleep: '', dpkg: 'echo amd64', sudo: SUDO, id, ...APT, ...BUILDS, ...programs };
  for (const [name, script] of Object.entries(all).filter(([, script]) => script !== 'missing'))
    writeFileSync(join(bin, name), `#!/bin/sh\necho "${name} $*" >> '${clone}/calls'\n${script}\n`, {
      mode: 0o755,
    });
  return {
    clone,
    setUp: (...words: readonly string[]) => {
      writeFileSync(join(clone, 'calls'), '');
      const { status, stdout, stderr } = spawnSync('/bin/bash', [join(clone, 'config/setup.sh'), ...words], {
        encoding: 'utf8',
        env: { PATH: bin, BIN: bin },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const calls = readFileSync(join(clone, 'calls'), 'utf8').trim().split('\n');
      const of = (name: string) => calls.filter(call => call.startsWith(`${name} `));
      return { status, stdout, output: stdout + stderr, of };
    },
  };
}

t.test('The set-up installs what is missing without a question, builds, and runs', async t => {
  const machine = createMachine(t);
  const first = machine.setUp('demo', '--once');
  t.equal(first.status, 0, first.output);
  const [lists, packages, ...more] = first.of('apt-get');
  t.same(more, []);
  t.match(lists, / DPkg::Lock::Timeout=600 .* update$/);
  t.match(packages, / -y .* install --no-install-recommends .*avahi-utils .*mpv /);
  t.match(first.output, /^\[tonearm\] installing what is missing from the system: .*avahi-utils .*mpv /m);
  t.match(first.output, /^Get:1 /m, 'apt itself says how far it is');
  t.same(first.of('npm'), ['npm ci --ignore-scripts --loglevel=error --include=optional --omit=dev']);
  t.same(first.of('node').slice(-2), [
    'node config/build.mjs program',
    'node dist/program/main.js demo --once',
  ]);

  // The headers lie at a fixed place; on a machine without them they alone are asked for.
  const again = machine.setUp('demo');
  t.same(again.of('npm'), []);
  t.notMatch(again.of('apt-get').join(), / mpv/);
  t.same(again.of('node').slice(2), ['node dist/program/main.js demo'], 'all of it is there');

  const tests = machine.setUp('test', 'test/core');
  t.match(tests.of('apt-get').at(-1), / install .*chromium .* xvfb /);
  t.match(tests.of('npm'), [/--include=dev$/], 'tests need more');
  t.same(tests.of('node').slice(2), [
    'node config/build.mjs whole',
    'node config/setup/run-tests.mjs test test/core',
  ]);
  utimesSync(join(machine.clone, 'package-lock.json'), new Date(), new Date(Date.now() + 60_000));
  t.match(machine.setUp('demo').of('npm'), [/--include=dev$/], 'somebody develops here');
});

t.test('The set-up builds again when a file was written, added or removed', async t => {
  const machine = createMachine(t);
  const builds = () => machine.setUp('chaos').of('node').includes('node config/build.mjs whole');
  const write = (path: string) => writeFileSync(join(machine.clone, path), 'more');
  /** All that is there was written at the same time, long ago. */
  const age = () => {
    for (const name of readdirSync(machine.clone, { recursive: true, encoding: 'utf8' }))
      utimesSync(join(machine.clone, name), 2, 2);
    utimesSync(join(machine.clone, 'package-lock.json'), 1, 1);
  };
  t.ok(builds());
  for (const change of [
    () => write('src/a.ts'),
    () => write('test/b.ts'),
    () => rmSync(join(machine.clone, 'test/b.ts')),
    () => write('tsconfig.json'),
  ]) {
    age();
    t.notOk(builds());
    change();
    t.ok(builds());
  }
});

t.test('The set-up waits while another program fetches packages', async t => {
  const busy = `case "$*" in *" update")
    [ -e "$BIN/2" ] || { [ -e "$BIN/1" ] && : > "$BIN/2"; : > "$BIN/1"
      echo 'E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)'; exit 100; };; esac`;
  const { status, output, of } = createMachine(t, { 'apt-get': `${busy}\n${APT['apt-get']}` }).setUp('demo');
  t.equal(status, 0, output);
  t.equal(of('apt-get').length, 4);
  t.same(of('sleep'), ['sleep 5', 'sleep 5']);
});

t.test('The set-up names a package that it cannot go on without: 69', async t => {
  const unknown = createMachine(t, { 'apt-cache': 'echo "  Candidate: (none)"' }).setUp('test');
  t.match(unknown, { status: 69, output: /^\[tonearm\] this needs mpv; see/m });
  t.notMatch(unknown.of('apt-get').join(), / install /, 'nothing unknown is asked for');
  t.match(unknown.stdout, /\n0 passed, 1 failed\n$/);
  const none = createMachine(t, { 'apt-get': 'missing' }).setUp('demo');
  t.match(none, { status: 69, output: /there is no apt here: .*mpv/ });
  t.match(none.output, /^\[tonearm\] as root: apt-get update && apt-get install .* mpv /m);
  const plain = createMachine(t, { sudo: 'exit 1' }, false).setUp('demo');
  t.match(plain, { status: 69, output: /no sudo\): .*mpv/ });
  t.same(plain.of('apt-get'), []);
  const other = createMachine(t, { 'apt-get': 'missing', mpv: '' }).setUp('package', '--arch', 'armhf');
  t.match(other, { status: 69, output: /this needs g\+\+-arm-linux-gnueabihf;/ });
  t.match(createMachine(t).setUp('demos'), { status: 64, output: /^usage: / });
});

t.test('The set-up goes on without what only some features need', async t => {
  const { status, output, of } = createMachine(t, { 'apt-get': 'exit 100', mpv: '' }, false).setUp('demo');
  t.equal(status, 0, output);
  t.match(of('sudo'), [/^sudo -n true$/, /./, /./, /./], 'with the rights that it has');
  t.match(output, /going on without .*avahi-utils .*: what needs them is left out/);
});

t.test('The set-up says what a child was most likely killed for', async t => {
  const { status, output } = createMachine(t, { npm: 'kill -KILL $$' }).setUp('test');
  t.equal(status, 137);
  t.match(output, /^It was killed, most likely for want of memory/m);
  t.match(output, /^0 passed, 1 failed$/m);
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
  t.same(readdirSync(join(root, 'dist')).sort(), [
    '.built-program',
    'client',
    'packages.json',
    'program',
    'src',
  ]);
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
  buildAddon(root, 24);
  t.ok(existsSync(addon));
  rmSync(addon);
  buildAddon(root, 24);
  t.notOk(existsSync(folder), 'what programs load instead is avahi-publish');
  buildAddon(root, 20);
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
