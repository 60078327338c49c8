import t from 'tap';
import { createFlightRecorder } from '../../src/host/flight-recorder.js';
import { toRecordedFields } from '../../src/host/recorded-fields.js';
import type { Decision } from '../../src/ports.js';
import { drive } from '../rigs/host/drive.js';
import { createItem, createPlaying } from '../rigs/core/stage.js';
import { createRecordingLogger } from '../fakes/ports/logger.js';

const clock = { epochMs: () => 1_767_225_600_000, steadyMs: () => 0 };

t.test('what happened is told, and nothing that anybody else wrote', t => {
  const logger = createRecordingLogger();
  const recorder = createFlightRecorder({ clock, logger });
  const secret = 'http://audio.test/path?token=very+secret';
  const follow = (decision: Decision) => recorder.observe(decision);
  const stage = createPlaying(createItem(0, { audioUrl: secret, title: 'A Title', trackToken: 'a-token' }), {
    follow,
  });
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
  const text = recorder.lines().join('\n');
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
    t.notMatch(text, word, word);
    t.notMatch(JSON.stringify(logger.lines), word, word);
  }
  const entries = recorder.lines().map(line => JSON.parse(line) as Record<string, unknown>);
  t.match(entries.at(-3), {
    at: '2026-01-01T00:00:00.000Z',
    event: 'player.failed',
    fault: 'address',
    httpStatus: 403,
    sound: 'sounding → waiting a fault of the sound out',
    effects: Array,
  });
  t.match(entries.at(-1), { event: 'command.received', command: 'play' });
  t.equal(logger.messages('debug').length, entries.length, 'every transition is a line at debug');
  t.end();
});

t.test('words that are not ours are left out wherever they stand', t => {
  const item = createItem(3, { typename: 'Secret', audioUrl: 'http://x.test/?a' });
  const event = {
    type: 'x',
    code: 'a-real-code',
    name: 'a name',
    reason: 'offline',
    by: 'listener',
    token: 't',
    item,
    value: { a: 1 },
    index: 'x',
    loadId: 4,
  };
  t.same(toRecordedFields(event), {
    reason: 'offline',
    by: 'listener',
    kind: 'track',
    index: 3,
    durationMs: 180_000,
    loadId: 4,
  });
  t.end();
});

t.test('it is bounded, and keeps the newest', t => {
  const recorder = createFlightRecorder({ clock, logger: createRecordingLogger(), kept: 2_000 });
  const house = drive(decision => recorder.observe(decision));
  house.play({ afterMs: 1 });
  for (let count = 0; count < 200; count += 1) house.endAndStartNext({ gapMs: 1 });
  const lines = recorder.lines();
  t.ok(lines.join('').length <= 2_000 && lines.length > 2, `${lines.length} lines`);
  t.match(lines.at(-1), '"player.started"');
  t.same(recorder.lines(2), lines.slice(-2));
  t.end();
});

t.test('the position, told each second, fills nothing', t => {
  const recorder = createFlightRecorder({ clock, logger: createRecordingLogger() });
  const stage = createPlaying(createItem(0), { follow: decision => recorder.observe(decision) });
  const before = recorder.lines().length;
  for (let second = 1; second < 20; second += 1) stage.after(1_000).position(second * 1_000);
  t.equal(recorder.lines().length, before);
  t.end();
});

t.test('a fault puts what came before it into the log, each kind once in hours', t => {
  const logger = createRecordingLogger();
  const recorder = createFlightRecorder({ clock, logger });
  const stage = createPlaying(createItem(0), { follow: decision => recorder.observe(decision) });
  const told = () => logger.lines.filter(({ message }) => message === 'What came before the fault.');
  const cut = (atMs: number) => {
    stage.after(1_000).position(atMs).ended(atMs).fires('soundRetry').answer(createItem(0)).started(atMs);
    stage.after(1_000).position(atMs + 1_000);
    for (let more = 2; more < 60; more += 1) stage.after(1_000).position(atMs + more * 1_000);
  };
  cut(5_000);
  cut(80_000);
  t.equal(told().length, 1);
  t.match(told(), [{ level: 'warn', details: { fault: 'address', record: Array } }]);
  t.ok(JSON.stringify(told()[0]).length < 8_192);
  stage.send({ type: 'player.died', detail: 'killed' });
  t.equal(told().length, 2, 'another kind');
  stage.send({ type: 'player.ready' }).answer(createItem(0)).started(5_000);
  stage.after(7 * 3_600_000);
  cut(20_000);
  t.equal(told().length, 3, 'hours later again');
  t.end();
});
