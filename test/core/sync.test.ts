import t from 'tap';
import { effectOf, loadOf } from '../rigs/core/outside.js';
import { LANES } from '../../src/core/model/ledger.js';
import { toPlaying } from '../../src/core/playing.js';
import { asks, atEnd, fails, handover, lands, outside, starves } from '../rigs/core/rows.js';
import {
  createItem,
  createLookingAhead,
  createPlaying,
  createStage,
  STATION,
  TAKEN_OVER,
} from '../rigs/core/stage.js';

t.test('a source that was over stays over when the account is paired again', async t => {
  const stage = atEnd();
  t.equal(stage.public.silenceReason, 'sourceEnded');
  stage.send({ type: 'pairing.ended', by: 'service' }).send({ type: 'pairing.began', sameListener: true });
  stage.answer(createItem(0));
  t.equal(stage.public.silenceReason, 'sourceEnded');
  stage.ask({ type: 'play' });
  t.match(outside(stage), [asks('setSource', { sourceId: 'ST:1' })]);
});

t.test('the same listener signs in again and ends the wait; what is asked stays asked', async t => {
  const stage = createPlaying().ended().failed({ outcome: 'refused', retryAfterMs: 600_000 });
  t.equal(stage.place, 'waiting out a service fault');
  stage.send({ type: 'pairing.began', sameListener: true });
  t.match(outside(stage), [asks('setEnded')]);
  const question = stage.asked('place');
  stage.send({ type: 'pairing.began', sameListener: true });
  t.equal(stage.asked('place'), question);
});

t.test('another listener finds an empty speaker, and nothing plays by itself', async t => {
  const stage = createStage({ pairing: 'unpaired', restored: { item: createItem(3), positionMs: 50_000 } });
  stage.send({ type: 'player.ready' }).send({ type: 'pairing.began', sameListener: false });
  stage.answer(createItem(7));
  t.equal(stage.sound, 'no source');
  t.match(stage.public, { silenceReason: 'noSource', item: null, source: null, playbackStatus: 'stopped' });
  t.equal(stage.public.position.positionMs, 0);
  t.match(stage.public.can, { play: false, next: false, seek: false, replay: false });
});

t.test('the account is named to phones until its listener signs out', async t => {
  const account = { id: 'LI:1', name: 'Ada' };
  const stage = createStage({ pairing: 'unpaired' }).send({ type: 'pairing.began', sameListener: true });
  t.equal(stage.public.account, null, 'nobody has said');
  stage.send({ type: 'account.named', account });
  t.strictSame(stage.public.account, account);
  stage.send({ type: 'pairing.ended', by: 'service' });
  t.strictSame(stage.public.account, account, 'the service has ended it: the listener is who he was');
  stage.send({ type: 'pairing.began', sameListener: false });
  t.equal(stage.public.account, null);
  stage.send({ type: 'account.named', account }).send({ type: 'pairing.ended', by: 'listener' });
  t.equal(stage.public.account, null);
});

t.test('an item of a source that is not known is not shown as if it could be played', async t => {
  const stage = createStage({ restored: { source: null, wish: 'stopped' } }).send({ type: 'engine.started' });
  stage.answer(createItem(2));
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
  const stage = starves(createPlaying().after(100_000).position(100_000), 100_000);
  stage.fires('stall').fires('soundRetry').answer(createItem(4)).started().after(3_500).position(3_500);
  t.equal(toPlaying(stage.state).soundFault, null);
});

t.test('a fault is forgotten after three seconds of sound behind a jump back, too', async t => {
  const stage = starves(createPlaying().after(100_000).position(100_000), 100_000);
  stage.fires('stall').fires('soundRetry').answer(createItem(0)).started(100_000);
  lands(stage.ask({ type: 'seek', positionMs: 1_000 }), 1_000);
  stage.after(4_000).position(5_000);
  t.equal(toPlaying(stage.state).soundFault, null);
});

t.test(
  'an item cut off twice at the same place is over, but five of them in a row are a fault of the service',
  async t => {
    const stage = createPlaying();
    for (let index = 0; index < 5; index += 1) {
      stage.ended(0, null);
      t.equal(stage.sound, 'waiting out a sound fault');
      stage.fires('soundRetry').answer(createItem(index)).ended(0, null);
      if (index < 4) stage.answer(createItem(index + 1));
    }
    t.equal(stage.public.silenceReason, 'serviceError');
  },
);

t.test('a jump in the moment of a handover is not made in the next item', async t => {
  const stage = handover();
  stage.ask({ type: 'seek', positionMs: 5_000 });
  t.same(stage.types, ['command.resolve']);
});

t.test('a source set again brings its fresh address to use', async t => {
  const stage = fails(createPlaying(), 'refused', 403, 9_000);
  stage
    .ask({ type: 'play', sourceId: STATION.id })
    .sourceSet(createItem(0, { audioUrl: 'http://audio.test/fresh' }));
  t.match(loadOf(stage), { url: 'http://audio.test/fresh', startMs: 9_000 });
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
  t.notOk(stage.ops.includes('skip'));
});

