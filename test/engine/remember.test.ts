import t from 'tap';
import { createMemory } from '../../src/engine/remember.js';
import type { PositionRecord, SessionRecord } from '../../src/contract/records.js';
import { createListeningLogger } from '../fakes/ports/scripted.js';
import { createItem, createPlaying, createStage, type Stage, TAKEN_OVER } from '../rigs/core/stage.js';
import { atEnd } from '../rigs/core/rows.js';
import { useFakeTime } from '../fakes/time/fake.js';

/** A memory that keeps what it wrote, in step with a stage at whose time it lives. */
function createBench(stage: Stage, { isFull = false } = {}) {
  const written: SessionRecord[] = [];
  const live: (PositionRecord | null)[] = [];
  const logger = createListeningLogger();
  const memory = createMemory({
    session: {
      value: null,
      write: async value => {
        if (isFull) throw new Error('full');
        written.push(value);
      },
      remove: async () => undefined,
    },
    position: { write: value => void live.push(value) },
    clock: { steadyMs: () => stage.now, epochMs: () => stage.now },
    logger,
  });
  const see = () => memory.observe(stage.state);
  /** Plays on for so many seconds, told of each by the player. */
  const play = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      stage.after(1_000).position(stage.now);
      see();
    }
  };
  see();
  return { written, live, logger, memory, see, play };
}

t.test('the beginning of an item is written at once, without its address, and with its place', async t => {
  const { written, live } = createBench(createPlaying());
  t.equal(written.length, 1);
  t.match(written[0], {
    wish: 'playing',
    source: { id: 'ST:1' },
    item: { index: 0, audioUrl: null },
    positionMs: 0,
    exact: false,
    volume: 40,
  });
  t.match(live, [{ sourceId: 'ST:1', index: 0, trackToken: 'token-0', positionMs: 0 }]);
});

t.test('A listener who signs out leaves nothing behind', async t => {
  const stage = createPlaying();
  const { live, see } = createBench(stage);
  stage.send({ type: 'pairing.ended', by: 'listener' });
  see();
  see();
  t.match(live, [{ sourceId: 'ST:1' }, null]);
  t.equal(live.length, 2);
});

t.test('A listener who signs out is forgotten at once, however much was pressed before', async t => {
  const stage = createPlaying();
  const { written, see } = createBench(stage);
  for (let presses = 0; presses < 9; presses += 1) {
    stage.ask({ type: presses % 2 === 0 ? 'pause' : 'play' });
    see();
  }
  stage.send({ type: 'pairing.ended', by: 'listener' });
  see();
  t.match(written.at(-1), { source: null });
});

t.test('The memory writes what must be kept at once, however much was pressed before it', async t => {
  const stage = createPlaying();
  const { written, memory, see } = createBench(stage);
  for (let presses = 0; presses < 10; presses += 1) {
    stage.ask({ type: presses % 2 === 0 ? 'pause' : 'play' });
    see();
  }
  t.match(written.at(-1), { wish: 'paused' });
  await memory.kept();
  t.match(written.at(-1), { wish: 'playing' });
  const { length } = written;
  await memory.kept();
  t.equal(written.length, length);
});

t.test('an hour of one item is written once a minute durably and once a second unsynced', async t => {
  const endless = createItem(0, { durationMs: null });
  const stage = createStage().send({ type: 'player.ready' }).send({ type: 'engine.started' });
  const bench = createBench(stage.answer(endless).started(0, null));
  bench.play(3_600);
  t.equal(bench.written.length, 61);
  t.equal(bench.live.length, 3_601);
  t.equal(bench.live.at(-1)?.positionMs, 3_600_000);
});

t.test('a pause is written at once and exactly, and nothing after it', async t => {
  const stage = createPlaying();
  const bench = createBench(stage);
  bench.play(10);
  stage.after(400).ask({ type: 'pause' });
  bench.see();
  t.match(bench.written.at(-1), { wish: 'paused', exact: true, positionMs: 10_400 });
  const { length } = bench.written;
  for (let minute = 0; minute < 10; minute += 1) {
    stage.after(60_000).send({ type: 'clock.set', epochOffsetMs: minute });
    bench.see();
  }
  t.equal(bench.written.length, length);
});

t.test('The memory writes a listener’s endless source changes once a second', async t => {
  const time = useFakeTime(t);
  const stage = createPlaying();
  const bench = createBench(stage);
  stage.after(10_000).position(10_000);
  const { length } = bench.written;
  for (let n = 0; n < 400; n += 1) {
    stage.after(25);
    await time.pass(25);
    const id = `AL:${n % 2}`;
    stage.ask({ type: 'play', sourceId: id });
    bench.see();
    stage.sourceSet(createItem(0), { id, type: 'AL', name: null });
    bench.see();
    if (n === 0) t.match(bench.written.at(-1), { source: { id } }, 'the first at once');
  }
  const many = bench.written.length - length;
  t.ok(many >= 8 && many <= 15, String(many));
  stage
    .ask({ type: 'play', sourceId: 'AL:7' })
    .sourceSet(createItem(0), { id: 'AL:7', type: 'AL', name: null });
  bench.see();
  stage.after(1_000);
  await time.pass(1_000);
  t.match(bench.written.at(-1), { source: { id: 'AL:7' } }, 'the last of it, too');
  stage
    .ask({ type: 'play', sourceId: 'AL:8' })
    .sourceSet(createItem(0), { id: 'AL:8', type: 'AL', name: null });
  stage
    .ask({ type: 'play', sourceId: 'AL:9' })
    .sourceSet(createItem(0), { id: 'AL:9', type: 'AL', name: null });
  bench.see();
  await bench.memory.stop();
  t.match(bench.written.at(-1), { source: { id: 'AL:9' } }, 'and on the way out');
});

