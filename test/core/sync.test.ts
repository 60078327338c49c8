import t from 'tap';
import { toPublicState } from '../../src/core/projections.js';
import {
  createAppended,
  createItem,
  createLookingAhead,
  createPlaying,
  createStage,
  STATION,
  TAKEN_OVER,
} from '../fakes/engine-stage.js';

t.test('a source that was over stays over when the account is paired again', async t => {
  const stage = createLookingAhead().advanced(null).ended();
  t.equal(stage.public.silenceReason, 'sourceEnded');
  stage.send({ type: 'pairing.ended', by: 'service' }).send({ type: 'pairing.began', sameListener: true });
  stage.current(createItem(0));
  t.equal(stage.public.silenceReason, 'sourceEnded');
  stage.ask({ type: 'play' });
  t.match(stage.effects, [{ type: 'service.setSource', sourceId: 'ST:1' }]);
});

t.test('another listener finds an empty speaker, and nothing plays by itself', async t => {
  const stage = createStage({ pairing: 'unpaired', restored: { item: createItem(3), positionMs: 50_000 } });
  stage.send({ type: 'player.ready' }).send({ type: 'pairing.began', sameListener: false });
  stage.current(createItem(7));
  t.equal(stage.state.playback.phase, 'idle');
  t.match(stage.public, { silenceReason: 'noSource', item: null, source: null, playbackStatus: 'stopped' });
  t.equal(stage.public.position.positionMs, 0);
  t.match(stage.public.can, { play: false, next: false, seek: false, replay: false });
});

t.test('an item of a source that is not known is not shown as if it could be played', async t => {
  const stage = createStage({ restored: { source: null, wish: 'stopped' } }).send({ type: 'engine.started' });
  stage.current(createItem(2));
  t.match(stage.public, { silenceReason: 'noSource', item: null });
  stage.ask({ type: 'next' });
  t.match(stage.effects, [{ type: 'command.reject', refusal: { reason: 'noSource' } }]);
});

t.test('signing out leaves no position behind', async t => {
  const stage = createPlaying().after(20_000).send({ type: 'pairing.ended', by: 'listener' });
  t.equal(stage.public.position.positionMs, 0);
  t.match(stage.public, {
    pairing: 'unpaired',
    silenceReason: 'notPaired',
    source: null,
    item: null,
    playbackStatus: 'stopped',
  });
});

t.test('a fault of an earlier item does not slow the next one down', async t => {
  const stage = createPlaying()
    .after(100_000)
    .position(100_000)
    .send({ type: 'player.starved', loadId: 2, positionMs: 100_000 });
  stage.fires('stall').fires('retry').current(createItem(4)).started().after(3_500).position(3_500);
  t.equal(stage.state.recovery, null);
});

t.test('a fault is forgotten after three seconds of sound behind a jump back, too', async t => {
  const stage = createPlaying()
    .after(100_000)
    .position(100_000)
    .send({ type: 'player.starved', loadId: 2, positionMs: 100_000 });
  stage.fires('stall').fires('retry').current(createItem(0)).started(100_000);
  stage
    .ask({ type: 'seek', positionMs: 1_000 })
    .send({ type: 'player.seeked', loadId: stage.loadId, positionMs: 1_000 });
  stage.after(4_000).position(5_000);
  t.equal(stage.state.recovery, null);
});

t.test(
  'an item cut off twice at the same place is over, but five of them in a row are a fault of the service',
  async t => {
    const stage = createPlaying();
    for (let index = 0; index < 5; index += 1) {
      stage.send({ type: 'player.ended', loadId: stage.loadId, positionMs: 0, lengthMs: null });
      t.equal(stage.state.playback.phase, 'recovering');
      stage.fires('retry').current(createItem(index));
      stage.send({ type: 'player.ended', loadId: stage.loadId, positionMs: 0, lengthMs: null });
      if (index < 4) stage.advanced(createItem(index + 1));
    }
    t.equal(stage.public.silenceReason, 'serviceError');
  },
);

