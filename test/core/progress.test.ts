import t from 'tap';
import type { Item } from '../../src/core/vocabulary/item.js';
import type { Effect } from '../../src/core/reconcile/effect.js';
import { toPlaying } from '../../src/core/playing.js';
import { asks, flows, lands, outside, starves, startUp } from '../rigs/core/rows.js';
import { createItem, createLookingAhead, createPlaying, type Stage, TAKEN_OVER } from '../rigs/core/stage.js';

const isSet = ({ type }: Effect) => type === 'timer.set';

/** Plays on for so many seconds, told of each by the player; what was reported meanwhile, each at once answered. */
function play(stage: Stage, seconds: number): readonly number[] {
  const from = stage.log.length;
  const start = toPlaying(stage.state).heardToMs;
  for (let second = 1; second <= seconds; second += 1) {
    stage.after(1_000).position(start + second * 1_000);
    const told = stage.asked('tell');
    if (told !== 0) stage.answer(null, told);
  }
  return progressOf(stage.log.slice(from));
}

const progressOf = (effects: readonly Effect[]): readonly number[] =>
  effects.flatMap(effect =>
    effect.type === 'service.ask' && effect.ask.op === 'setProgress' ? [effect.ask.elapsedS] : [],
  );
const playing = (changes: Partial<Item> = {}, progressS = 60) =>
  createPlaying(createItem(0, changes), { settings: { progressS } });

const rows: readonly [string, () => Stage, number, readonly number[]][] = [
  ['as often as the service says', playing, 100, [30, 60, 90]],
  [
    'as often as the operator says where the service does not',
    () => playing({ progressFrequencyS: null }, 40),
    100,
    [40, 80],
  ],
  ['never where the operator wants none', () => playing({ progressFrequencyS: null }, 0), 170, []],
  ['as the service says also where the operator wants none', () => playing({}, 0), 40, [30]],
  ['never the full length', () => playing({ durationMs: 59_400 }), 60, [30, 59]],
  ['with no length known, as it is', () => playing({ durationMs: null }), 35, [30]],
];
for (const [name, create, seconds, expected] of rows) {
  t.test(`progress is reported ${name}`, async t => {
    t.same(play(create(), seconds), expected);
  });
}

t.test('only sound counts: none while paused, starved or sought over', async t => {
  const stage = playing();
  t.same(play(stage, 20), []);
  stage.ask({ type: 'pause' }).after(60_000);
  stage.ask({ type: 'play' }).after(20_000);
  starves(stage, 20_000).after(200_000);
  flows(stage, 20_000).ask({ type: 'seek', positionMs: 100_000 });
  lands(stage, 100_000);
  t.same(play(stage, 12), [110]);
});

t.test('positions that come while it is paused, and such that jump, are no sound', async t => {
  const stage = playing({ progressFrequencyS: 1 });
  stage.after(29_000).position(29_000);
  t.same(progressOf(stage.effects), [], 'one step of 29 seconds was none');
  stage.ask({ type: 'pause' }).position(30_000);
  t.same(progressOf(stage.effects), []);
  stage.ask({ type: 'play' }).after(1_000).position(30_000);
  t.same(progressOf(stage.effects), [30], 'the second that was told of in the pause is heard now');
});

t.test('elapsed time rounds down', async t => {
  const stage = playing({ progressFrequencyS: 1 });
  stage.after(1_900).position(1_900);
  t.match(outside(stage), [asks('setProgress', { elapsedS: 1 })]);
});

t.test(
  'a report that is not answered holds the next one back two seconds, and never takes it away',
  async t => {
    const stage = playing({ progressFrequencyS: 1 });
    stage.after(1_000).position(1_000).after(1_000).position(2_000);
    t.same(progressOf(stage.log), [1]);
    stage.after(1_000).fires('tellLimit');
    t.same(progressOf(stage.effects), [2]);
  },
);

t.test(
  'the end is reported once, with the full length, also where ordinary reports are left out',
  async t => {
    const stage = playing({ progressFrequencyS: null }, 0).after(180_000).ended();
    t.match(
      stage.log.filter(({ type }) => type.startsWith('service.')),
      [asks('current'), asks('setEnded', { elapsedS: 180 })],
    );
  },
);

t.test('the full length is the service’s own, else the player’s rounded up, else what was heard', async t => {
  const lengths: readonly [number | null, number | null, number, number][] = [
    [180_000, 181_300, 181_300, 180],
    [null, 181_300, 181_300, 182],
    [null, null, 90_200, 91],
  ];
  for (const [durationMs, lengthMs, endMs, elapsedS] of lengths) {
    const stage = startUp().answer(createItem(0, { durationMs })).started(0, lengthMs).ended(endMs, lengthMs);
    t.match(outside(stage), [asks('setEnded', { elapsedS, lengthS: elapsedS })]);
  }
});

