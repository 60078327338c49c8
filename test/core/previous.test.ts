import t from 'tap';
import { toPlaying } from '../../src/core/playing.js';
import { closing, early, peeked, FULL, item, peeking } from '../rigs/core/full.js';
import { askOf, dies, ends, fails, loadOf, outside, toldListeners } from '../rigs/core/outside.js';
import { createFailure, createStage, STATION, type Stage, TAKEN_OVER } from '../rigs/core/stage.js';

/** The item before gave way to the one that sounds, and its end is still being told. */
const answer = (stage: Stage, next: ReturnType<typeof item> | null) =>
  stage.answer(next, stage.asked('place'));
const fail = (stage: Stage, changes: Parameters<typeof createFailure>[0] = {}) =>
  stage.failed(changes, stage.asked('place'));
const END = { op: 'setEnded', index: 0, elapsedS: 180 };
const LOST = { outcome: 'lost' } as const;
/** The service has heard that the first item began. */
const heardOf = (stage: Stage) => stage.answer(null, stage.asked('tell'));
const tokenOf = ({ state }: Stage) => toPlaying(state).item?.trackToken;

t.test('the answer is another item: that one plays', async t => {
  const stage = answer(early(), item(1, { trackToken: 'other', audioUrl: 'http://audio.test/other' }));
  t.match(outside(stage), [{ type: 'player.load', mode: 'replace', url: 'http://audio.test/other' }]);
  t.equal(tokenOf(stage), 'other');
});

t.test('the answer is the end of the source: silence', async t => {
  const stage = answer(early(), null);
  t.equal(stage.public.silenceReason, null, 'not before it was looked for');
  for (const looks of [1, 2, 3]) {
    t.equal(stage.place, 'next item not told yet', `look ${looks}`);
    answer(stage.fires('follow'), item(0));
  }
  t.equal(stage.public.silenceReason, 'sourceEnded');
  t.match(outside(stage), [{ type: 'player.unload' }]);
});

t.test('no answer: sound goes on, and the end is asked about by itself', async t => {
  const stage = fail(early(), LOST);
  t.equal(stage.public.silenceReason, null);
  t.match(outside(stage), [{ op: 'current' }]);
  fail(stage, { code: 'serviceError', retryAfterMs: 9_000 });
  t.match(stage.effects, [{ type: 'timer.set', name: 'serviceRetry', delayMs: 9_000 }]);
  t.match(outside(stage.after(9_000).fires('serviceRetry')), [{ op: 'current' }]);
  t.match(outside(answer(stage, item(0))), [END], 'it was not taken');
  fail(stage, { code: 'serviceError' });
  t.match(outside(stage.fires('serviceRetry')), [END], 'a refusal leaves no doubt');
  answer(stage, item(1));
  t.equal(stage.public.silenceReason, null);
  t.same(outside(stage.fires('serviceRetry')), []);
});

t.test('no end was reported when the next item began: it is then', async t => {
  const stage = peeked();
  const { loadId } = stage;
  ends(stage.after(175_000));
  t.equal(stage.public.silenceReason, null);
  t.match(outside(stage), [END]);
  stage.send({ type: 'player.started', loadId, positionMs: 0, lengthMs: 180_000 });
  t.same(outside(stage), []);
  const unannounced = peeked();
  unannounced.after(175_000).send({
    type: 'player.started',
    loadId: unannounced.loadId,
    positionMs: 0,
    lengthMs: 180_000,
  });
  t.match(outside(unannounced), [END], 'also where only the start of the next one is told');
});

t.test('the peeked item is over, too, before the first end was answered', async t => {
  const stage = early();
  const first = stage.asked('place');
  stage.after(180_000).ended();
  t.equal(stage.public.silenceReason, 'loading');
  t.same(outside(stage), [], 'one end at a time');
  stage.answer(item(1), first);
  t.match(outside(stage), [{ op: 'setEnded', index: 1 }]);
  stage.answer(item(2));
  t.match(outside(stage), [{ type: 'player.load', url: 'http://audio.test/2' }]);
});

t.test('a doubt is settled before anything else: the player dies, the address lapses', async t => {
  const dead = dies(early());
  dead.send({ type: 'player.ready' });
  t.match(loadOf(dead), { url: 'http://audio.test/1' }, 'its address is good');
  const lapsed = early();
  const first = lapsed.asked('place');
  fails(lapsed, { fault: 'refused', httpStatus: 403, positionMs: 9_000 }).fires('soundRetry');
  t.equal(lapsed.asked('place'), first);
  t.same(lapsed.ops, []);
  t.match(outside(lapsed.failed(LOST, first)), [{ op: 'current' }]);
  lapsed.failed({}, lapsed.asked('place'));
  t.equal(lapsed.public.silenceReason, 'offline');
  t.match(outside(lapsed.fires('serviceRetry')), [{ op: 'current' }]);
  t.match(outside(answer(lapsed, item(0))), [END]);
  answer(lapsed, item(1, { audioUrl: 'http://audio.test/fresh' }));
  t.match(outside(lapsed), [{ type: 'player.load', url: 'http://audio.test/fresh', startMs: 9_000 }]);
});

t.test('a service that no longer plays the source has no end to hear of', async t => {
  const sounding = fail(early(), { code: 'notSupported' });
  t.equal(sounding.public.silenceReason, null);
  t.equal(sounding.place, 'waiting for the end');
  const waiting = fail(early().after(180_000).ended(), { code: 'notSupported' });
  t.equal(waiting.public.silenceReason, 'notSupported');
  t.equal(waiting.place, 'nothing to agree on');
});

