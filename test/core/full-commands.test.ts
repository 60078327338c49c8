import t from 'tap';
import { CORE_ABILITIES } from '../../src/core/abilities.js';
import { FULL, item, playing } from '../rigs/core/full.js';
import { loadOf, outside, toldListeners } from '../rigs/core/outside.js';
import { createPlaying, type Stage, TAKEN_OVER } from '../rigs/core/stage.js';

/** So many seconds into the first item, of whose start the service has heard. */
const at = (seconds: number, changes = {}) => {
  const stage = playing(changes);
  stage.answer(null, stage.asked('tell'));
  return stage.after(seconds * 1_000).position(seconds * 1_000);
};
const AT_12 = { sourceId: 'ST:1', index: 0, elapsedS: 12 };
const RATE = { targetId: 'TR:0', sourceContextId: 'ST:1', trackToken: 'token-0', elapsedS: 12 };
const up = () => at(12).ask({ type: 'setFeedback', value: 'UP' });
const down = () => at(12).ask({ type: 'setFeedback', value: 'DOWN' });
const lacking = (stage: Stage) =>
  stage.send({
    type: 'service.answered',
    question: stage.asked('command'),
    item: null,
    source: null,
    done: false,
  });

const ROWS: readonly (readonly [string, () => Stage, string, readonly object[]])[] = [
  ['audio starts', () => playing(), 'sounding', [{ op: 'setStarted', ...AT_12, elapsedS: 0 }]],
  [
    'pause',
    () => at(12).ask({ type: 'pause' }),
    'paused',
    [{ type: 'player.pause' }, { op: 'setPaused', ...AT_12 }],
  ],
  [
    'resume',
    () => {
      const stage = at(12).ask({ type: 'pause' });
      return stage.answer(null, stage.asked('tell')).ask({ type: 'play' });
    },
    'sounding',
    [{ type: 'player.resume' }, { op: 'setStarted', ...AT_12 }],
  ],
  [
    'stop',
    () => at(12).ask({ type: 'stop' }),
    'stopped',
    [{ type: 'player.unload' }, { op: 'setPaused', ...AT_12 }],
  ],
  ['skip', () => at(12).ask({ type: 'next' }), 'sounding', [{ op: 'skip', ...AT_12, lengthS: 180 }]],
  ['previous', () => at(12).ask({ type: 'previous' }), 'sounding', [{ op: 'previous', ...AT_12 }]],
  [
    'previous, answered',
    () => at(12).ask({ type: 'previous' }).answer(item(1)),
    'opening',
    [{ type: 'player.load', url: 'http://audio.test/1' }],
  ],
  [
    'replay',
    () => at(12).ask({ type: 'replay' }),
    'sounding',
    [{ op: 'replay', ...AT_12, trackToken: 'token-0' }],
  ],
  [
    'replay, answered: the service is asked what is current',
    () => at(12).ask({ type: 'replay' }).answer(null),
    'sounding',
    [{ op: 'current' }],
  ],
  [
    'replayed, as another item',
    () => at(12).ask({ type: 'replay' }).answer(null).answer(item(1)),
    'opening',
    [{ type: 'player.load', startMs: 0, url: 'http://audio.test/1' }],
  ],
  [
    'replayed, as the same item',
    () => at(12).ask({ type: 'replay' }).answer(null).answer(item(0)),
    'opening',
    [{ type: 'player.load', startMs: 0 }],
  ],
  [
    'replay, the operation is missing after all',
    () => lacking(at(12).ask({ type: 'replay' })),
    'starved',
    [
      { type: 'player.seek', positionMs: 0 },
      { op: 'setProgress', elapsedS: 0 },
    ],
  ],
  ['thumb up', up, 'sounding', [{ op: 'setFeedback', ...RATE, value: 'UP' }]],
  [
    'thumb down, answered with the next item',
    () => down().answer(item(1)),
    'opening',
    [{ type: 'player.load', url: 'http://audio.test/1' }],
  ],
  [
    'thumb down beyond the skip limit, answered with the same item',
    () => down().answer(item(0)),
    'sounding',
    [],
  ],
];

for (const [name, create, sound, told] of ROWS) {
  t.test(name, async t => {
    const stage = create();
    t.equal(stage.sound, sound);
    t.match(outside(stage), told);
    t.equal(outside(stage).length, told.length);
  });
}

t.test('a thumb that finds the stream taken over stops what sounds', async t => {
  const stage = up().answer(TAKEN_OVER);
  t.match(toldListeners(stage), [{ type: 'command.resolve' }]);
  t.equal(stage.public.silenceReason, 'takenOver');
});

t.test('feedback is shown once it is taken, and taken back', async t => {
  const stage = up();
  t.equal(stage.public.item?.feedback, null);
  stage.answer(null);
  t.equal(stage.public.item?.feedback, 'UP');
  t.ok(stage.types.includes('timer.set'), 'the end of the item is awaited again');
  stage.ask({ type: 'setFeedback', value: null }).answer(null);
  t.equal(stage.public.item?.feedback, null);
});