t.test('the end is reported within the last second, once, and follows jumps', async t => {
  const stage = playing();
  const armed = () =>
    stage.log
      .flatMap(effect => (effect.type === 'timer.set' && effect.name === 'endReport' ? [effect.delayMs] : []))
      .at(-1);
  t.equal(armed(), 179_000);
  stage.after(10_000).ask({ type: 'pause' }).after(90_000).ask({ type: 'play' });
  t.equal(armed(), 169_000);
  stage.ask({ type: 'seek', positionMs: 100_000 });
  t.same(stage.fires('endReport').effects, [], 'not while it seeks');
  lands(stage.after(100), 100_000);
  t.equal(armed(), 79_000);
  stage.after(72_000).position(172_500);
  t.equal(armed(), 6_500, 'the player is a little ahead');
  stage.after(6_500).fires('endReport');
  t.match(outside(stage), [asks('setEnded', { index: 0, elapsedS: 180 })]);
  t.same(stage.fires('endReport').effects, []);
});

t.test('The end is reported as early as slow answers need it, within the last two seconds', t => {
  const armedAfter = (answerMs: number, soundMs: number) =>
    startUp()
      .after(answerMs)
      .answer(createItem(0))
      .after(soundMs)
      .started(0, 180_000)
      .log.flatMap(effect =>
        effect.type === 'timer.set' && effect.name === 'endReport' ? [effect.delayMs] : [],
      )
      .at(-1);
  t.equal(armedAfter(400, 450), 179_000, 'a second is enough');
  t.equal(armedAfter(500, 700), 178_700, 'as late as they allow');
  t.equal(armedAfter(9_000, 9_000), 178_000, 'and never earlier');
  t.end();
});

t.test(
  'no end is reported ahead while a command is under way, without a length, or when it is no longer playing',
  async t => {
    const stages = [
      playing().after(179_200).ask({ type: 'play', sourceId: 'ST:2' }),
      playing().ask({ type: 'pause' }),
      createLookingAhead().answer(null),
    ];
    for (const stage of stages) t.same(stage.fires('endReport').effects, []);
    const endless = startUp()
      .answer(createItem(0, { durationMs: null }))
      .started(0, null);
    t.notOk(endless.effects.some(effect => effect.type === 'timer.set' && effect.name === 'endReport'));
  },
);

const ends: readonly [string, number, number | null, number | null, boolean][] = [
  ['at the player’s length', 200_000, 200_000, 180_000, true],
  ['within two seconds of it', 198_100, 200_000, 180_000, true],
  ['at the service’s length, but not the player’s', 180_000, 200_000, 180_000, true],
  ['between the two lengths', 190_000, 200_000, 180_000, false],
  ['at the service’s length, the player knows none', 179_000, null, 180_000, true],
  ['far from the service’s length, the player knows none', 90_000, null, 180_000, false],
  ['anywhere, where nobody knows', 90_000, null, null, true],
];
for (const [name, positionMs, lengthMs, durationMs, isBelieved] of ends) {
  t.test(`an end ${name} is ${isBelieved ? '' : 'not '}believed`, async t => {
    const stage = startUp()
      .answer(createItem(0, { durationMs }))
      .started(0, lengthMs)
      .ended(positionMs, lengthMs);
    t.equal(stage.sound, isBelieved ? 'over, next item unknown' : 'waiting out a sound fault');
    t.same(stage.ops, isBelieved ? ['setEnded'] : []);
  });
}

t.test(
  'an end that is not believed leads to a fresh address at the same second; there again, it is one',
  async t => {
    const stage = playing().after(90_000).ended(90_000);
    t.match(stage.effects.filter(isSet), [{ name: 'soundRetry', delayMs: 0 }]);
    stage.fires('soundRetry').answer(createItem(0, { audioUrl: 'http://audio.test/fresh' }));
    t.match(outside(stage), [{ type: 'player.load', url: 'http://audio.test/fresh', startMs: 90_000 }]);
    stage.started(90_000).after(1_500).ended(91_500);
    t.match(outside(stage), [asks('setEnded', { index: 0, elapsedS: 91 })], 'what was heard');
  },
);

t.test('a jump forgets the place of a cut', async t => {
  const stage = playing().after(90_000).ended(90_000);
  stage.fires('soundRetry').answer(createItem(0)).started(90_000).ask({ type: 'seek', positionMs: 89_000 });
  lands(stage, 89_000).ended(90_000);
  t.equal(stage.sound, 'waiting out a sound fault');
});

t.test('the stream is taken: what waits behind the report that was told so is not told', async t => {
  const stage = playing({ progressFrequencyS: 1 }).after(1_000).position(1_000);
  const first = stage.asked('tell');
  t.same(stage.after(1_000).position(2_000).ops, [], 'one at a time');
  t.same(stage.answer(TAKEN_OVER, first).ops, []);
  t.equal(stage.public.silenceReason, 'takenOver');
});