t.test(
  'a stream taken over says nothing of the end: claimed back, it is reported, and its answer decides',
  async t => {
    const claimed = () => {
      const stage = answer(early(), TAKEN_OVER);
      t.equal(stage.public.silenceReason, 'takenOver');
      return stage.ask({ type: 'play' }).sourceSet(item(0));
    };
    t.match(outside(claimed()), [{ type: 'player.load', url: 'http://audio.test/1' }, END]);
    t.same(outside(answer(claimed(), item(1))), []);
    const elsewhere = item(1, { trackToken: 'other', audioUrl: 'http://audio.test/other' });
    t.match(outside(answer(claimed(), elsewhere)), [{ type: 'player.load', url: 'http://audio.test/other' }]);
  },
);

t.test('another source ends the matter', async t => {
  const stage = early();
  const question = stage.asked('place');
  stage.ask({ type: 'play', sourceId: 'AL:2' });
  stage.sourceSet(item(0, { trackToken: 'album' }), { id: 'AL:2', type: 'AL', name: null });
  t.equal(tokenOf(stage), 'album');
  t.ok(stage.effects.some(effect => effect.type === 'service.abort' && effect.question === question));
  t.same(stage.ops, []);
});

t.test('the same source, of which nothing is told: the doubt is settled first', async t => {
  const stage = early().ask({ type: 'play', sourceId: STATION.id }).sourceSet(null);
  t.match(askOf(stage), { op: 'current' });
});

t.test('commands about the item wait for it, and prompt another try', async t => {
  const stage = fail(fail(early(), LOST));
  t.equal(stage.place, 'waiting out a service fault');
  t.match(outside(stage.ask({ type: 'next' })), [{ op: 'current' }]);
  answer(stage, item(1));
  t.match(outside(stage), [{ op: 'skip', index: 1 }]);
  stage.answer(item(2));
  t.match(toldListeners(stage), [{ type: 'command.resolve' }]);
});

t.test('a skip under way when the peeked item began is that item', async t => {
  const stage = heardOf(peeked());
  const { loadId } = stage;
  stage.after(172_000).ask({ type: 'next' });
  const skip = stage.asked('place');
  ends(stage.after(3_000));
  t.match(toldListeners(stage), [{ type: 'command.resolve' }], 'the item is left');
  t.equal(stage.sound, 'between two items');
  stage.send({ type: 'player.started', loadId, positionMs: 0, lengthMs: 180_000 });
  t.equal(stage.asked('place'), skip);
  const limited = fail(stage, { code: 'skipLimitReached' });
  t.match(outside(limited), [END], 'a refused skip is followed by the report of the end');
  t.match(outside(answer(limited, item(1))), [{ op: 'setStarted', index: 1 }]);
});

t.test('the end of the command that closes it does not lose the answer', async t => {
  const stage = heardOf(peeked()).after(172_000);
  const { loadId } = stage;
  stage.ask({ type: 'next' });
  const skip = stage.asked('place');
  ends(stage.after(3_000));
  stage.send({ type: 'player.started', loadId, positionMs: 0, lengthMs: 180_000 });
  stage.send({ type: 'command.expired', ref: stage.ref });
  t.notOk(stage.types.includes('service.abort'));
  stage.answer(item(1), skip);
  t.match(outside(stage), [{ op: 'setStarted', index: 1 }], 'its end is settled');
});

t.test('after a restart the open end comes first', async t => {
  const restored = {
    item: { ...item(1), audioUrl: null },
    positionMs: 30_000,
    closing: { index: 0, trackToken: 'token-0', lengthS: 180 },
  };
  const start = () =>
    createStage({ restored, abilities: FULL })
      .send({ type: 'player.ready' })
      .send({ type: 'engine.started' });
  const stage = start();
  t.match(
    stage.log.filter(({ type }) => type === 'service.ask'),
    [{ ask: { op: 'current' } }],
  );
  t.match(outside(answer(stage, item(0))), [END]);
  stage.answer(item(1));
  t.match(outside(stage), [{ type: 'player.load', url: 'http://audio.test/1', startMs: 30_000 }]);
  t.match(outside(answer(start(), item(1))), [{ type: 'player.load', startMs: 30_000 }], 'it was taken');
});

t.test('a pause and a stop leave it open, in silence', async t => {
  for (const type of ['pause', 'stop'] as const) {
    const stage = answer(early().ask({ type }), item(1));
    t.equal(loadOf(stage), null);
    t.equal(stage.place, 'agreed');
    const other = answer(early().ask({ type }), item(1, { trackToken: 'other' }));
    t.match(outside(other), type === 'pause' ? [{ type: 'player.unload' }] : []);
    t.equal(loadOf(other), null);
    t.equal(tokenOf(other), 'other');
    const taken = answer(early().ask({ type }), TAKEN_OVER);
    t.equal(taken.place, 'the source is not set and not wanted');
    t.equal(taken.public.playbackStatus, type === 'pause' ? 'paused' : 'stopped');
  }
});

t.test('unpairing gives it up', async t => {
  const stage = early();
  const question = stage.asked('place');
  stage.send({ type: 'pairing.ended', by: 'listener' });
  t.ok(stage.effects.some(effect => effect.type === 'service.abort' && effect.question === question));
  t.equal(stage.place, 'nothing to agree on');
  const peeked = peeking();
  const peek = peeked.asked('peek');
  peeked.send({ type: 'pairing.ended', by: 'service' });
  t.ok(peeked.effects.some(effect => effect.type === 'service.abort' && effect.question === peek));
});

t.test('a pause at the very change of items is a pause in the next one', async t => {
  const stage = closing();
  ends(stage.after(950));
  stage.ask({ type: 'pause' });
  t.match(stage.public, { silenceReason: 'paused', item: { index: 1 } });
  t.equal(stage.place, 'an end is being reported');
});
