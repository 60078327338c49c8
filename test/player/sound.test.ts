import t from 'tap';
import type { PlayerEvent } from '../../src/core/vocabulary/player-event.js';
import type { MpvLoad } from '../../src/player/sound/load.js';
import { createOutbox } from '../../src/player/sound/outbox.js';
import { Sound } from '../../src/player/sound/sound.js';

const toLoad = (loadId: number): MpvLoad => ({
  loadId,
  entryId: loadId,
  startMs: 0,
  appended: loadId > 1,
  phase: 'started',
  lengthMs: 10_000,
  dataEndMs: null,
  toldMs: null,
  isWhole: false,
  isCut: false,
  openedMs: 0,
  seen: null,
  stood: null,
  isLeft: false,
  soughtLogLine: null,
  dismissed: false,
  firstLogLine: 0,
});
const ended = { type: 'player.ended', loadId: 1, positionMs: 10_000, lengthMs: 10_000 } as const;

/** A sound, and a clock that is set; waiting is done by the real one. */
function createBench() {
  const told: PlayerEvent[] = [];
  let nowMs = 0;
  const clock = { epochMs: () => 0, steadyMs: () => nowMs };
  const sound = new Sound({ clock, emit: event => void told.push(event) });
  return {
    clock,
    sound,
    take: () => told.splice(0).map(({ type }) => type.slice(7)),
    until: (ms: number) => {
      nowMs = ms;
    },
    untilTold: async () => {
      while (told.length === 0) await new Promise(resolve => setTimeout(resolve, 2));
    },
  };
}

t.test('the end of a file is told once it has sounded, and the next one then', async t => {
  const { sound, take, until, untilTold } = createBench();
  const [first, second] = [toLoad(1), toLoad(2)];
  sound.begin(first, 0, 0);
  until(9700);
  sound.see(9.7);
  t.strictSame(take(), ['started', 'position']);
  t.equal(sound.end(first, true), 10_000);
  sound.tell(ended);
  t.ok(sound.isHandingOver);
  sound.open();
  sound.begin(second, 0, 60);
  sound.see(-0.05);
  t.strictSame(take(), [], 'the end of the first one sounds');
  await untilTold();
  t.strictSame(take(), ['ended', 'started']);
  t.notOk(sound.isHandingOver);
  until(9760);
  t.equal(sound.positionMs, 0, 'counted from where it sounded');
});

t.test('while paused nothing sounds, so nothing that waits is told', async t => {
  const { sound, take, until, untilTold } = createBench();
  const first = toLoad(1);
  sound.begin(first, 9950, 0);
  take();
  sound.end(first, true);
  sound.tell(ended);
  sound.setPaused(true);
  until(5000);
  await new Promise(resolve => setTimeout(resolve, 80));
  t.strictSame(take(), []);
  sound.setPaused(false);
  await untilTold();
  t.strictSame(take(), ['ended']);
});

t.test('The sound tells a cut, starved or discarded load at once', async t => {
  const { sound, take } = createBench();
  const first = toLoad(1);
  sound.begin(first, 9700, 0);
  sound.end(first, true);
  sound.tell(ended);
  sound.flush();
  t.strictSame(take(), ['started', 'ended']);

  sound.begin(first, 9700, 0);
  t.equal(sound.end(first, false), 10_000);
  sound.tell({ type: 'player.stopped', loadId: 1 });
  t.strictSame(take(), ['started', 'stopped']);

  sound.begin(first, 9700, 0);
  sound.setStarved(true);
  sound.end(first, true);
  sound.tell(ended);
  t.strictSame(take(), ['started', 'starved', 'ended']);
});

t.test('a seek that lands without data is starved there', async t => {
  const { sound, take } = createBench();
  sound.begin(toLoad(1), 0, 0);
  sound.setStarved(true);
  take();
  sound.aim.send(5000);
  sound.aim.begin();
  sound.aim.land(1);
  sound.land(toLoad(1), 5000);
  t.strictSame(take(), ['seeked', 'starved']);
  t.notOk(sound.isFlowing);
  t.equal(sound.positionMs, 5000);
  sound.setStarved(false);
  t.strictSame(take(), ['flowing']);
  t.ok(sound.isFlowing);
});

t.test('a later word on how much is left replaces the earlier one', async t => {
  const told: string[] = [];
  const clock = { epochMs: () => 0, steadyMs: () => 0 };
  const outbox = createOutbox(clock, ({ type }) => void told.push(type));
  outbox.hold(60_000);
  outbox.tell(ended);
  outbox.hold(0);
  t.strictSame(told, ['player.ended']);
  outbox.run(false);
  outbox.run(true);
  outbox.tell(ended);
  t.equal(told.length, 2);
});

t.test('a position is asked for shortly behind a whole second, at once a second', async t => {
  const { sound, until } = createBench();
  t.equal(sound.askInMs, 1000, 'where nothing sounds, in a second');
  sound.begin(toLoad(1), 0, 0);
  const asked: number[] = [];
  // A load begins anywhere, and questions are late by anything.
  for (let [nowMs, late] = [1, 0]; nowMs < 30_000; late = (late * 37 + 11) % 400) {
    until(nowMs);
    const inMs = sound.askInMs;
    t.ok(inMs >= 200 && inMs < 1200, `at ${nowMs} in ${inMs} ms`);
    nowMs += inMs + late;
    asked.push(nowMs);
    if ((nowMs - late) % 1000 !== 100) t.fail(`asked for at ${nowMs - late}`);
  }
  const seconds = asked.map(ms => Math.floor(ms / 1000));
  t.strictSame(
    seconds,
    seconds.map((_, at) => at + 1),
    'none of them is left out',
  );
});
