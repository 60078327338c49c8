import t from 'tap';
import {
  createAppended,
  createItem,
  createLookingAhead,
  createPlaying,
  createStage,
  TAKEN_OVER,
} from '../fakes/engine-stage.js';

t.test('a source the service forgot is set again after any outage, once per try', async t => {
  const stage = createStage().send({ type: 'player.ready' }).send({ type: 'engine.started' });
  for (let n = 0; n < 3; n += 1) stage.failed().fires('retry');
  stage.failed({ code: 'noSource' });
  t.match(stage.effects.at(-1), { type: 'service.setSource', sourceId: 'ST:1', forCommand: false });
  stage.failed({ code: 'noSource' });
  t.match(stage.state.playback, { phase: 'recovering', fault: 'serviceError' });
  stage.fires('retry').failed({ code: 'noSource' });
  t.match(stage.effects.at(-1), { type: 'service.setSource', sourceId: 'ST:1' });
  stage.sourceSet(createItem(0)).started();
  t.equal(stage.public.silenceReason, null);
});

t.test('a skip in doubt and a retry of the end report are one question', async t => {
  const stage = createPlaying().ended().failed();
  t.match(stage.state.playback, { phase: 'recovering', fault: 'offline' });
  stage.ask({ type: 'next' });
  t.match(stage.effects.at(-1), { type: 'service.advance', index: 0 });
  stage.fires('retry');
  t.notOk(stage.types.includes('service.advance'));
  stage.advanced(createItem(1));
  t.match(
    stage.log.filter(({ type }) => type === 'command.resolve'),
    [{ ref: 1 }],
  );
  t.equal(stage.state.playback.phase, 'loading');
});

t.test('an unplayable item whose skip or look-ahead is under way is not reported twice', async t => {
  const stage = createPlaying().ask({ type: 'next' });
  const { requestId } = stage;
  for (let n = 0; n < 3; n += 1) {
    const loadId = n === 0 ? 2 : stage.loadId;
    const positionMs = null;
    stage.send({
      type: 'player.failed',
      loadId,
      fault: 'undecodable',
      httpStatus: null,
      positionMs,
      detail: 'x',
    });
    if (n < 2) stage.fires('retry').current(createItem(0));
  }
  t.match(stage.state.playback, { phase: 'advancing', requestId });
  t.equal(stage.log.filter(({ type }) => type === 'service.advance').length, 1);
});

t.test('a skip whose item has come by another way does not start it twice', async t => {
  const stage = createPlaying().ask({ type: 'next' });
  const skip = stage.requestId;
  stage.send({ type: 'player.died', detail: 'x' }).send({ type: 'player.ready' });
  stage.after(300_000).started(0).send({
    type: 'player.failed',
    loadId: stage.loadId,
    fault: 'refused',
    httpStatus: 403,
    positionMs: 1,
    detail: 'x',
  });
  stage.fires('retry').current(createItem(1)).started();
  const { loadId } = stage;
  stage.after(2_000).advanced(createItem(1), skip);
  t.match(
    stage.log.filter(({ type }) => type === 'command.resolve'),
    [{ ref: 1 }],
  );
  t.match(stage.state.playback, { phase: 'playing', loadId });
});

t.test('a look-ahead that is under way while the item is synced again stays in doubt', async t => {
  const stage = createLookingAhead();
  const ahead = stage.requestId;
  stage.send({
    type: 'player.failed',
    loadId: stage.loadId,
    fault: 'refused',
    httpStatus: 403,
    positionMs: 179_300,
    detail: 'x',
  });
  stage.fires('retry').current(createItem(0));
  stage.send({
    type: 'service.failed',
    requestId: ahead,
    failure: {
      code: 'offline',
      message: '',
      answerLost: true,
      retryAfterMs: null,
      serviceCode: null,
      serviceMessage: null,
    },
  });
  stage.started(179_300).ended();
  t.match(stage.effects.at(-1), { type: 'service.advance', index: 0, doubtful: true });
});

t.test('a failed look-ahead leaves no doubt where it surely was not taken', async t => {
  const stage = createLookingAhead().failed({ answerLost: false }).ended();
  t.match(stage.effects.at(-1), { type: 'service.advance', doubtful: false });
});

