import t from 'tap';
import { asks, outside } from '../rigs/core/rows.js';
import { createItem, createPlaying, type Stage } from '../rigs/core/stage.js';

/** Sounds, while data still come; the service says 30 s. */
function createOpen(lengthMs: number | null, item = createItem(0, { durationMs: 30_000 })): Stage {
  const stage = createPlaying(item);
  return stage.send({ type: 'player.started', loadId: stage.loadId, positionMs: 0, lengthMs, isOpen: true });
}

const fetched = (stage: Stage, positionMs: number, lengthMs: number | null): Stage =>
  stage.send({ type: 'player.fetched', loadId: stage.loadId, positionMs, lengthMs });

/** Sounds on to this place, a second at a time. */
function playTo(stage: Stage, positionMs: number): Stage {
  for (let at = 1_000; at <= positionMs; at += 1_000) {
    stage.after(1_000).position(at).fires('endReport');
    if (stage.asked('tell') !== 0) stage.answer(null, stage.asked('tell'));
  }
  return stage;
}

const askedOf = (stage: Stage) =>
  stage.log.flatMap(effect => (effect.type === 'service.ask' ? [effect.ask] : []));
const ends = (stage: Stage): number => askedOf(stage).filter(({ op }) => op === 'setEnded').length;

t.test('a stream that sounds beyond its lengths is over when it ends, and not before', t => {
  for (const lengthMs of [null, 30_000, 2_000, 180_000]) {
    const stage = playTo(createOpen(lengthMs), 100_000);
    t.equal(ends(stage), 0, `${lengthMs}: no end is reported while it sounds`);
    t.match(stage.public, { silenceReason: null, item: { index: 0 }, position: { rate: 1 } });
    const told = askedOf(stage).flatMap(ask => (ask.op === 'setProgress' ? [ask.elapsedS] : []));
    t.ok(
      told.length >= 3 && told.every(elapsedS => elapsedS <= 29),
      `below the service’s length: ${told.join()}`,
    );
    if (lengthMs === 180_000) continue;
    stage.ended(100_000, lengthMs);
    t.match(outside(stage), [asks('setEnded', { elapsedS: 30, lengthS: 30 })]);
  }
  t.end();
});

t.test('A passed length bounds no reckoned position', t => {
  const stage = playTo(createOpen(30_000), 60_000).after(500).ask({ type: 'pause' });
  t.equal(stage.public.position.positionMs, 60_500);
  t.end();
});

t.test('once all of it is in the player its end is known, and reported ahead', t => {
  const rows = [
    ['longer than both say', 100_000, 30_000, 100_000],
    ['as long as the player says, not the service', 180_000, 180_000, 180_000],
    ['as long as the service says', 30_000, null, 30_000],
    ['a little less than is stated', 29_200, 30_000, 30_000],
  ] as const;
  for (const [name, toMs, lengthMs, endMs] of rows) {
    const stage = playTo(createOpen(lengthMs), 10_000);
    fetched(stage, toMs, lengthMs);
    t.match(stage.effects, [{ type: 'timer.set', name: 'endReport', delayMs: endMs - 11_000 }], name);
    stage
      .after(endMs - 11_000)
      .position(endMs - 1_000)
      .fires('endReport');
    t.equal(ends(stage), 1, name);
  }
  t.end();
});

t.test('data that break off are no end', t => {
  const rows = [
    [10_000, 180_000, 30_000],
    [10_000, null, 30_000],
    [20_000, 180_000, null],
  ] as const;
  for (const [toMs, lengthMs, durationMs] of rows) {
    const stage = playTo(createOpen(lengthMs, createItem(0, { durationMs })), 9_000);
    t.strictSame(fetched(stage, toMs, lengthMs).effects, [], 'what was fetched');
    stage.after(1_000).ended(toMs, lengthMs);
    t.equal(ends(stage), 0);
    t.equal(stage.sound, 'waiting out a sound fault');
    t.same(stage.fires('soundRetry').ops, ['current'], 'a fresh address');
    stage.answer(createItem(0, { durationMs }));
    t.match(outside(stage), [{ type: 'player.load', startMs: toMs }], 'the same second');
  }
  t.end();
});

t.test('Data that end where the service says the item does are all of it, whatever the player says', t => {
  const stage = createOpen(40_000);
  fetched(stage, 29_500, 40_000);
  stage.send({ type: 'player.cut', loadId: stage.loadId, positionMs: 29_500 });
  t.same(outside(stage), [], 'no other address is asked for');
  stage.after(28_600).position(28_600).fires('endReport');
  t.match(outside(stage), [asks('setEnded', { elapsedS: 30, lengthS: 30 })]);
  t.end();
});
