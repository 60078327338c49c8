import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { createStarter } from '../../src/player/process/starter.js';
import { until } from '../bench/rig/waiting.js';
import { whyNoLandlock, writeSetpriv } from '../fakes/machine/landlock.js';
import { createRuntimeDir, createTestLogger, type LoggedLine } from './rig.js';
import { removeFolder } from '../fakes/machine/remove-folder.js';

const skip = whyNoLandlock(t.testdir());

/** A player that waits for its end, and a device that opens as this line of shell says. */
function createStand(
  t: Test,
  opens: string,
  {
    setpriv = 'exec "$real" "$@"',
    prlimit = null,
    more = [],
  }: { readonly setpriv?: string; readonly prlimit?: string | null; readonly more?: string[] } = {},
) {
  // A folder of its own in which the room shows what lies beside the agent's.
  const top = createRuntimeDir(t);
  mkdirSync(join(top, 'ours'));
  writeFileSync(join(top, 'ours', 'secret'), '');
  const real = writeSetpriv(join(top, 'real'));
  const notes = join(top, 'ours', 'asked');
  mkdirSync(join(top, 'setpriv'));
  const script = `#!/bin/sh\nreal=${real}\necho "$*" >> '${notes}'\n${setpriv}\n`;
  writeFileSync(join(top, 'setpriv', 'setpriv'), script, { mode: 0o755 });
  if (prlimit !== null)
    writeFileSync(join(top, 'setpriv', 'prlimit'), `#!/bin/sh\n${prlimit}\n`, { mode: 0o755 });
  const program = join(top, 'program');
  writeFileSync(program, `#!/bin/sh\ncase "$*" in trial) cd '${top}'; ${opens};; *) exec sleep 600;; esac\n`);
  chmodSync(program, 0o755);
  const lines: LoggedLine[] = [];
  let steadyMs = 0;
  const starter = createStarter({
    program,
    socketFolder: createRuntimeDir(t),
    ours: [join(top, 'ours'), ...more],
    environment: { PATH: `${join(top, 'setpriv')}:${process.env.PATH ?? ''}` },
    room: true,
    trial: ['trial'],
    clock: { steadyMs: () => steadyMs, epochMs: () => steadyMs },
    logger: createTestLogger(lines),
  });
  const begin = () => {
    const child = starter.start([]);
    t.teardown(async () => {
      child.kill('over');
      await child.exited;
    });
    return child;
  };
  const start = () => {
    begin();
    starter.answered();
  };
  /** Of each start: in a room or not. */
  const asked = () =>
    (existsSync(notes) ? readFileSync(notes, 'utf8') : '')
      .split('\n')
      .slice(0, -1)
      .map(words => words.includes('--landlock-access'));
  return { begin, asked, notes, top, starter, start, lines, pass: (ms: number) => void (steadyMs += ms) };
}

t.test('the room is left for a device that opens outside alone', { skip }, async t => {
  const { start, starter, lines } = createStand(t, 'cat ours/secret');
  start();
  t.equal(await starter.whyAnew('undecodable'), null);
  t.equal(await starter.whyAnew('unreachable'), null);
  t.match(await starter.whyAnew('device'), /does not open in its room/);
  t.match(await starter.whyAnew('device'), /no longer used/, 'one that is in it still');
  start();
  t.equal(await starter.whyAnew('device'), null, 'once');
  t.equal(lines.filter(({ level }) => level === 'warn').length, 1);
});

t.test('once something has sounded in the room it is never left', { skip }, async t => {
  const { start, starter } = createStand(t, 'cat ours/secret');
  start();
  starter.sounded();
  t.equal(await starter.whyAnew('device'), null);
});

t.test('a device that opens nowhere is tried once a minute', { skip }, async t => {
  const { start, starter, top, pass } = createStand(t, 'cat ours/device');
  start();
  t.equal(await starter.whyAnew('device'), null);
  writeFileSync(join(top, 'ours', 'device'), '');
  t.equal(await starter.whyAnew('device'), null, 'not yet');
  pass(60_000);
  t.match(await starter.whyAnew('device'), /does not open in its room/);
});

t.test('Only a new player sees a file or device that came later', { skip }, async t => {
  const { starter, start, top } = createStand(t, 'true');
  start();
  starter.sounded();
  mkdirSync(join(top, 'late'));
  for (const fault of ['device', 'unreachable', 'untrusted'] as const)
    t.match(await starter.whyAnew(fault), /new files or devices/);
  t.equal(await starter.whyAnew('refused'), null);
  start();
  t.equal(await starter.whyAnew('device'), null);
});

t.test('A path that vanishes during preparation costs no room', { skip }, async t => {
  const vanishing =
    'if mkdir "${0%/*}/../late"; then echo "No such file" >&2; exit 127; fi; exec "$real" "$@"';
  const { begin, asked } = createStand(t, 'true', { setpriv: vanishing });
  begin();
  await until('it was started again', () => asked().length === 2);
  t.strictSame(asked(), [true, true]);
});

t.test('A player that hangs in its room next starts without it', { skip }, async t => {
  const { begin, asked, starter, lines } = createStand(t, 'true');
  // The third one has nothing before it.
  for (const calls of [1, 2, 2, 3]) {
    const child = begin();
    await until('it was started', () => asked().length === calls);
    child.kill('did not answer');
    t.match(await child.exited, /^did not answer/);
  }
  t.strictSame(asked(), [true, false, true]);
  begin();
  starter.answered();
  t.equal(lines.filter(({ level }) => level === 'warn').length, 1);
});