t.test('no ordinary report follows an end report that is under way', async t => {
  const stage = createPlaying(createItem(0, { progressFrequencyS: 1 }))
    .after(178_000)
    .position(178_000);
  stage.after(1_050).fires('lookAhead');
  t.same(stage.types, ['service.advance']);
  stage.position(179_050).after(800).position(179_850);
  t.same(
    stage.types.filter(type => type.startsWith('service')),
    [],
  );
});

t.test(
  'the end that a look-ahead still reports is retried as an end, not by hearing the tail again',
  async t => {
    const stage = createLookingAhead().ended();
    t.match(stage.state.playback, { phase: 'advancing' });
    stage.failed({ answerLost: true }).fires('retry');
    t.match(stage.effects.at(-1), { type: 'service.advance', index: 0, doubtful: true });
  },
);

t.test('play after a stop in the pause between items goes on with the next', async t => {
  const stage = createPlaying().ended().ask({ type: 'stop' }).ask({ type: 'play' });
  t.match(
    stage.effects.filter(({ type }) => type === 'service.advance'),
    [{ index: 0, doubtful: true }],
  );
  stage.advanced(createItem(1));
  t.match(
    stage.effects.find(({ type }) => type === 'player.load'),
    { url: 'http://audio.test/1' },
  );
});

t.test('a stall drops what is in the player: nothing sounds behind the recovery', async t => {
  const stage = createPlaying();
  const { loadId } = stage;
  stage.after(9_000).send({ type: 'player.starved', loadId, positionMs: 9_000 }).fires('stall');
  t.ok(stage.types.includes('player.unload'));
});

t.test(
  'each position puts off the stall; without one for too long, the item goes on from the last',
  async t => {
    const stage = createPlaying();
    const stalls = () =>
      stage.effects.flatMap(effect =>
        effect.type === 'timer.set' && effect.name === 'stall' ? [effect] : [],
      );
    t.match(stalls(), [{ delayMs: 15_000 }]);
    stage.after(1_000).position(1_000);
    t.match(stalls(), [{ delayMs: 15_000 }]);
    stage.after(15_000).fires('stall');
    t.match(stage.state.playback, { phase: 'recovering', fault: 'address' });
    t.equal(stage.public.position.positionMs, 1_000);
    stage.fires('retry').current(createItem(0));
    t.match(stage.effects.at(-2), { type: 'player.load', startMs: 1_000 });
  },
);

t.test('a next item that ends before it sounds is over at once', async t => {
  const stage = createAppended();
  const loadId = stage.loadId;
  stage.send({ type: 'player.ended', loadId: loadId - 2, positionMs: 180_000, lengthMs: 180_000 });
  stage.send({ type: 'player.ended', loadId, positionMs: 0, lengthMs: 10 });
  t.match(stage.effects.at(-1), { type: 'service.advance', index: 1 });
});

t.test('an appended entry that is dropped before its turn is asked for anew', async t => {
  const stage = createAppended();
  const { loadId } = stage;
  stage.send({ type: 'player.stopped', loadId });
  stage.send({ type: 'player.ended', loadId: loadId - 2, positionMs: 180_000, lengthMs: 180_000 });
  t.equal(stage.state.playback.phase, 'syncing');
});

t.test('a late answer to an old progress report takes nothing away', async t => {
  const stage = createPlaying().after(30_000).position(5_000);
  for (let s = 2; s <= 6; s += 1) stage.position(s * 5_000);
  const { requestId } = stage;
  t.match(stage.effects[0], { type: 'service.reportProgress' });
  stage.ask({ type: 'play', sourceId: 'ST:1' }).sourceSet(createItem(0));
  const { state } = stage;
  const { questions } = stage.send({ type: 'service.progressReported', requestId, item: TAKEN_OVER }).state;
  t.same(stage.state, { ...state, questions });
});

t.test('the last second, opened anew and over before it sounds, is not reported again', async t => {
  const stage = createAppended();
  stage.send({ type: 'player.died', detail: 'x' }).send({ type: 'player.ready' });
  stage.ended(180_000, null);
  t.match(stage.state.playback, { phase: 'syncing' });
  t.equal(stage.log.filter(({ type }) => type === 'service.advance').length, 1);
});
