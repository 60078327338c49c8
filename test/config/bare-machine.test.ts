import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import t from 'tap';

const setup = fileURLToPath(new URL('../../../config/setup', import.meta.url));

/**
 * A machine with nothing but Node: its PATH holds programs of ours that write down how they were called. The real
 * apt and the real root are never reached.
 */
function createMachine(folder: string, programs: Readonly<Record<string, string>>, user: object = {}) {
  const calls = join(folder, 'calls');
  writeFileSync(calls, '');
  chmodSync(calls, 0o666);
  symlinkSync(process.execPath, join(folder, 'node'));
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\necho "${name} $*" >> '${calls}'\n${script}\n`, {
      mode: 0o755,
    });
  }
  // A copy, because another user may not be let into the project.
  cpSync(setup, join(folder, 'setup'), { recursive: true });
  const module = pathToFileURL(join(folder, 'setup', 'system-packages.mjs')).href;
  const toScript = (words: string) => `const { installSystemPackages } = await import('${module}');
    try { await installSystemPackages(${words}) }
    catch (error) { console.error(error.message); process.exit(error.exitCode ?? 1) }`;
  return {
    setUp: (wish = "'demo', { pauseMs: 0 }") => {
      // Node of its own accord, without what the test runner hangs into it: it lies where the other user may not read.
      const words = ['-u', 'NODE_OPTIONS', process.execPath, '--input-type=module', '-e', toScript(wish)];
      const { status, stdout, stderr } = spawnSync('/usr/bin/env', words, {
        encoding: 'utf8',
        env: { PATH: folder, FOLDER: folder },
        stdio: ['ignore', 'pipe', 'pipe'],
        cwd: folder,
        ...user,
      });
      return { status, output: stdout + stderr };
    },
    calls: () => readFileSync(calls, 'utf8').trim().split('\n'),
  };
}

/** Steps over the script that keeps daemons from being started; what is left is the call of apt-get. */
const SH = 'shift 3; exec apt-get "$@"';
const SUDO = '[ "$1" = -n ] && shift; [ "$1" = true ] && exit 0; exec "$@"';
const KNOWN = 'echo "$2:"; echo "  Candidate: 1.0"';
const INSTALLS =
  'case "$*" in *" install "*) for last; do :; done; : > "$FOLDER/mpv"; /bin/chmod 755 "$FOLDER/mpv";; esac';

t.test('The set-up installs missing packages without a question, lists first', async t => {
  const machine = createMachine(t.testdir(), { sh: SH, sudo: SUDO, 'apt-get': INSTALLS, 'apt-cache': KNOWN });
  const { status, output } = machine.setUp();
  t.equal(status, 0, output);
  const apt = machine.calls().filter(call => call.startsWith('apt-get'));
  t.equal(apt.length, 2);
  t.match(apt[0], / DPkg::Lock::Timeout=600 .* update$/);
  t.match(apt[1], / -y .* install --no-install-recommends mpv /);
  t.match(output, /installing what is missing from the system: mpv/);
});

t.test('apt is told of in quarters; its own words only when it fails', async t => {
  const tells = `echo 'Need to get 209 MB/210 MB of archives.'; echo 'Get:1 mpv'; echo 'dlstatus:1:0.7:Retrieving'
    echo 'dlstatus:2:51.2:Retrieving'; echo 'Setting up libc6pmstatus:libc6:amd64:100.0:Installed'`;
  const programs = { sh: SH, sudo: SUDO, 'apt-cache': KNOWN };
  const good = createMachine(t.testdir({ good: {} }), { ...programs, 'apt-get': `${tells}\n${INSTALLS}` });
  t.match(
    good.setUp().output,
    /: mpv.*\n\[tonearm\] {3}209 MB to download\n\[tonearm\] {3}downloaded 50 %\n\[tonearm\] {3}installed 100 %\n/,
  );
  t.notMatch(good.setUp().output, /Get:1/);
  const bad = createMachine(t.testdir({ bad: {} }), { ...programs, 'apt-get': `${tells}\nexit 100` });
  t.match(bad.setUp(), { status: 69, output: /^ {4}Get:1 mpv$/m });
});

t.test('a passing failure of apt is tried again', async t => {
  const folder = t.testdir();
  const once = '[ -e "$FOLDER/tried" ] || { : > "$FOLDER/tried"; exit 100; }';
  const machine = createMachine(folder, {
    sh: SH,
    sudo: SUDO,
    'apt-get': `${once}\n${INSTALLS}`,
    'apt-cache': KNOWN,
  });
  const { status, output } = machine.setUp();
  t.equal(status, 0, output);
  t.match(output, /apt-get update failed; trying once more/);
});

t.test('whoever fetches packages just now is waited for', async t => {
  const busy = `case "$*" in *" update")
    [ -e "$FOLDER/2" ] || { [ -e "$FOLDER/1" ] && : > "$FOLDER/2"; : > "$FOLDER/1"
      echo 'E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)'; exit 100; };; esac`;
  const programs = { sh: SH, sudo: SUDO, 'apt-cache': KNOWN };
  const machine = createMachine(t.testdir(), { ...programs, 'apt-get': `${busy}\n${INSTALLS}` });
  const { status, output } = machine.setUp();
  t.equal(status, 0, output);
  t.match(output, /^\[tonearm\] another program is fetching packages; waiting for it$/m);
  t.notMatch(output, /failed|held by/);
  t.equal(machine.calls().filter(call => call.startsWith('apt-get')).length, 4);
  const stuck = `echo 'E: Could not get lock /var/cache/apt/archives/lock. It is held'; exit 100`;
  const never = createMachine(t.testdir({ never: {} }), { ...programs, 'apt-get': stuck });
  t.match(never.setUp(), { status: 69, output: /apt could not install mpv/ }, 'not for ever');
});

t.test('one package that cannot be had does not keep the others out', async t => {
  const only = `case "$*" in *" install "*" mpv "*) exit 100;; *" install "*mpv) ${INSTALLS} ;; *" install "*) exit 100;; esac`;
  const machine = createMachine(t.testdir(), { sh: SH, sudo: SUDO, 'apt-get': only, 'apt-cache': KNOWN });
  const { status, output } = machine.setUp();
  t.equal(status, 0, output);
  t.match(output, /going on without /);
});

t.test('The set-up installs packages that only speed up tests, or skips them', async t => {
  const wish = "'test', { pauseMs: 0 }";
  const there = { sh: SH, sudo: SUDO, mpv: '', chromium: '', 'apt-cache': KNOWN };
  const machine = createMachine(t.testdir({ good: {} }), { ...there, 'apt-get': INSTALLS });
  t.match(machine.setUp(wish), { status: 0 });
  t.match(machine.calls().join('\n'), / install .* chromium-headless-shell /);
  t.notMatch(machine.calls().join('\n'), / install .* chromium /);
  const failing = createMachine(t.testdir({ bad: {} }), { ...there, 'apt-get': 'exit 100' });
  const { status, output } = failing.setUp(wish);
  t.equal(status, 0, output);
  t.match(output, /going on without .*strace/);
  t.notMatch(output, /going on without .*chromium/);
  const none = createMachine(t.testdir({ none: {} }), there);
  t.notMatch(none.setUp(wish).output, /chromium/);
});

t.test('The set-up names a needed package that it cannot install: 69', async t => {
  const failing = createMachine(t.testdir(), {
    sh: SH,
    sudo: SUDO,
    'apt-get': 'exit 100',
    'apt-cache': KNOWN,
  });
  t.match(failing.setUp(), { status: 69, output: /apt could not install mpv/ });
  const unknown = createMachine(t.testdir({ unknown: {} }), {
    sh: SH,
    sudo: SUDO,
    'apt-get': '',
    'apt-cache': 'echo "  Candidate: (none)"',
  });
  t.match(unknown.setUp(), { status: 69, output: /apt could not install mpv/ });
  t.notOk(
    unknown.calls().some(call => call.includes(' install ')),
    'nothing unknown is asked for',
  );
});

t.test('The set-up names the packages and the command where apt is missing', async t => {
  const { status, output } = createMachine(t.testdir(), { sudo: SUDO }).setUp();
  t.equal(status, 69);
  t.match(
    output,
    /there is no apt here: mpv.*\n.*apt-get update && apt-get install --no-install-recommends mpv/,
  );
});

t.test('The set-up names the compiler for another machine’s package', async t => {
  // Not this machine's own, which has the same name where it is at home.
  const [crossArch, compiler] =
    process.arch === 'arm64' ? ['armhf', 'g++-arm-linux-gnueabihf'] : ['arm64', 'g++-aarch64-linux-gnu'];
  const machine = createMachine(t.testdir(), { mpv: '' });
  const { status, output } = machine.setUp(`'package', { crossArch: '${crossArch}' }`);
  t.equal(status, 69);
  t.match(output, /apt-get install --no-install-recommends/);
  t.ok(output.includes(` ${compiler}\n`), output);
});

t.test('The set-up names the packages and the command where sudo is missing', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'tonearm-plain-user-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  chmodSync(folder, 0o755);
  const nobody = 65_534;
  const plainUser = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  const machine = createMachine(folder, { 'apt-get': '' }, plainUser);
  const { status, output } = machine.setUp();
  t.equal(status, 69, output);
  t.match(output, /no sudo\): mpv.*\nAs root: apt-get update && apt-get install .* mpv /);
  t.same(machine.calls(), [''], 'nothing was tried');
});

t.test('nothing is asked of the machine when all is there', async t => {
  const there = [
    'mpv',
    'avahi-daemon',
    'avahi-publish',
    'setpriv',
    'g++',
    'make',
    'python3',
    'apt-get',
    'apt-cache',
  ];
  const machine = createMachine(t.testdir(), Object.fromEntries(there.map(name => [name, ''])));
  const { status } = machine.setUp();
  t.equal(status, 0);
  // The headers lie at a fixed place; on a machine without them they alone are asked for.
  t.notOk(machine.calls().some(call => / install .*mpv/.test(call)));
});