t.test('feedback on an item that has had its turn changes nothing of the next', async t => {
  const stage = down();
  const thumb = stage.asked('command');
  stage.after(168_000).ended().answer(item(1));
  stage.answer(item(1), thumb);
  t.match(stage.public.item, { index: 1, feedback: null });
  t.same(outside(stage), []);
});

t.test('a replay whose item has gone meanwhile replays nothing else', async t => {
  const stage = at(12).ask({ type: 'replay' });
  const replay = stage.asked('command');
  stage.after(168_000).ended().answer(item(1));
  stage.answer(null, replay).answer(item(1), stage.asked('command'));
  t.equal(loadOf(stage), null);
  const missing = at(12).ask({ type: 'replay' });
  const asked = missing.asked('command');
  missing.after(168_000).ended().answer(item(1));
  t.equal(missing.asked('command'), asked);
  t.same(outside(lacking(missing)), []);
});

t.test('what the service lacks is refused, what the item lacks is named', async t => {
  const bare = createPlaying(item(0), { abilities: CORE_ABILITIES });
  t.match(bare.public.can, { previous: false, feedback: false, replay: true, next: true });
  t.match(bare.ask({ type: 'previous' }).effects, [{ refusal: { reason: 'notSupported' } }]);
  t.match(bare.ask({ type: 'setFeedback', value: 'UP' }).effects, [{ refusal: { reason: 'notSupported' } }]);
  const plain = playing({ interactions: [] });
  t.match(plain.public.can, { previous: false, feedback: false, replay: false, next: false });
  const rows = [
    ['previous', 'PREVIOUS'],
    ['replay', 'REPLAY'],
    ['next', 'SKIP'],
  ] as const;
  for (const [type, interaction] of rows) {
    t.match(plain.ask({ type }).effects, [{ refusal: { reason: 'notAllowed', interaction } }]);
  }
  t.match(plain.ask({ type: 'setFeedback', value: 'UP' }).effects, [
    { refusal: { reason: 'notAllowed', interaction: 'THUMB' } },
  ]);
  t.match(playing({ trackId: null }).public.can, { feedback: false });
});

t.test('an operation that turns out to be missing is offered no longer', async t => {
  const stage = playing();
  t.ok(stage.public.can.previous);
  stage.send({ type: 'service.abilitiesChanged', abilities: { ...FULL, previous: false, reports: false } });
  t.notOk(stage.public.can.previous);
  t.same(outside(stage.ask({ type: 'pause' })), [{ type: 'player.pause' }]);
});

t.test('without a token the item is replayed where it is', async t => {
  const stage = at(12, { trackToken: null }).ask({ type: 'replay' });
  t.match(outside(stage), [
    { type: 'player.seek', positionMs: 0 },
    { op: 'setProgress', elapsedS: 0 },
  ]);
});

t.test('the skip limit: the music goes on, and it is said', async t => {
  const stage = at(12)
    .ask({ type: 'next' })
    .failed({ code: 'skipLimitReached', serviceMessage: 'No more skips.' });
  t.match(stage.public, {
    silenceReason: null,
    notice: { code: 'skipLimitReached', message: 'No more skips.' },
  });
  t.match(toldListeners(stage), [{ type: 'command.reject' }]);
});

t.test('a stream found taken over right after a play is claimed back once', async t => {
  const stage = at(12).ask({ type: 'stop' });
  stage.after(3_600_000).ask({ type: 'play' });
  t.match(outside(stage.answer(TAKEN_OVER, stage.asked('place'))), [{ op: 'setSource', sourceId: 'ST:1' }]);
  stage.sourceSet(TAKEN_OVER);
  t.equal(stage.public.silenceReason, 'takenOver', 'it is not fought for');
});

t.test('a play whose answer was lost: nothing follows only where the source is ours', async t => {
  /** It is over, and the service stays at it however often it is looked for. */
  const lastOf = (stage: Stage, last: ReturnType<typeof item>) => {
    stage.after(180_000).ended();
    stage.answer(last, stage.asked('place'));
    for (let look = 1; look <= 3; look += 1) stage.fires('follow').answer(last);
    return stage;
  };
  const stage = at(12).ask({ type: 'play', sourceId: 'AL:2' });
  stage.failed({ outcome: 'lost' }).failed({ outcome: 'lost' });
  t.equal(stage.public.silenceReason, null);
  t.match(outside(lastOf(stage, item(0))), [{ op: 'setSource', sourceId: 'ST:1' }]);
  const again = item(0, { trackToken: 'again', trackId: 'TR:9' });
  stage.sourceSet(again).started();
  t.equal(lastOf(stage, again).public.silenceReason, 'sourceEnded');
});

t.test('a queue of commands behind a refused one goes on', async t => {
  const stage = at(12).ask({ type: 'previous' }).ask({ type: 'setFeedback', value: 'UP' });
  stage.failed({ code: 'serviceError' }, stage.asked('command'));
  t.match(outside(stage), [{ op: 'setFeedback', value: 'UP' }]);
});

t.test('a place that cannot be told of cannot be asked about', async t => {
  const nowhere = at(12, { index: null });
  for (const type of ['next', 'previous'] as const) {
    t.match(toldListeners(nowhere.ask({ type })), [
      { type: 'command.reject', refusal: { reason: 'noSource' } },
    ]);
  }
});
