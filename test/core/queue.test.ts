import t from 'tap';
import {
  createAppended,
  createItem,
  createLookingAhead,
  createPlaying,
  TAKEN_OVER,
  type Stage,
} from '../fakes/engine-stage.js';

const atEnd = () => createLookingAhead().advanced(null).ended();
const answers = (stage: Stage) => stage.log.filter(({ type }) => type.startsWith('command.'));

t.test('one question at a time, in the order they came, each answered once', async t => {
  const stage = createPlaying();
  for (const sourceId of ['ST:2', 'ST:3']) stage.ask({ type: 'play', sourceId });
  stage.ask({ type: 'next' });
  t.equal(stage.log.filter(({ type }) => type === 'service.setSource').length, 1);
  stage.sourceSet(createItem(0, { trackToken: 'b' }), { id: 'ST:2', type: 'ST', name: null });
  t.match(stage.effects.at(-1), { type: 'service.setSource', sourceId: 'ST:3' });
  stage.failed({ code: 'notSupported', serviceCode: 'NOT_SUPPORTED', serviceMessage: 'no' });
  t.equal(stage.public.source?.id, 'ST:2', 'an error leaves what sounds untouched');
  t.match(stage.effects.at(-1), { type: 'service.advance', sourceId: 'ST:2' });
  stage.advanced(createItem(1));
  t.match(answers(stage), [
    { type: 'command.resolve', ref: 1 },
    {
      type: 'command.reject',
      ref: 2,
      refusal: { reason: 'notSupported', message: 'no', serviceCode: 'NOT_SUPPORTED', serviceMessage: 'no' },
    },
    { type: 'command.resolve', ref: 3 },
  ]);
});

t.test('more commands than a listener can mean are refused', async t => {
  const stage = createPlaying();
  for (let n = 0; n < 22; n += 1) stage.ask({ type: 'next' });
  t.match(answers(stage), [
    { type: 'command.reject', ref: 22, refusal: { reason: 'rateLimited', retryAfterMs: 1_000 } },
  ]);
});

t.test('expired: waiting ones leave the queue, the pending one is given up for the next', async t => {
  const stage = createPlaying()
    .ask({ type: 'play', sourceId: 'ST:2' })
    .ask({ type: 'play', sourceId: 'ST:3' })
    .ask({ type: 'next' });
  const { requestId } = stage;
  stage.send({ type: 'command.expired', ref: 2 });
  t.same(
    stage.state.waiting.map(({ ref }) => ref),
    [3],
  );
  stage.send({ type: 'command.expired', ref: 1 });
  t.match(stage.effects, [
    { type: 'service.abort', requestId },
    { type: 'service.advance', index: 0 },
  ]);
  t.same(answers(stage), [], 'their callers were told already');
});

t.test('expired while the item waits for the same answer: that is still taken', async t => {
  const stage = createPlaying().ask({ type: 'next' }).ended();
  stage.send({ type: 'command.expired', ref: 1 });
  t.same(stage.effects, []);
  stage.advanced(createItem(1));
  t.equal(stage.state.playback.phase, 'loading');
  t.same(answers(stage), []);
});

t.test('a skip that fails after its item has ended is refused, and the end is reported later', async t => {
  const stage = createPlaying().ask({ type: 'next' }).ended().failed({ answerLost: true });
  t.match(answers(stage), [{ type: 'command.reject', refusal: { reason: 'offline' } }]);
  t.match(stage.fires('retry').effects.at(-1), { type: 'service.advance', index: 0, doubtful: true });
});

t.test('skip while the look-ahead is asked, ready, or knows that nothing follows', async t => {
  const asked = createLookingAhead().ask({ type: 'next' });
  t.same(asked.types, [], 'one question is enough');
  t.match(asked.advanced(createItem(1)).effects.at(-1), { type: 'command.resolve' });
  t.equal(asked.public.item?.index, 1);
  const ready = createAppended().ask({ type: 'next' });
  t.match(
    ready.effects.filter(({ type }) => !type.startsWith('timer')),
    [{ type: 'player.next' }, { type: 'command.resolve' }],
  );
  const none = createLookingAhead().advanced(null).ask({ type: 'next' });
  t.equal(none.public.silenceReason, 'sourceEnded');
});

t.test('a pause or a stop during a play that waits: its answer is taken, but it makes no sound', async t => {
  for (const [type, reason] of [
    ['pause', 'paused'],
    ['stop', 'stopped'],
  ] as const) {
    const stage = createPlaying();
    const from = stage.log.length;
    stage.ask({ type: 'play', sourceId: 'ST:2' }).ask({ type: 'play', sourceId: 'ST:3' }).ask({ type });
    stage.sourceSet(createItem(0, { trackToken: 'b' }), { id: 'ST:2', type: 'ST', name: null });
    stage.sourceSet(createItem(0, { trackToken: 'c' }), { id: 'ST:3', type: 'ST', name: null });
    t.match(stage.public, { source: { id: 'ST:3' }, silenceReason: reason });
    t.notOk(stage.log.slice(from).some(effect => effect.type === 'player.load'));
    t.equal(stage.ask({ type: 'play' }).state.playback.phase, 'loading');
  }
});

t.test('the same source at the same item goes on undisturbed', async t => {
  const stage = createPlaying().after(9_000).ask({ type: 'play', sourceId: 'ST:1' }).sourceSet(createItem(0));
  t.same(stage.types, ['command.resolve', 'timer.set'], 'the look-ahead is armed anew');
  t.equal(stage.public.silenceReason, null);
});

t.test('a stream taken over is claimed back where it stood', async t => {
  const stage = createPlaying(createItem(0, { progressFrequencyS: 5 }));
  for (let second = 1; second <= 5; second += 1) stage.after(1_000).position(second * 1_000);
  stage.send({ type: 'service.progressReported', requestId: stage.requestId, item: TAKEN_OVER });
  t.match(stage.public, {
    silenceReason: 'takenOver',
    notice: { code: 'takenOver', title: 'Elsewhere', message: 'Another device plays.' },
  });
  stage.ask({ type: 'play' }).sourceSet(createItem(0));
  t.match(
    stage.effects.find(({ type }) => type === 'player.load'),
    { startMs: 5_000 },
  );
});

t.test('a source that ended is set anew, from its beginning', async t => {
  const stage = atEnd().ask({ type: 'play' }).sourceSet(createItem(0));
  t.match(
    stage.effects.find(({ type }) => type === 'player.load'),
    { startMs: 0 },
  );
});
