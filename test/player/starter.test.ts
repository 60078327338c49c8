import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { Starter } from '../../src/player/process/starter.js';
import { until } from '../bench/rig/waiting.js';
import { whyNoLandlock, writeSetpriv } from '../fakes/machine/landlock.js';
import { createRuntimeDir, createTestLogger, type LoggedLine } from './rig.js';
import { removeFolder } from '../fakes/machine/remove-folder.js';

const skip = whyNoLandlock(t.testdir());

/** A player that waits for its end, started by this line of shell in setpriv's place. */
function createStand(t: Test, setpriv = 'exec "$real" "$@"', more: string[] = []) {
  // A folder of its own in which the room shows what lies beside the agent's.
  const top = createRuntimeDir(t);
  mkdirSync(join(top, 'ours'));
  const real = writeSetpriv(join(top, 'real'));
  const notes = join(top, 'ours', 'asked');
  mkdirSync(join(top, 'setpriv'));
  const script = `#!/bin/sh\nreal=${real}\necho "$*" >> '${notes}'\n${setpriv}\n`;
  writeFileSync(join(top, 'setpriv', 'setpriv'), script, { mode: 0o755 });
  const program = join(top, 'program');
  writeFileSync(program, '#!/bin/sh\nexec sleep 600\n', { mode: 0o755 });
  const lines: LoggedLine[] = [];
  const starter = new Starter({
    program,
    socketFolder: createRuntimeDir(t),
    ours: [join(top, 'ours'), ...more],
    environment: { PATH: `${join(top, 'setpriv')}:${process.env.PATH ?? ''}` },
    room: true,
    trial: [],
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
  /** Of each start: in a room or not. */
  const asked = () =>
    (existsSync(notes) ? readFileSync(notes, 'utf8') : '')
      .split('\n')
      .slice(0, -1)
      .map(words => words.includes('--landlock-access'));
  const warnings = () => lines.filter(({ level }) => level === 'warn').map(({ message }) => message);
  return { begin, asked, top, starter, warnings };
}

t.test('A path that vanishes during preparation costs no room', { skip }, async t => {
  const vanishing =
    'if mkdir "${0%/*}/../late"; then echo "setpriv: No such file" >&2; exit 127; fi; exec "$real" "$@"';
  const { begin, asked } = createStand(t, vanishing);
  begin();
  await until('it was started again', () => asked().length === 2);
  t.strictSame(asked(), [true, true]);
});

t.test('A player that hangs in its room next starts without it', { skip }, async t => {
  const { begin, asked, starter, warnings } = createStand(t);
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
  t.match(warnings(), [/memory cannot be limited/, /does not start in its room/]);
  t.equal(warnings().length, 2);
});

t.test('Once a player has answered in its room, none is started outside of it', { skip }, async t => {
  const broken =
    'if [ -e "${0%/*}/broken" ]; then echo "setpriv: no files left" >&2; exit 1; fi; exec "$real" "$@"';
  const { begin, starter, asked, warnings, top } = createStand(t, broken);
  begin();
  starter.answered();
  begin().kill('as if it had been taken over');
  writeFileSync(join(top, 'setpriv', 'broken'), '');
  for (let again = 0; again < 4; again += 1) t.match(await begin().exited, /no files left/);
  rmSync(join(top, 'setpriv', 'broken'));
  begin();
  starter.answered();
  t.notOk(asked().includes(false));
  t.strictSame(warnings(), []);
});

t.test('The player starts in its room where prlimit fails, and the log says so once', { skip }, async t => {
  const failing =
    'case "$*" in *prlimit*) echo "prlimit: failed to set" >&2; exit 1;; esac; exec "$real" "$@"';
  const { begin, starter, asked, warnings } = createStand(t, failing);
  begin();
  await until('it was started again', () => asked().length === 2);
  starter.answered();
  begin();
  starter.answered();
  await until('one more was started', () => asked().length === 3);
  t.strictSame(asked(), [true, true, true]);
  t.match(warnings(), [/memory cannot be limited/]);
});

t.test('The player starts without setpriv where that fails, its memory limited', { skip }, async t => {
  const { begin, starter, asked, warnings } = createStand(t, 'echo "setpriv: unknown option" >&2; exit 1');
  begin();
  await until('all were tried', () => !starter.plan([]).before.some(word => word.endsWith('setpriv')));
  starter.answered();
  t.strictSame(asked(), [true, true, false], 'a room is drawn twice');
  t.match(starter.plan([]).before, [/prlimit$/]);
  t.match(warnings(), [/setpriv is missing or fails/]);
});

t.test('The player starts without a room that would be too large', { skip }, async t => {
  // Not among temporary files, of which less is shown; the sources may lie there.
  const crowd = mkdtempSync('/var/tmp/crowd-');
  t.teardown(() => removeFolder(crowd));
  mkdirSync(join(crowd, 'state'), { recursive: true });
  for (let n = 0; n < 600; n += 1) writeFileSync(join(crowd, `file-${n}`), '');
  const { begin, starter, asked, warnings } = createStand(t, undefined, [join(crowd, 'state')]);
  begin();
  starter.answered();
  await until('it was started', () => asked().length === 1);
  t.strictSame(asked(), [false]);
  t.equal(warnings().length, 1);
});
