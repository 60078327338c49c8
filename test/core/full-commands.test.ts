import t from 'tap';
import { CORE_ABILITIES } from '../../src/core/abilities.js';
import { FULL, item, playing } from '../fakes/engine-full.js';
import { checkRows } from '../fakes/engine-phases.js';
import { createFailure, createPlaying, type Stage, TAKEN_OVER } from '../fakes/engine-stage.js';

const at = (seconds: number, changes = {}) =>
  playing(changes)
    .after(seconds * 1_000)
    .position(seconds * 1_000);
const AT_12 = { sourceId: 'ST:1', index: 0, elapsedS: 12 };
const outside = (stage: Stage) => stage.effects.filter(({ type }) => /^(service|player)\./.test(type));
const reply = (
  stage: Stage,
  type: 'service.replayed' | 'service.feedbackSet',
  next: ReturnType<typeof item> | null,
) => stage.send({ type, requestId: stage.requestId, item: next });

checkRows([
  [
    'audio starts',
    () => playing(),
    { phase: 'playing' },
    [{ type: 'service.reportStarted', sourceId: 'ST:1', index: 0, elapsedS: 0 }],
  ],
  [
    'pause',
    () => at(12).ask({ type: 'pause' }),
    { phase: 'paused' },
    [{ type: 'player.pause' }, { type: 'service.reportPaused', ...AT_12 }],
  ],
  [
    'resume',
    () => at(12).ask({ type: 'pause' }).ask({ type: 'play' }),
    { phase: 'playing' },
    [{ type: 'player.resume' }, { type: 'service.reportStarted', ...AT_12 }],
  ],
  [
    'stop',
    () => at(12).ask({ type: 'stop' }),
    { phase: 'idle' },
    [{ type: 'service.reportPaused', ...AT_12 }, { type: 'player.unload' }],
  ],
  [
    'skip',
    () => at(12).ask({ type: 'next' }),
    { phase: 'playing' },
    [{ type: 'service.advance', by: 'skip', ...AT_12, lengthS: 180, forCommand: true }],
  ],
  [
    'previous',
    () => at(12).ask({ type: 'previous' }),
    { phase: 'playing' },
    [{ type: 'service.previous', ...AT_12 }],
  ],
  [
    'previous, answered',
    () => at(12).ask({ type: 'previous' }).advanced(item(1)),
    { phase: 'loading' },
    [{ type: 'player.load', url: 'http://audio.test/1' }],
  ],
  [
    'replay',
    () => at(12).ask({ type: 'replay' }),
    { phase: 'playing' },
    [{ type: 'service.replay', ...AT_12, trackToken: 'token-0' }],
  ],
  [
    'replayed, as another item',
    () => reply(at(12).ask({ type: 'replay' }), 'service.replayed', item(1)),
    { phase: 'loading' },
    [{ type: 'player.load', startMs: 0, url: 'http://audio.test/1' }],
  ],
  [
    'replayed, as the same item',
    () => reply(at(12).ask({ type: 'replay' }), 'service.replayed', item(0)),
    { phase: 'loading' },
    [{ type: 'player.load', startMs: 0 }],
  ],
  [
    'replay, the operation is missing after all',
    () => reply(at(12).ask({ type: 'replay' }), 'service.replayed', null),
    { phase: 'playing', flow: 'seeking' },
    [
      { type: 'player.seek', positionMs: 0 },
      { type: 'service.reportProgress', elapsedS: 0 },
    ],
  ],
  [
    'thumb up',
    () => at(12).ask({ type: 'setFeedback', value: 'UP' }),
    { phase: 'playing' },
    [
      {
        type: 'service.setFeedback',
        targetId: 'TR:0',
        sourceContextId: 'ST:1',
        trackToken: 'token-0',
        value: 'UP',
        elapsedS: 12,
      },
    ],
  ],
  [
    'thumb down, answered with the next item',
    () => reply(at(12).ask({ type: 'setFeedback', value: 'DOWN' }), 'service.feedbackSet', item(1)),
    { phase: 'loading' },
    [{ type: 'player.load', url: 'http://audio.test/1' }],
  ],
  [
    'thumb down beyond the skip limit, answered with the same item',
    () => reply(at(12).ask({ type: 'setFeedback', value: 'DOWN' }), 'service.feedbackSet', item(0)),
    { phase: 'playing' },
    [],
  ],
]);