t.test('a jump in the moment of a handover is not made in the next item', async t => {
  const stage = createAppended();
  const loadId = stage.loadId - 2;
  stage.send({ type: 'player.ended', loadId, positionMs: 180_000, lengthMs: 180_000 });
  stage.ask({ type: 'seek', positionMs: 5_000 });
  t.same(stage.types, ['command.resolve']);
});

t.test('a source set again brings its fresh address to use', async t => {
  const stage = createPlaying().send({
    type: 'player.failed',
    loadId: 2,
    fault: 'refused',
    httpStatus: 403,
    positionMs: 9_000,
    detail: 'x',
  });
  stage
    .ask({ type: 'play', sourceId: STATION.id })
    .sourceSet(createItem(0, { audioUrl: 'http://audio.test/fresh' }));
  t.match(
    stage.effects.find(({ type }) => type === 'player.load'),
    { url: 'http://audio.test/fresh', startMs: 9_000 },
  );
});

t.test('a skip that waited behind another source asks what the new item allows', async t => {
  const stage = createPlaying().ask({ type: 'play', sourceId: 'ST:2' }).ask({ type: 'next' });
  stage.sourceSet(createItem(0, { kind: 'ad', interactions: [], trackToken: 'ad' }), {
    id: 'ST:2',
    type: 'ST',
    name: null,
  });
  t.match(
    stage.effects.filter(({ type }) => type.startsWith('command')),
    [
      { type: 'command.resolve', ref: 1 },
      { type: 'command.reject', ref: 2, refusal: { reason: 'notAllowed', interaction: 'SKIP' } },
    ],
  );
  t.notOk(stage.types.includes('service.advance'));
});

t.test('a skip that waited behind a stream taken over reports nothing', async t => {
  const stage = createPlaying().ask({ type: 'next' }).ask({ type: 'next' }).advanced(TAKEN_OVER);
  t.match(toPublicState(stage.state).silenceReason, 'takenOver');
  t.notOk(stage.types.includes('service.advance'));
});

t.test('the service may ask for patience, but not for ever', async t => {
  const stage = createPlaying()
    .ended()
    .failed({ code: 'serviceError', retryAfterMs: 10 * 365 * 86_400_000 });
  t.match(stage.effects.at(-1), { type: 'timer.set', name: 'retry', delayMs: 3_600_000 });
});

t.test(
  'a new source that comes without an address ends the old sound at once, also when the service then is silent',
  async t => {
    const stage = createPlaying().ask({ type: 'play', sourceId: 'ST:2' });
    stage.sourceSet(createItem(0, { audioUrl: null, trackToken: 'new' }), {
      id: 'ST:2',
      type: 'ST',
      name: null,
    });
    t.same(stage.types.slice(-3), ['player.unload', 'service.getCurrent', 'command.resolve']);
    stage.failed();
    t.equal(stage.public.silenceReason, 'offline');
  },
);

t.test(
  'a stream taken over at the end of an item is claimed back without hearing the item again',
  async t => {
    const stage = createLookingAhead().advanced(TAKEN_OVER);
    t.equal(stage.public.silenceReason, 'takenOver');
    stage.ask({ type: 'play' }).sourceSet(createItem(0));
    t.match(
      stage.effects.find(({ type }) => type === 'player.load'),
      { startMs: 179_100 },
    );
  },
);

t.test(
  'a stream taken over while the end is reported: the end is reported after all, once it is claimed back',
  async t => {
    const stage = createPlaying().ended().advanced(TAKEN_OVER).ask({ type: 'play' }).sourceSet(createItem(0));
    t.match(stage.effects[0], { type: 'service.advance', index: 0, doubtful: true });
  },
);

t.test('the source that plays, set again without an item in the answer, goes on where it was', async t => {
  const stage = createPlaying().after(20_000).ask({ type: 'play', sourceId: 'ST:1' }).sourceSet(null);
  stage.current(createItem(0));
  t.match(
    stage.effects.find(({ type }) => type === 'player.load'),
    { startMs: 20_000 },
  );
});

