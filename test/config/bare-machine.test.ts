import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';

/**
 * A machine with nothing but Node: its PATH holds programs of ours that write down how they were called. The real
 * apt and the real root are never reached.
 */
function createMachine(folder: string, programs: Readonly<Record<string, string>>) {
  const calls = join(folder, 'calls');
  writeFileSync(calls, '');
  symlinkSync(process.execPath, join(folder, 'node'));
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\necho "${name} $*" >> '${calls}'\n${script}\n`, {
      mode: 0o755,
    });
  }
  const module = new URL('../../../config/setup/system-packages.mjs', import.meta.url).href;
  const script = `const { installSystemPackages } = await import('${module}');
    try { installSystemPackages('demo', { pauseMs: 0 }) }
    catch (error) { console.error(error.message); process.exit(error.exitCode ?? 1) }`;
  return {
    setUp: () => {
      const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
        encoding: 'utf8',
        env: { PATH: folder, FOLDER: folder },
        stdio: ['ignore', 'pipe', 'pipe'],
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

t.test('what is missing is installed, lists first, without a question', async t => {
  const machine = createMachine(t.testdir(), { sh: SH, sudo: SUDO, 'apt-get': INSTALLS, 'apt-cache': KNOWN });
  const { status, output } = machine.setUp();
  t.equal(status, 0, output);
  const apt = machine.calls().filter(call => call.startsWith('apt-get'));
  t.equal(apt.length, 2);
  t.match(apt[0], / DPkg::Lock::Timeout=600 .* update$/);
  t.match(apt[1], / -y .* install --no-install-recommends mpv /);
  t.match(output, /installing what is missing from the system: mpv/);
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

t.test('one package that cannot be had does not keep the others out', async t => {
  const only = `case "$*" in *" install "*" mpv "*) exit 100;; *" install "*mpv) ${INSTALLS} ;; *" install "*) exit 100;; esac`;
  const machine = createMachine(t.testdir(), { sh: SH, sudo: SUDO, 'apt-get': only, 'apt-cache': KNOWN });
  const { status, output } = machine.setUp();
  t.equal(status, 0, output);
  t.match(output, /going on without /);
});

t.test('what is needed and cannot be had ends with 69 and names it', async t => {
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

t.test('without apt the packages and the command are named', async t => {
  const { status, output } = createMachine(t.testdir(), { sudo: SUDO }).setUp();
  t.equal(status, 69);
  t.match(output, /there is no apt here: mpv.*\n.*apt-get install --no-install-recommends mpv/);
});

t.test('without sudo too', { skip: process.getuid?.() === 0 && 'root needs no sudo' }, async t => {
  const { status, output } = createMachine(t.testdir(), { 'apt-get': '' }).setUp();
  t.equal(status, 69);
  t.match(output, /no sudo\): mpv/);
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
