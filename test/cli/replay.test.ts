import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { createWriter } from '../../src/flight/writer.js';
import { readVersion } from '../../src/cli/version.js';
import { makeHome } from '../rigs/cli/home.js';
import { run } from '../rigs/cli/run.js';
import { createPlaying } from '../rigs/core/stage.js';

const env = { PATH: process.env['PATH'] ?? '', HOME: makeHome(t) };

function recordOf(version = readVersion()): string[] {
  const writer = createWriter({ header: { version, node: 'v20.0.0' }, kept: Infinity });
  const stage = createPlaying(undefined, { follow: decision => writer.note(decision) });
  for (let second = 1; second < 5; second += 1) stage.after(1_000).position(second * 1_000);
  stage.after(500).ask({ type: 'pause' });
  return writer.lines();
}

function replay(t: Test, lines: readonly string[]) {
  const path = join(t.testdir(), 'one.record');
  writeFileSync(path, lines.join('\n'));
  return run(['replay', path], env);
}

t.test('each decision is printed with its rows and what was done', async t => {
  const { code, stdout, stderr } = await replay(t, recordOf());
  t.match({ code, stderr }, { code: 0, stderr: '' });
  t.match(stdout, `A flight record of Tonearm ${readVersion()}, Node v20.0.0.`);
  const told = [
    '     1.000  player.position loadId=5 positionMs=1000 … 4000 (4 times)',
    '            sound: sounding; place: waiting for the end; command: none waiting',
    '            → timer.set stall 15000 0',
    '',
    '     4.500  command.received ref=1 command=pause client=client#1 method=method#1',
    '            sound: paused; place: agreed; command: none waiting',
    '            → player.pause',
  ];
  t.ok(stdout.includes(told.join('\n')), stdout);
  t.match(stdout, /all as recorded\.\n$/);
});

t.test('a record of another version is run all the same, and says so', async t => {
  const { code, stdout } = await replay(t, recordOf('0.0.7'));
  t.equal(code, 0);
  t.match(
    stdout,
    `of Tonearm 0.0.7, Node v20.0.0. Seconds since it begins.\nThis is Tonearm ${readVersion()}: `,
  );
});

t.test('The replay shows each differing decision beside the recorded one, and fails', async t => {
  const changed = recordOf().map(line =>
    line.replace('"sound":"paused"', '"sound":"stopped"').replace('"player.pause"', '"player.unload"'),
  );
  const { code, stdout } = await replay(t, changed);
  t.equal(code, 1);
  t.match(
    stdout,
    /→ player\.pause\n(?: +→ .*\n)* +! recorded sound: stopped\n +! recorded → player\.unload\n/,
  );
  t.match(stdout, /1 place is not as recorded\.\n$/);
});

t.test('a snapshot that is not what the lines before came to is shown by its members', async t => {
  const lines = recordOf();
  const snapshot = (lines[1] ?? '').replace('"volume":40', '"volume":41');
  const { code, stdout } = await replay(t, [...lines, snapshot]);
  t.equal(code, 1);
  t.match(stdout, /^ +! volume: recorded 41, now 40$/m);
  t.match(stdout, /^ +! intent\.wish: recorded "playing", now "paused"$/m);
});

t.test('The replay names an undecidable event and leaves out the rest', async t => {
  const lines = recordOf();
  const torn = lines.map((line, at) => (at === 2 ? line.replace('"player.ready"', '"player.died"') : line));
  const broken = [
    ...torn.slice(0, 2),
    '{"atMs":0,"event":{"type":"command.received","ref":1}}',
    ...lines.slice(2),
  ];
  const { code, stdout } = await replay(t, broken);
  t.equal(code, 1);
  t.match(stdout, /command\.received ref=1\n +! \S/);
  t.notMatch(stdout, 'player.position');
});

t.test('The replay explains in a sentence why a file is no record', async t => {
  const [header = '', snapshot = '', ...rest] = recordOf();
  const rows: readonly (readonly [lines: readonly string[], RegExp])[] = [
    [[], /does not start like a flight record/],
    [['nonsense'], /line 1 is not a JSON object/],
    [['{"flightRecord":99}'], /has format 99, but this program reads format 1/],
    [[header, ...rest], /does not start with a snapshot/],
    [[header, '{"state":{"now":1}}'], /line 2 is not a state/],
    [[header, snapshot, '{"atMs":1}'], /line 3 is not a decision/],
    [[header, snapshot, '{"atMs":1,"event":{"type":"toString"}}'], /line 3 is not a decision/],
    [
      [header, snapshot, '{"atMs":1,"event":{"type":"service.answered","item":"x"}}'],
      /line 3 is not a decision/,
    ],
  ];
  for (const [lines, message] of rows) {
    const { code, stdout, stderr } = await replay(t, lines);
    t.match({ code, stdout, stderr }, { code: 1, stdout: '', stderr: message });
    t.match(stderr, /^tonearm: .*\n→ make a new one on the speaker: .*\n$/);
  }
  t.match(await run(['replay', '/nowhere/at/all'], env), { code: 1, stderr: /cannot be read: ENOENT/ });
  t.match(await run(['replay', '/dev/zero'], env), { code: 1, stderr: /larger than any flight record/ });
});

t.test('a record may come through a pipe', async t => {
  const path = join(t.testdir(), 'pipe');
  execFileSync('mkfifo', [path]);
  const [{ code }] = await Promise.all([run(['replay', path], env), writeFile(path, recordOf().join('\n'))]);
  t.equal(code, 0);
});
