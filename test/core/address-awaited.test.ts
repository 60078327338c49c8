/** The item is over, the service has said what follows, and only `current` gives addresses: nothing sounds meanwhile. */
import t from 'tap';
import { effectOf } from '../rigs/core/outside.js';
import { asks, nothingFollows, outside } from '../rigs/core/rows.js';
import { createAppended, createItem, createPlaying, type Stage } from '../rigs/core/stage.js';
import { closing, item as fullItem } from '../rigs/core/full.js';

const PLAYED = createItem(0, { interactions: ['SKIP', 'REPLAY', 'SEEK', 'THUMB'] });
const NEXT = createItem(1, { audioUrl: null });
const between = () => createAppended(NEXT, PLAYED).after(900).ended();
const failing = () => between().failed();
const stopsAt = (stage: Stage) => stage.public.silenceReason;

t.test('next: what follows is on its way, and plays', async t => {
  for (const stage of [between(), failing()]) {
    t.match(stage.public, { playbackStatus: 'playing', item: { index: 0 } });
    stage.ask({ type: 'next' });
    t.match(effectOf(stage, 'command.resolve'), { ref: 1 });
    t.match(stage.public, { playbackStatus: 'playing', item: { index: 1 } });
    t.equal(stage.place, 'an address is needed');
    stage.answer(createItem(1));
    t.match(outside(stage), [{ type: 'player.load', url: 'http://audio.test/1', startMs: 0 }]);
    t.equal(stage.started().public.silenceReason, null);
    t.notOk(stage.log.some(effect => effect.type === 'service.ask' && effect.ask.op === 'skip'));
  }
});

t.test('pause and stop: what follows waits, also where it could not be asked for', async t => {
  for (const type of ['pause', 'stop'] as const) {
    const untold = between().ask({ type }).failed();
    t.equal(stopsAt(untold), type === 'pause' ? 'paused' : 'stopped');
    for (const stage of [untold, failing().ask({ type })]) {
      stage.ask({ type: 'play' });
      t.match(outside(stage), [asks('current'), { type: 'command.resolve' }], 'its end is not opened anew');
      t.equal(stage.answer(createItem(1)).started().public.item?.index, 1);
    }
  }
});

t.test('a pause, and the address comes: paused at the start of what follows', async t => {
  const stage = between().ask({ type: 'pause' }).answer(createItem(1));
  t.match(stage.public, { silenceReason: 'paused', item: { index: 1 }, position: { positionMs: 0 } });
});

t.test('a seek and a replay: there is nothing left to jump in', async t => {
  for (const command of [{ type: 'seek', positionMs: 9_000 }, { type: 'replay' }] as const) {
    const stage = between();
    const { position } = stage.public;
    t.match(stage.ask(command).effects, [{ type: 'command.resolve' }]);
    t.same(stage.public.position, position);
    t.equal(stage.answer(createItem(1), stage.asked('place')).started().public.item?.index, 1);
  }
});

t.test('another source: it plays, and what would have followed does not', async t => {
  const stage = between().ask({ type: 'play', sourceId: 'ST:2' });
  stage.sourceSet(createItem(0, { trackToken: 'other' }), { id: 'ST:2', type: 'ST', name: null });
  t.match(stage.started().public, { silenceReason: null, source: { id: 'ST:2' }, item: { index: 0 } });
});

t.test('a service whose `current` lags behind its own answer is waited for', async t => {
  const stage = between().answer(PLAYED);
  t.equal(stage.place, 'waiting out a service fault');
  t.equal(stopsAt(stage), 'serviceError');
  stage.fires('serviceRetry').answer(createItem(1)).started();
  t.match(stage.public, { silenceReason: null, item: { index: 1 } });
});

t.test('the service ends the pairing, and the same listener comes back', async t => {
  const stage = between().send({ type: 'pairing.ended', by: 'service' });
  stage.send({ type: 'pairing.began', sameListener: true });
  t.same(stage.ops, ['current']);
  stage.ask({ type: 'play' }).answer(createItem(1));
  t.match(stage.started().public, { silenceReason: null, item: { index: 1 } });
});

t.test('the source is being set again, for the service may be at another: next has come true', async t => {
  const stage = createPlaying(PLAYED).ask({ type: 'play', sourceId: 'ST:2' });
  stage.failed({ outcome: 'lost' }).failed({ outcome: 'lost' }).after(180_000).ended();
  nothingFollows(stage);
  t.match(outside(stage), [asks('setSource', { sourceId: 'ST:1' })]);
  stage.ask({ type: 'next' });
  t.match(stage.effects, [{ type: 'command.resolve' }], 'what was shown is over');
  const again = createItem(0, { trackToken: 'again', trackId: 'TR:9' });
  t.match(stage.sourceSet(again).started().public, { silenceReason: null, item: { index: 0 } });
  t.notOk(stage.log.some(effect => effect.type === 'service.ask' && effect.ask.op === 'skip'));
});

t.test('full: nor does a thumb-down end the music', async t => {
  const untold = fullItem(1, { audioUrl: null });
  const stage = closing(untold).answer(untold).after(900).ended();
  const asked = stage.asked('place');
  stage.ask({ type: 'setFeedback', value: 'DOWN' });
  t.match(outside(stage), [asks('setFeedback', { targetId: 'TR:0' })]);
  stage.answer(untold, stage.asked('command'));
  t.equal(stage.public.silenceReason, 'loading');
  stage.answer(fullItem(1), asked);
  t.match(stage.started().public, { silenceReason: null, item: { index: 1 } });
});
