import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import t from 'tap';
import type { PlayedRecord } from '../../src/contract/records.js';
import { storeIn } from '../rigs/store/records.js';

const NAME = 'recent.jsonl';
const createRecord = (number: number, changes: Partial<PlayedRecord> = {}): PlayedRecord => ({
  playedAtMs: number,
  item: { kind: 'track', index: number, title: `Song ${number}` },
  source: { id: 'ST:1', type: 'ST', name: 'Küche' },
  ...changes,
});
const linesOf = (path: string) => readFileSync(path, 'utf8').trimEnd().split('\n');

t.test('a record is a line more, and all are there again after a restart', async t => {
  const at = storeIn(t);
  const store = await at.open();
  t.strictSame(store.played.records, []);
  t.strictSame(readdirSync(at.stateDir).sort(), ['lock'], 'nothing is written before there is something');
  const full: PlayedRecord = {
    playedAtMs: 2,
    item: {
      ...{ kind: 'episode', index: null, title: 'Two', artist: 'A', album: 'B', podcast: 'C' },
      ...{ artUrl: 'https://art.test/2', durationMs: 5 },
    },
    source: { id: 'PC:1', type: 'PC' },
    trackId: 'TR:2',
    feedback: 'DOWN',
  };
  await store.played.add(createRecord(1));
  const { ino } = statSync(at.file(NAME));
  t.equal(statSync(at.file(NAME)).mode & 0o777, 0o600);
  await Promise.all([store.played.add(full), store.played.add(createRecord(3))]);
  t.equal(statSync(at.file(NAME)).ino, ino, 'added to, not replaced');
  t.strictSame(
    linesOf(at.file(NAME)).map(line => JSON.parse(line) as unknown),
    [{ schema: 1 }, createRecord(1), full, createRecord(3)],
  );
  await store.close();
  await t.rejects(store.played.add(createRecord(4)), /closed/);
  const again = await at.open();
  t.strictSame(again.played.records, [createRecord(1), full, createRecord(3)]);
  await again.played.add({ ...full, feedback: 'UP' });
  t.match(again.played.records, [{ playedAtMs: 1 }, { playedAtMs: 2, feedback: 'UP' }, { playedAtMs: 3 }]);
  t.equal(linesOf(at.file(NAME)).length, 5);
  await again.close();
  t.strictSame((await at.open()).played.records[1], { ...full, feedback: 'UP' }, 'the later line counts');
});

t.test('the last two hundred are kept, and a file that has grown is replaced', async t => {
  const at = storeIn(t);
  const store = await at.open();
  const title = 'x'.repeat(1_000);
  const sizes: number[] = [];
  for (let number = 1; number <= 600; number += 1) {
    await store.played.add(createRecord(number, { item: { kind: 'track', index: 0, title } }));
    sizes.push(statSync(at.file(NAME)).size);
  }
  t.equal(store.played.records.length, 200);
  t.equal(store.played.records[0]?.playedAtMs, 401);
  const replaced = sizes.filter((size, index) => size < (sizes[index - 1] ?? 0)).length;
  t.ok(replaced >= 1 && replaced <= 3, `${replaced} times`);
  t.ok(Math.max(...sizes) < 600_000);
  await store.close();
  t.equal((await at.open()).played.records.at(-1)?.playedAtMs, 600);
});

t.test('The store drops a torn line and writes the next one cleanly', async t => {
  const at = storeIn(t);
  const store = await at.open();
  await store.played.add(createRecord(1));
  await store.close();
  writeFileSync(at.file(NAME), `${readFileSync(at.file(NAME), 'utf8')}{"playedAtMs":2,"it`);
  const again = await at.open();
  t.strictSame(again.played.records, [createRecord(1)]);
  await again.played.add(createRecord(3));
  await again.close();
  t.strictSame((await at.open()).played.records, [createRecord(1), createRecord(3)]);
  t.strictSame(at.logger.messages('error'), []);
});

t.test('forgotten, with what was set aside', async t => {
  const at = storeIn(t);
  mkdirSync(at.stateDir, { mode: 0o700 });
  writeFileSync(at.file(NAME), 'rubbish\n');
  const store = await at.open();
  t.strictSame(store.played.records, []);
  t.strictSame(readdirSync(at.stateDir).sort(), ['lock', `${NAME}.corrupt-20260203T040506Z`]);
  t.match(at.logger.lines, [{ level: 'error', details: { file: NAME } }]);
  const writing = [
    store.played.add(createRecord(1)),
    store.played.remove(),
    store.played.add(createRecord(2)),
  ];
  await Promise.all(writing);
  t.strictSame(linesOf(at.file(NAME)).slice(1), [JSON.stringify(createRecord(2))]);
  await store.played.remove();
  t.strictSame(readdirSync(at.stateDir).sort(), ['lock']);
});

const RUBBISH: Readonly<Record<string, string>> = {
  'an empty file': '',
  'no line': '{"schema":1',
  'no schema': '{"x":1}\n',
  'a line that is no JSON': '{"schema":1}\nx\n',
  'a line that is no record': '{"schema":1}\n{"playedAtMs":1}\n',
  'a member of the wrong type': `{"schema":1}\n${JSON.stringify({ ...createRecord(1), playedAtMs: '1' })}\n`,
};

for (const [name, content] of Object.entries(RUBBISH)) {
  t.test(`${name} is set aside`, async t => {
    const at = storeIn(t);
    mkdirSync(at.stateDir, { mode: 0o700 });
    writeFileSync(at.file(NAME), content, { mode: 0o644 });
    const store = await at.open();
    t.strictSame(store.played.records, []);
    const [aside] = readdirSync(at.stateDir).filter(found => found.startsWith(`${NAME}.corrupt-`));
    t.equal(readFileSync(at.file(String(aside)), 'utf8'), content);
    await store.played.add(createRecord(1));
    await store.close();
    t.strictSame((await at.open()).played.records, [createRecord(1)]);
  });
}

t.test('one of a newer version is left alone: 78', async t => {
  const at = storeIn(t);
  mkdirSync(at.stateDir, { mode: 0o700 });
  const content = '{"schema":2}\nwhat ever\n';
  writeFileSync(at.file(NAME), content);
  await t.rejects(at.open(), { name: 'ExitError', exitCode: 78, message: /recent\.jsonl.*newer/u });
  t.equal(readFileSync(at.file(NAME), 'utf8'), content);
});

t.test('The store refuses a record that the next start would refuse', async t => {
  const at = storeIn(t);
  const store = await at.open();
  const wrong = createRecord(1, { playedAtMs: 1.5 });
  await t.rejects(store.played.add(wrong), { code: 'ERR_STATE_UNREADABLE', message: /playedAtMs/ });
  t.strictSame(store.played.records, []);
});

t.test('a write that fails is told, and made good by the next', async t => {
  const at = storeIn(t);
  const store = await at.open();
  await store.played.add(createRecord(1));
  rmSync(at.file(NAME));
  mkdirSync(at.file(NAME));
  await t.rejects(store.played.add(createRecord(2)));
  t.equal(store.writable, false);
  t.strictSame(at.logger.messages('error'), ['The state could not be saved.']);
  rmSync(at.file(NAME), { recursive: true });
  await store.played.add(createRecord(3));
  t.equal(store.writable, true);
  t.equal(linesOf(at.file(NAME)).length, 4, 'all of them');
  rmSync(at.file(NAME));
  await store.played.add(createRecord(4));
  t.equal(linesOf(at.file(NAME)).length, 5, 'also where somebody has removed the file');
});
