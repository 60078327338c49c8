import t from 'tap';
import { parseRecord } from '../../src/flight/lines.js';
import { isDifferent, replay } from '../../src/flight/replay.js';
import { createFlightRecorder } from '../../src/host/flight-recorder.js';
import type { Decision } from '../../src/contract/ports.js';
import { drive } from '../rigs/host/drive.js';
import { createItem, createPlaying } from '../rigs/core/stage.js';
import { createRecordingLogger } from '../fakes/ports/logger.js';

const createRecorder = (kept?: number) => {
  const logger = createRecordingLogger();
  const recorder = createFlightRecorder({ version: '1.2.3', logger, ...(kept !== undefined && { kept }) });
  return { logger, recorder, follow: (decision: Decision) => recorder.observe(decision) };
};

t.test('The flight recorder tells events and hides foreign text', async t => {
  const { logger, recorder, follow } = createRecorder();
  const secret = 'http://audio.test/path?token=very+secret';
  const item = createItem(0, { audioUrl: secret, title: 'A Title', trackToken: 'a-token' });
  const stage = createPlaying(item, { follow });
  stage.send({
    type: 'player.failed',
    loadId: stage.loadId,
    fault: 'refused',
    httpStatus: 403,
    positionMs: 7,
    detail: secret,
  });
  stage.failed({ code: 'offline', message: secret, serviceMessage: 'their words', serviceCode: 'CODE' });
  stage.ask({ type: 'play', sourceId: 'ST:hidden' });
  const lines = recorder.lines();
  for (const word of [
    'audio.test',
    'secret',
    'A Title',
    'a-token',
    'their words',
    'CODE',
    'hidden',
    'phone',
    'Title',
  ]) {
    t.notMatch(lines.join('\n'), word, word);
    t.notMatch(JSON.stringify(logger.lines), word, word);
  }
  const entries = lines.map(line => JSON.parse(line) as Record<string, unknown>);
  t.strictSame(entries[0], { flightRecord: 1, version: '1.2.3', node: process.version });
  t.match(entries[1], { state: { now: 0, playlist: { current: null } } });
  t.match(entries.at(-3), {
    event: { type: 'player.failed', fault: 'refused', httpStatus: 403, detail: '…' },
    sound: 'waiting out a sound fault',
    effects: Array,
  });
  t.match(entries.at(-1), {
    event: { type: 'command.received', command: { type: 'play', sourceId: /^ST:#\d+$/ } },
  });
  t.equal(logger.messages('debug').length, entries.length - 2, 'every decision is a line at debug');
  t.match(logger.lines.find(({ message }) => message === 'An event was handled.')?.details, {
    event: 'player.ready',
  });
});

t.test('it is bounded, keeps the newest, and begins with a snapshot whatever is given up', async t => {
  const kept = 12_000;
  const { recorder, follow } = createRecorder(kept);
  const testbed = drive(follow);
  testbed.play({ afterMs: 1 });
  let longest = 0;
  for (let count = 0; count < 200; count += 1) {
    testbed.endAndStartNext({ gapMs: 1 });
    longest = Math.max(longest, recorder.lines().slice(1).join('').length);
  }
  t.ok(longest <= kept && longest > kept / 2, `${longest} characters`);
  const lines = recorder.lines();
  t.match(lines.at(-1), '"player.started"');
  const replayed = replay(parseRecord(lines.join('\n')));
  t.strictSame(replayed.filter(isDifferent), []);
  t.ok(replayed.filter(({ is }) => is === 'snapshot').length > 1);
  t.strictSame(recorder.latest(2).length, 2);
  t.match(recorder.latest(2), [
    /service\.answered .*item=track 200/,
    /^0\.000 player\.started .*→ sound: sounding; /,
  ]);
});

t.test('the position, told each second, fills nothing', async t => {
  const { logger, recorder, follow } = createRecorder();
  const stage = createPlaying(createItem(0), { follow });
  const lines = recorder.lines().length;
  const said = logger.lines.length;
  for (let second = 1; second < 20; second += 1) stage.after(1_000).position(second * 1_000);
  t.equal(recorder.lines().length, lines + 1);
  t.match(JSON.parse(recorder.lines().at(-1) ?? ''), {
    atMs: 1_000,
    event: { type: 'player.position', positionMs: 1_000 },
    run: { count: 18, atMs: 19_000, positionMs: 19_000 },
  });
  t.equal(logger.lines.length, said, 'nor the log');
  stage.ask({ type: 'pause' });
  t.strictSame(replay(parseRecord(recorder.lines().join('\n'))).filter(isDifferent), []);
});

t.test('a fault puts what came before it into the log, each kind once in hours', async t => {
  const { logger, follow } = createRecorder();
  const stage = createPlaying(createItem(0), { follow });
  const told = () => logger.lines.filter(({ message }) => message === 'These events preceded the fault.');
  const cut = (atMs: number) => {
    stage.after(1_000).position(atMs).ended(atMs).fires('soundRetry').answer(createItem(0)).started(atMs);
    stage.after(1_000).position(atMs + 1_000);
    for (let more = 2; more < 60; more += 1) stage.after(1_000).position(atMs + more * 1_000);
  };
  cut(5_000);
  cut(80_000);
  t.equal(told().length, 1);
  t.match(told(), [{ level: 'warn', details: { fault: 'address', record: Array } }]);
  const { record } = told()[0]?.details as { readonly record: readonly string[] };
  t.match(
    record.at(-1),
    /^0\.000 player\.ended .*→ sound: waiting out a sound fault; .*timer\.set soundRetry/,
  );
  t.ok(JSON.stringify(told()[0]).length < 8_192);
  stage.send({ type: 'player.died', detail: 'killed' });
  t.equal(told().length, 2, 'another kind');
  stage.send({ type: 'player.ready' }).answer(createItem(0)).started(5_000);
  stage.after(7 * 3_600_000);
  cut(20_000);
  t.equal(told().length, 3, 'hours later again');
});