const lists = ['/etc/resolv.conf', '/etc/ssl/certs/ca-certificates.crt'].filter(path => existsSync(path));

t.test(
  'the room is left where names, or certificates, cannot be read in it alone, as long as nothing has sounded',
  { skip: skip || (lists.length === 0 && 'neither is here') },
  async t => {
    for (const [at, list] of lists.entries()) {
      const fault = at === 0 ? 'unreachable' : 'untrusted';
      const { start, starter, asked, lines } = createStand(t, 'true', { more: [list] });
      start();
      t.match(await starter.whyAnew(fault), /cannot be read in its room/, list);
      start();
      t.equal(await starter.whyAnew(fault), null, 'once');
      await until('it was started without', () => asked().at(-1) === false);
      t.equal(lines.filter(({ level }) => level === 'warn').length, 1);
      const other = createStand(t, 'true', { more: [list] });
      other.start();
      other.starter.sounded();
      t.equal(await other.starter.whyAnew(fault), null, 'it has sounded');
    }
  },
);

t.test('Only a new player sees a device that comes during the trial', { skip }, async t => {
  // As the trial without the room finds a server that has begun meanwhile.
  const { start, starter, lines } = createStand(t, 'cat ours/secret && mkdir late');
  start();
  t.match(await starter.whyAnew('device'), /new files or devices/);
  t.notOk(lines.some(({ level }) => level === 'warn'));
});

t.test(
  'prlimit that fails costs neither the room nor the tie: the player is started in it without a bound',
  { skip },
  async t => {
    const { begin, asked, notes, starter, lines } = createStand(t, 'true', {
      prlimit: 'echo "prlimit: failed to set the DATA resource limit" >&2; exit 1',
    });
    begin();
    await until('it was started again', () => asked().length === 2);
    starter.answered();
    begin();
    await until('and once more', () => asked().length === 3);
    t.strictSame(asked(), [true, true, true]);
    const words = readFileSync(notes, 'utf8').split('\n');
    t.strictSame(
      words.slice(0, -1).map(line => /prlimit --data=\d+/.test(line)),
      [true, false, false],
    );
    t.match(
      lines.filter(({ level }) => level === 'warn'),
      [{ message: /memory cannot be limited/ }],
    );
  },
);

t.test('prlimit that fails later is done without after three times', { skip }, async t => {
  const broken =
    'if [ -e "${0%/*}/broken" ]; then echo "prlimit: failed to set" >&2; exit 1; fi; : > "${0%/*}/ran"; while [ "${1#--}" != "$1" ]; do shift; done; exec "$@"';
  const { begin, start, asked, notes, lines, top } = createStand(t, 'true', { prlimit: broken });
  start();
  await until('it ran', () => existsSync(join(top, 'setpriv', 'ran')));
  writeFileSync(join(top, 'setpriv', 'broken'), '');
  for (let again = 0; again < 3; again += 1) t.match(await begin().exited, /prlimit: failed to set/);
  begin();
  await until('it was started', () => asked().length === 5);
  t.strictSame(asked(), [true, true, true, true, true], 'in its room');
  t.notMatch(readFileSync(notes, 'utf8').split('\n').at(-2) ?? '', /prlimit/);
  t.equal(lines.filter(({ level }) => level === 'warn').length, 1);
});

t.test('silence is tried in no pipe', { skip }, async t => {
  const pipe = join(createRuntimeDir(t), 'fifo');
  spawnSync('mkfifo', [pipe]);
  const { start, starter, asked } = createStand(t, `cat ours/secret; : ${pipe}`);
  start();
  await until('it was started', () => asked().length === 1);
  t.equal(await starter.whyAnew('device'), null);
  t.equal(asked().length, 1);
});

t.test(
  'setpriv that fails later is done without after three times; a player that ends cannot bring that about',
  { skip },
  async t => {
    const broken =
      'if [ -e "${0%/*}/broken" ]; then echo "setpriv: no files left" >&2; exit 1; fi; exec "$real" "$@"';
    const { begin, start, starter, asked, lines, top } = createStand(t, 'true', { setpriv: broken });
    start();
    writeFileSync(join(top, 'setpriv', 'broken'), '');
    for (let again = 0; again < 3; again += 1) {
      const child = begin();
      // As one would that is taken over.
      starter.answered();
      t.match(await child.exited, /^exited with 1: setpriv: no files left/);
    }
    for (let again = 0; again < 3; again += 1) {
      await begin().exited;
      t.equal(asked().at(-1), true, 'in its room still');
    }
    rmSync(join(top, 'setpriv', 'broken'));
    start();
    await until('it was started', () => asked().length === 8);
    t.equal(asked().at(-1), false);
    t.equal(lines.filter(({ level }) => level === 'warn').length, 1);
  },
);

t.test('The player starts without a room that would be too large', { skip }, async t => {
  // Not among temporary files, of which less is shown; the sources may lie there.
  const crowd = mkdtempSync('/var/tmp/crowd-');
  t.teardown(() => removeFolder(crowd));
  mkdirSync(join(crowd, 'state'), { recursive: true });
  for (let n = 0; n < 600; n += 1) writeFileSync(join(crowd, `file-${n}`), '');
  const { start, asked, lines } = createStand(t, 'true', { more: [join(crowd, 'state')] });
  start();
  await until('it was started', () => asked().length === 1);
  t.strictSame(asked(), [false]);
  t.equal(lines.filter(({ level }) => level === 'warn').length, 1);
});
