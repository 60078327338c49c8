import t from 'tap';
import { closing, early, FULL, item, nearing, peeked, peeking, playing } from '../rigs/core/full.js';
import { allOutside, delaysOf, dies, ends, fails, heldId, loadOf, outside } from '../rigs/core/outside.js';
import { asks, checkRows, type Row } from '../rigs/core/rows.js';
import { createPlaying, createStage, type Stage, TAKEN_OVER } from '../rigs/core/stage.js';

const APPEND = { type: 'player.load', mode: 'append', url: 'http://audio.test/1' };
const END = { op: 'setEnded', index: 0, elapsedS: 180, lengthS: 180 };
const OTHER = item(1, { trackToken: 'other', audioUrl: 'http://audio.test/other' });
/** Answers the peek. */
const peekAnswered = (stage: Stage, next: ReturnType<typeof item> | null) =>
  stage.answer(next, stage.asked('peek'));
/** Answers the report of the end. */
const answered = (stage: Stage, next: ReturnType<typeof item> | null) =>
  stage.answer(next, stage.asked('place'));
/** The service has heard that the item began. */
const heardOf = (stage: Stage) => stage.answer(null, stage.asked('tell'));

const sounding = { sound: 'sounding' };
const inHand: Row['in'] = ['the next item is peeked', () => peeked()];
const asked: Row['in'] = ['a peek is asked for', () => peeking()];
const nearEnd: Row['in'] = ['peeked, and the end reported', () => closing()];
const skipped: Row['in'] = ['peeked, and skipped', () => heardOf(peeked()).ask({ type: 'next' })];

checkRows([
  {
    in: ['an item begins', () => playing().after(5_000).position(5_000)],
    event: ['the time of the peek', stage => stage.fires('peek')],
    becomes: sounding,
    does: [asks('peek')],
  },
  {
    in: ['an item begins, at a service without peeks', () => createPlaying(item(0)).after(5_000)],
    event: ['the time of the peek', stage => stage.fires('peek')],
    becomes: sounding,
    does: [],
  },
  {
    in: asked,
    event: ['the next item', stage => peekAnswered(stage, item(1))],
    becomes: sounding,
    does: [APPEND],
  },
  { in: asked, event: ['nothing', stage => peekAnswered(stage, null)], becomes: sounding, does: [] },
  { in: asked, event: ['the same item', stage => peekAnswered(stage, item(0))], becomes: sounding, does: [] },
  {
    in: asked,
    event: ['an item without an address', stage => peekAnswered(stage, item(1, { audioUrl: null }))],
    becomes: sounding,
    does: [],
  },
  {
    in: asked,
    event: ['stream taken over', stage => peekAnswered(stage, TAKEN_OVER)],
    becomes: sounding,
    does: [],
  },
  {
    in: asked,
    event: [
      'stream taken over, with an address',
      stage => peekAnswered(stage, { ...TAKEN_OVER, index: 1, audioUrl: 'http://audio.test/1' }),
    ],
    becomes: sounding,
    does: [],
  },
  {
    in: asked,
    event: ['a refusal', stage => stage.failed({ code: 'serviceError' })],
    becomes: sounding,
    does: [],
  },
  {
    in: inHand,
    event: ['the last second', nearing],
    becomes: sounding,
    does: [asks('setEnded', END)],
  },
  {
    in: nearEnd,
    event: ['another item', stage => answered(stage, OTHER)],
    becomes: sounding,
    does: [{ ...APPEND, url: 'http://audio.test/other' }],
  },
  {
    in: nearEnd,
    event: ['another item without an address', stage => answered(stage, { ...OTHER, audioUrl: null })],
    becomes: sounding,
    does: [{ type: 'player.dropAppended' }],
  },
  {
    in: [
      'peeked, the end reported, the source at its end in two looks',
      () => {
        const stage = answered(closing(), item(0));
        for (let look = 1; look <= 2; look += 1) answered(stage.fires('follow'), item(0));
        return stage.fires('follow');
      },
    ],
    event: ['and in a third', stage => answered(stage, item(0))],
    becomes: sounding,
    does: [{ type: 'player.dropAppended' }],
  },
  { in: nearEnd, event: ['the same item', stage => answered(stage, item(1))], becomes: sounding, does: [] },
  {
    in: skipped,
    event: ['the same item', stage => answered(stage, item(1))],
    becomes: { sound: 'opening' },
    does: [{ type: 'player.next' }],
  },
  {
    in: skipped,
    event: ['another item', stage => answered(stage, OTHER)],
    becomes: { sound: 'opening' },
    does: [{ type: 'player.load', mode: 'replace', url: 'http://audio.test/other' }],
  },
  {
    in: inHand,
    event: ['the stream that sounds breaks off', stage => ends(stage, 60_000)],
    becomes: { sound: 'waiting out a sound fault' },
    does: [{ type: 'player.unload' }],
  },
  {
    in: inHand,
    event: [
      'what sounds cannot be decoded',
      stage => fails(stage, { fault: 'undecodable', positionMs: 9_000 }),
    ],
    becomes: { sound: 'waiting out a sound fault' },
    does: [{ type: 'player.unload' }],
  },
  {
    in: inHand,
    event: ['the player dies', stage => dies(stage)],
    becomes: { sound: 'the player is down' },
    does: [],
  },
  {
    in: inHand,
    event: [
      'what was appended fails before its turn',
      stage => fails(stage, { fault: 'refused', httpStatus: 403, loadId: stage.loadId }),
    ],
    becomes: sounding,
    does: [],
  },
]);