t.test('feedback is shown once it is taken, and taken back', async t => {
  const stage = at(12).ask({ type: 'setFeedback', value: 'UP' });
  t.equal(stage.public.item?.feedback, null);
  reply(stage, 'service.feedbackSet', null);
  t.equal(stage.public.item?.feedback, 'UP');
  t.match(stage.effects.at(-1), { type: 'timer.set' });
  reply(stage.ask({ type: 'setFeedback', value: null }), 'service.feedbackSet', null);
  t.equal(stage.public.item?.feedback, null);
});

t.test('feedback on an item that has had its turn changes nothing of the next', async t => {
  const stage = at(12).ask({ type: 'setFeedback', value: 'DOWN' });
  const { requestId } = stage;
  stage.after(168_000).ended().advanced(item(1));
  stage.send({ type: 'service.feedbackSet', requestId, item: item(1) });
  t.match(stage.public.item, { index: 1, feedback: null });
  t.same(outside(stage), []);
});

t.test('a replay whose item has gone meanwhile replays nothing else', async t => {
  const stage = at(12).ask({ type: 'replay' });
  const { requestId } = stage;
  stage.after(168_000).ended().advanced(item(1));
  stage.send({ type: 'service.replayed', requestId, item: null });
  t.same(outside(stage), []);
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
  t.match(outside(stage), [{ type: 'player.seek', positionMs: 0 }, { type: 'service.reportProgress' }]);
});

t.test('the skip limit: the music goes on, and it is said', async t => {
  const stage = at(12)
    .ask({ type: 'next' })
    .failed({ code: 'skipLimitReached', serviceMessage: 'No more skips.' });
  t.match(stage.public, {
    silenceReason: null,
    notice: { code: 'skipLimitReached', message: 'No more skips.' },
  });
  t.ok(stage.effects.some(effect => effect.type === 'command.reject'));
});

t.test('a stream found taken over right after a play is claimed back once', async t => {
  const stage = at(12).ask({ type: 'stop' });
  stage.after(3_600_000).ask({ type: 'play' }).current(TAKEN_OVER);
  t.match(outside(stage), [
    { type: 'service.setSource', sourceId: 'ST:1', forCommand: false },
    { type: 'player.unload' },
  ]);
  stage.sourceSet(TAKEN_OVER);
  t.equal(stage.public.silenceReason, 'takenOver', 'it is not fought for');
});

t.test('a play whose answer was lost: nothing follows only where the source is ours', async t => {
  const stage = at(12).ask({ type: 'play', sourceId: 'AL:2' }).failed({ answerLost: true });
  t.equal(stage.public.silenceReason, null);
  stage.after(168_000).ended().advanced(null);
  t.match(outside(stage).at(0), { type: 'service.setSource', sourceId: 'ST:1' });
  stage.sourceSet(item(0, { trackToken: 'again' })).started();
  stage.after(180_000).ended().advanced(null);
  t.equal(stage.public.silenceReason, 'sourceEnded');
});

t.test('a queue of commands behind a refused one goes on', async t => {
  const stage = at(12).ask({ type: 'previous' }).ask({ type: 'setFeedback', value: 'UP' });
  stage.send({
    type: 'service.failed',
    requestId: stage.requestId,
    failure: createFailure({ code: 'serviceError', answerLost: false }),
  });
  t.match(outside(stage), [{ type: 'service.setFeedback', value: 'UP' }]);
});

t.test('an answer of another kind than was asked for changes nothing', async t => {
  const stage = at(12).ask({ type: 'previous' });
  const { state } = stage;
  const { questions } = stage.current(item(1)).state;
  t.same(stage.state, { ...state, questions });
  const early = at(12);
  t.equal(early.send({ type: 'service.peeked', requestId: 99, item: item(1) }).state, early.state);
});

t.test('a place that cannot be told of cannot be asked about', async t => {
  const nowhere = at(12, { index: null });
  for (const type of ['next', 'previous'] as const) {
    t.match(nowhere.ask({ type }).effects.at(-1), {
      type: 'command.reject',
      refusal: { reason: 'noSource' },
    });
  }
});