t.test('a jump while paused is written', async t => {
  const stage = createPlaying().ask({ type: 'pause' });
  const bench = createBench(stage);
  stage.after(1_000).ask({ type: 'seek', positionMs: 90_000 });
  bench.see();
  t.equal(bench.written.at(-1)?.positionMs, 90_000);
});

t.test('the next item has its place on record before it sounds: a kill then costs nothing of it', async t => {
  const stage = createPlaying();
  const bench = createBench(stage);
  stage.after(300).ask({ type: 'next' }).answer(createItem(1));
  bench.see();
  t.equal(stage.sound, 'opening');
  t.match(bench.live.at(-1), { index: 1, trackToken: 'token-1', positionMs: 0 });
  t.match(bench.written.at(-1), { item: { index: 1 }, positionMs: 0 });
});

t.test('a volume that is dragged is written once it rests, and mute with it', async t => {
  const time = useFakeTime(t);
  const stage = createPlaying();
  const bench = createBench(stage);
  const { length } = bench.written;
  for (let volume = 41; volume <= 60; volume += 1) {
    stage.ask({ type: 'setVolume', volume });
    bench.see();
  }
  stage.ask({ type: 'setMuted', muted: true });
  bench.see();
  t.equal(bench.written.length, length);
  await time.pass(1_000);
  t.equal(bench.written.length, length + 1);
  t.match(bench.written.at(-1), { volume: 60, muted: true });
});

t.test('a change of place takes the volume along', async t => {
  const time = useFakeTime(t);
  const stage = createPlaying();
  const bench = createBench(stage);
  stage.after(1_000).ask({ type: 'setVolume', volume: 70 });
  bench.see();
  stage.ask({ type: 'pause' });
  bench.see();
  t.match(bench.written.at(-1), { volume: 70, wish: 'paused' });
  await time.pass(2_000);
  t.equal(bench.written.length, 2);
});

t.test('The memory marks the service’s source unknown until it answers', async t => {
  const stage = createPlaying();
  const bench = createBench(stage);
  t.notOk(bench.written.at(-1)?.sourceHeld);
  stage.ask({ type: 'play', sourceId: 'AL:2' });
  bench.see();
  t.match(bench.written.at(-1), { source: { id: 'ST:1' }, sourceHeld: 'unknown' });
  stage.sourceSet(createItem(0), { id: 'AL:2', type: 'AL', name: null });
  bench.see();
  t.match(bench.written.at(-1), { source: { id: 'AL:2' } });
  t.notOk(bench.written.at(-1)?.sourceHeld);
});

t.test('The memory keeps a takeover, which only playing reclaims', async t => {
  const stage = createPlaying();
  const bench = createBench(stage);
  stage.ask({ type: 'next' }).answer(TAKEN_OVER);
  bench.see();
  t.match(bench.written.at(-1), { wish: 'stopped', sourceHeld: 'interrupted' });
  const restored = { item: createItem(0), sourceHeld: 'interrupted', wish: 'stopped' } as const;
  const again = createStage({ restored }).send({ type: 'engine.started' });
  t.same(again.ops, ['current'], 'it may be ours again');
  again.failed({ code: 'noSource' });
  t.match(again.public.can, { play: true, next: false });
  t.match(again.ask({ type: 'play' }).ops, ['setSource']);
});

t.test('the end of a source is written', async t => {
  const { written } = createBench(atEnd());
  t.match(written, [{ sourceEnded: true, wish: 'stopped' }]);
});

t.test('the last state is written on the way out, exactly, and still wants to play', async t => {
  const stage = createPlaying();
  const { memory, written } = createBench(stage);
  stage.after(5_000);
  await memory.stop();
  t.match(written.at(-1), { wish: 'playing', exact: true, positionMs: 5_000 });
});

t.test('Time with a stopped player does not count as heard', async t => {
  const stage = createPlaying();
  const { memory, written } = createBench(stage);
  stage.after(5_000);
  memory.freeze();
  stage.after(1_500);
  memory.freeze();
  await memory.stop();
  t.match(written.at(-1), { exact: true, positionMs: 5_000 });
});

t.test('nothing seen, nothing written', async t => {
  const { position } = createStage().public;
  t.equal(position.positionMs, 0);
  const memory = createMemory({
    session: {
      value: null,
      write: () => Promise.reject(new Error('written')),
      remove: async () => undefined,
    },
    position: { write: () => t.fail('written') },
    clock: { steadyMs: () => 0, epochMs: () => 0 },
    logger: createListeningLogger(),
  });
  await memory.stop();
});

t.test('a source without an item is remembered without a place', async t => {
  const { written, live } = createBench(createStage());
  t.match(written, [{ item: null, source: { id: 'ST:1' } }]);
  t.same(live, []);
});

t.test('a full disk is said, and playing goes on', async t => {
  const { logger, memory } = createBench(createPlaying(), { isFull: true });
  await memory.stop();
  t.match(logger.lines[0], { level: 'warn' });
});