t.test('something taken back begins in the same instant: what was told to follow does not', async t => {
  const stage = closing();
  const { loadId } = stage;
  answered(stage, OTHER);
  const wanted = stage.loadId;
  stage.send({ type: 'player.started', loadId, positionMs: 0, lengthMs: 1_000 });
  t.match(outside(stage), [{ type: 'player.next', loadId: wanted }]);
  t.match(stage.public, { item: { index: 1 } });
});

t.test('a short item is looked beyond at once, others once they have settled', async t => {
  const lengths: readonly [number | null, number][] = [
    [3_000, 0],
    [14_000, 2_000],
    [180_000, 5_000],
    [240_000, 12_000],
    [600_000, 372_000],
    [null, 5_000],
  ];
  for (const [lengthMs, delayMs] of lengths) {
    const stage = createStage({ abilities: FULL }).send({ type: 'player.ready' });
    stage.send({ type: 'engine.started' }).answer(item(0, { durationMs: lengthMs }));
    t.same(delaysOf(stage.started(0, lengthMs), 'peek'), [delayMs]);
  }
});

t.test('a preview that failed is asked for once more, twelve seconds before the end', async t => {
  const stage = peeking();
  t.same(delaysOf(stage, 'peek'), [], 'not while it is being asked');
  t.same(delaysOf(peekAnswered(stage, null), 'peek'), [163_000]);
  stage.after(163_000).position(168_000).fires('peek');
  t.match(outside(stage), [{ op: 'peek' }]);
  t.same(delaysOf(peekAnswered(stage, null), 'peek'), [], 'then the report of the end comes');
  t.equal(stage.place, 'waiting for the end');
});

t.test('an address that lapses while the item is paused is renewed before its turn', async t => {
  const stage = peeked().after(10_000).ask({ type: 'pause' }).after(100_000).ask({ type: 'play' });
  t.same(delaysOf(stage, 'peek'), [153_000]);
  stage.after(153_000).position(168_000).fires('peek');
  t.match(outside(stage), [{ op: 'peek' }]);
  peekAnswered(stage, item(1, { audioUrl: 'http://audio.test/fresh' }));
  t.match(outside(stage), [{ ...APPEND, url: 'http://audio.test/fresh' }]);
});

t.test('confirmed, it is the turn of the next item at its first sample', async t => {
  const stage = answered(heardOf(closing()), item(1, { audioUrl: null, title: 'As answered' }));
  const { loadId } = stage;
  ends(stage.after(950));
  t.equal(stage.public.silenceReason, null);
  t.equal(stage.public.item?.index, 0);
  stage.send({ type: 'player.started', loadId, positionMs: 0, lengthMs: 180_000 });
  t.match(outside(stage), [{ op: 'setStarted', index: 1, elapsedS: 0 }]);
  t.match(stage.public, { item: { index: 1, title: 'As answered' }, silenceReason: null });
  dies(stage).send({ type: 'player.ready' });
  t.match(loadOf(stage), { url: 'http://audio.test/1' }, 'the address it plays from');
});

t.test('peeked, it sounds before the answer, and is reported only after it', async t => {
  const stage = heardOf(early());
  t.match(stage.public, { item: { index: 1 }, silenceReason: null, position: { rate: 1 } });
  t.same(stage.ops, []);
  for (let second = 1; second <= 40; second += 1) stage.after(1_000).position(second * 1_000);
  t.notOk(allOutside(stage).some(told => 'op' in told && told.op === 'setProgress' && told.index === 1));
  answered(stage, item(1));
  t.match(outside(stage), [{ op: 'setStarted', index: 1 }]);
  t.equal(heldId(stage), stage.loadId);
});