t.test('another source without an item in the answer: nothing of the old one is left', async t => {
  const stage = createPlaying().after(20_000).ask({ type: 'play', sourceId: 'ST:2' }).ask({ type: 'pause' });
  stage.send({
    type: 'service.sourceSet',
    requestId: stage.requestId,
    source: { id: 'ST:2', type: 'ST', name: null },
    item: null,
  });
  t.match(stage.public, {
    silenceReason: 'paused',
    item: null,
    source: { id: 'ST:2' },
    position: { positionMs: 0 },
  });
});

t.test('what was asked for before the pairing ended is given up and answered', async t => {
  const stage = createPlaying().ask({ type: 'next' }).ask({ type: 'play', sourceId: 'ST:2' });
  const { requestId } = stage;
  stage.send({ type: 'pairing.ended', by: 'service' });
  t.match(
    stage.effects.filter(({ type }) => !type.startsWith('timer')),
    [
      { type: 'service.abort', requestId },
      { type: 'player.unload' },
      { type: 'command.reject', ref: 1, refusal: { reason: 'notPaired' } },
      { type: 'command.reject', ref: 2, refusal: { reason: 'notPaired' } },
    ],
  );
});

t.test('a source set again just before its item ended does not bring the ended item back', async t => {
  const stage = createPlaying().after(179_000).ask({ type: 'play', sourceId: 'ST:1' });
  const { requestId } = stage;
  stage.after(1_000).ended().advanced(createItem(1)).started();
  stage.send({ type: 'service.sourceSet', requestId, source: STATION, item: createItem(0) });
  t.equal(stage.state.playback.phase, 'syncing');
  t.equal(stage.public.item?.index, 1);
  stage.current(createItem(1));
  t.match(
    stage.effects.find(({ type }) => type === 'player.load'),
    { url: 'http://audio.test/1' },
  );
});

t.test('stop in the moment of a handover: play goes on with the next item', async t => {
  const stage = createAppended();
  stage.send({ type: 'player.ended', loadId: stage.loadId - 2, positionMs: 180_000, lengthMs: 180_000 });
  stage.ask({ type: 'stop' }).ask({ type: 'play' });
  t.match(
    stage.effects.find(({ type }) => type === 'player.load'),
    { url: 'http://audio.test/1', startMs: 0 },
  );
});

t.test('an address that failed is not used again after a pause, and a cut in it is not believed', async t => {
  const stage = createPlaying().after(50_000).ended(50_000).fires('retry').failed();
  stage.ask({ type: 'pause' }).ask({ type: 'play' });
  t.match(stage.effects[0], { type: 'service.getCurrent' });
});

t.test('every question is given up with the pairing, whoever waits for it', async t => {
  const advancing = createPlaying().after(180_000).ended();
  const reporting = createPlaying().after(30_000);
  for (let s = 1; s <= 6; s += 1) reporting.position(s * 5_000);
  t.ok(reporting.types.includes('service.reportProgress'));
  for (const stage of [advancing, reporting]) {
    const open = stage.requestId;
    stage.send({ type: 'pairing.ended', by: 'service' });
    t.match(
      stage.effects.find(({ type }) => type === 'service.abort'),
      { requestId: open },
    );
    t.strictSame(stage.state.questions, []);
  }
});

t.test('another listener, and nobody signed out before: nothing of the first one is left', async t => {
  const stage = createPlaying().ask({ type: 'next' });
  const open = stage.requestId;
  stage.send({ type: 'pairing.began', sameListener: false });
  t.match(stage.effects, [
    { type: 'timer.cancel' },
    { type: 'timer.cancel' },
    { type: 'timer.cancel' },
    { type: 'service.abort', requestId: open },
    { type: 'player.unload' },
    { type: 'command.reject', refusal: { reason: 'notPaired' } },
    { type: 'service.getCurrent' },
  ]);
  t.match(stage.public, { pairing: 'paired', playbackStatus: 'stopped', source: null, item: null });
});