t.test('the service may ask for patience, but not for ever', async t => {
  const stage = createPlaying()
    .ended()
    .failed({ code: 'serviceError', retryAfterMs: 10 * 365 * 86_400_000 });
  t.match(
    stage.effects.filter(({ type }) => type === 'timer.set'),
    [{ name: 'serviceRetry', delayMs: 3_600_000 }],
  );
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
    t.match(outside(stage), [{ type: 'player.unload' }, asks('current'), { type: 'command.resolve' }]);
    stage.failed();
    t.equal(stage.public.silenceReason, 'offline');
  },
);

t.test(
  'a stream taken over at the end of an item is claimed back without hearing the item again',
  async t => {
    const stage = createLookingAhead().answer(TAKEN_OVER);
    t.equal(stage.public.silenceReason, 'takenOver');
    stage.ask({ type: 'play' }).sourceSet(createItem(0));
    t.match(loadOf(stage), { startMs: 179_100 });
  },
);

t.test(
  'a stream taken over while the end is reported: the end is reported after all, once it is claimed back',
  async t => {
    const stage = createPlaying().ended().answer(TAKEN_OVER).ask({ type: 'play' }).sourceSet(createItem(0));
    t.same(stage.ops, ['setEnded']);
  },
);

t.test('the source that plays, set again without an item in the answer, goes on where it was', async t => {
  const stage = createPlaying().after(20_000).ask({ type: 'play', sourceId: 'ST:1' }).sourceSet(null);
  t.same(stage.ops, ['current']);
  stage.after(1_000).answer(createItem(0));
  t.same(outside(stage), [], 'nothing is opened anew');
  t.match(stage.public, { silenceReason: null, position: { positionMs: 0, rate: 1 } });
});

t.test('another source without an item in the answer: nothing of the old one is left', async t => {
  const stage = createPlaying().after(20_000).ask({ type: 'play', sourceId: 'ST:2' }).ask({ type: 'pause' });
  stage.sourceSet(null, { id: 'ST:2', type: 'ST', name: null });
  t.match(stage.public, {
    silenceReason: 'paused',
    item: null,
    source: { id: 'ST:2' },
    position: { positionMs: 0 },
  });
});

t.test('The end of a pairing aborts and answers every open command', async t => {
  const stage = createPlaying().ask({ type: 'next' }).ask({ type: 'play', sourceId: 'ST:2' });
  const question = stage.asked('place');
  stage.send({ type: 'pairing.ended', by: 'service' });
  t.match(outside(stage), [
    { type: 'player.unload' },
    { type: 'service.abort', question },
    { type: 'command.reject', ref: 1, refusal: { reason: 'notPaired' } },
    { type: 'command.reject', ref: 2, refusal: { reason: 'notPaired' } },
  ]);
});

t.test('a source set again just before its item ended does not bring the ended item back', async t => {
  const stage = createPlaying().after(179_000).ask({ type: 'play', sourceId: 'ST:1' });
  stage.after(1_000).ended().sourceSet(createItem(0));
  t.match(outside(stage), [asks('setEnded', { index: 0 }), { type: 'command.resolve' }]);
  stage.answer(createItem(1)).started();
  t.match(stage.public, { silenceReason: null, item: { index: 1 } });
});

t.test('stop in the moment of a handover: play goes on with the next item', async t => {
  const stage = handover();
  stage.ask({ type: 'stop' }).ask({ type: 'play' });
  t.match(loadOf(stage), { url: 'http://audio.test/1', startMs: 0 });
});

t.test('an address that failed is not used again after a pause, and a cut in it is not believed', async t => {
  const stage = createPlaying().after(50_000).ended(50_000).fires('soundRetry').failed();
  stage.ask({ type: 'pause' }).ask({ type: 'play' });
  t.same(stage.ops, ['current']);
});

t.test('every question is given up with the pairing, whoever waits for it', async t => {
  const reportingEnd = createPlaying().after(180_000).ended();
  const reporting = createPlaying().after(30_000);
  for (let s = 1; s <= 6; s += 1) reporting.position(s * 5_000);
  t.same(reporting.ops, ['setProgress']);
  for (const stage of [reportingEnd, reporting]) {
    const question = stage.requestId;
    stage.send({ type: 'pairing.ended', by: 'service' });
    t.match(effectOf(stage, 'service.abort'), { question });
    for (const lane of LANES) t.equal(stage.asked(lane), 0, lane);
  }
});

t.test('another listener, and nobody signed out before: nothing of the first one is left', async t => {
  const stage = createPlaying().ask({ type: 'next' });
  const question = stage.asked('place');
  stage.send({ type: 'pairing.began', sameListener: false });
  t.match(outside(stage), [
    { type: 'player.unload' },
    { type: 'service.abort', question },
    asks('current'),
    { type: 'command.reject', refusal: { reason: 'notPaired' } },
  ]);
  t.match(stage.public, { pairing: 'paired', playbackStatus: 'stopped', source: null, item: null });
});
