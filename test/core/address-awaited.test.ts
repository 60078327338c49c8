/** The item is over, the service has said what follows, and only `current` gives addresses: nothing sounds meanwhile. */
import t from 'tap';
import { createAppended, createItem, createPlaying, type Stage } from '../fakes/engine-stage.js';
import { closing, item as fullItem, peeking } from '../fakes/engine-full.js';

const PLAYED = createItem(0, { interactions: ['SKIP', 'REPLAY', 'SEEK', 'THUMB'] });
const NEXT = createItem(1, { audioUrl: null });
const between = () => createAppended(NEXT, PLAYED).after(900).ended();
const failing = () => between().failed();
const stopsAt = (stage: Stage) => stage.public.silenceReason;

t.test('next: what follows is on its way, and plays', async t => {
  for (const stage of [between(), failing()]) {
    stage.ask({ type: 'next' });
    t.match(stage.effects.at(-1), { type: 'command.resolve', ref: 1 });
    t.notOk(stage.types.includes('service.advance'), 'no skip is spent on it');
    t.match(stage.public, { playbackStatus: 'playing', item: { index: 1 } });
    t.equal(stage.state.playback.phase, 'syncing');
    stage.current(createItem(1));
    t.match(stage.effects.at(-2), { type: 'player.load', url: 'http://audio.test/1', startMs: 0 });
    t.equal(stage.started().public.silenceReason, null);
  }
});

t.test('pause and stop: what follows waits, also where it could not be asked for', async t => {
  for (const type of ['pause', 'stop'] as const) {
    const untold = between().ask({ type }).failed();
    t.equal(stopsAt(untold), type === 'pause' ? 'paused' : 'stopped');
    for (const stage of [untold, failing().ask({ type })]) {
      stage.ask({ type: 'play' });
      t.match(
        stage.effects.map(effect => effect.type).filter(type => type !== 'timer.cancel'),
        ['service.getCurrent', 'command.resolve'],
        'its end is not opened anew',
      );
      t.equal(stage.current(createItem(1)).started().public.item?.index, 1);
    }
  }
});

t.test('a pause, and the address comes: paused at the start of what follows', async t => {
  const stage = between().ask({ type: 'pause' }).current(createItem(1));
  t.match(stage.public, { silenceReason: 'paused', item: { index: 1 }, position: { positionMs: 0 } });
});

t.test('a seek and a replay: there is nothing left to jump in', async t => {
  for (const command of [{ type: 'seek', positionMs: 9_000 }, { type: 'replay' }] as const) {
    const stage = between();
    const { position } = stage.public;
    t.match(stage.ask(command).effects, [{ type: 'command.resolve' }]);
    t.same(stage.public.position, position);
    t.equal(stage.current(createItem(1)).started().public.item?.index, 1);
  }
});

t.test('another source: it plays, and what would have followed does not', async t => {
  const stage = between().ask({ type: 'play', sourceId: 'ST:2' });
  stage.sourceSet(createItem(0, { trackToken: 'other' }), { id: 'ST:2', type: 'ST', name: null });
  t.match(stage.started().public, { silenceReason: null, source: { id: 'ST:2' }, item: { index: 0 } });
});

t.test('a service whose `current` lags behind its own answer is waited for', async t => {
  const stage = between().current(PLAYED);
  t.match(stage.state.playback, { phase: 'recovering' });
  t.equal(stopsAt(stage), 'serviceError');
  stage.fires('retry').current(createItem(1)).started();
  t.match(stage.public, { silenceReason: null, item: { index: 1 } });
});

t.test('the service ends the pairing, and the same listener comes back', async t => {
  const stage = between().send({ type: 'pairing.ended', by: 'service' });
  stage.send({ type: 'pairing.began', sameListener: true }).ask({ type: 'next' });
  t.match(stage.effects.at(-1), { type: 'command.resolve' });
  stage.ask({ type: 'play' }).current(createItem(1));
  t.match(stage.started().public, { silenceReason: null, item: { index: 1 } });
});

t.test('the source is being set again, for the service may be at another: next waits for it', async t => {
  const stage = createPlaying(PLAYED).ask({ type: 'play', sourceId: 'ST:2' }).failed({ answerLost: true });
  stage.after(180_000).ended().advanced(null);
  t.match(
    stage.effects.find(({ type }) => type === 'service.setSource'),
    { sourceId: 'ST:1' },
  );
  const { requestId } = stage;
  stage.ask({ type: 'next' });
  t.match(stage.effects, [{ type: 'command.resolve' }]);
  t.equal(stage.requestId, requestId);
  const again = createItem(0, { trackToken: 'again' });
  t.match(stage.sourceSet(again).started().public, { silenceReason: null, item: { index: 0 } });
});

t.test('full: nor does a thumb-down end the music', async t => {
  const stage = closing(fullItem(1, { audioUrl: null }))
    .advanced(fullItem(1, { audioUrl: null }))
    .after(900)
    .ended();
  t.match(stage.state, { playback: { phase: 'syncing' }, turn: { end: 'over' } });
  const asked = stage.requestId;
  stage.ask({ type: 'setFeedback', value: 'DOWN' });
  t.match(stage.effects, [{ type: 'service.setFeedback', targetId: 'TR:0' }]);
  stage.send({
    type: 'service.feedbackSet',
    requestId: stage.requestId,
    item: fullItem(1, { audioUrl: null }),
  });
  t.notMatch(stage.public.silenceReason, 'sourceEnded');
  stage.current(fullItem(1));
  t.not(stage.requestId, asked);
  t.match(stage.started().public, { silenceReason: null, item: { index: 1 } });
});

t.test('the end of a source is told, and stays told', async t => {
  const stage = createPlaying().after(180_000).ended().advanced(null);
  t.match(stage.state, { upNext: { is: 'none' }, turn: { end: 'over' } });
  t.equal(stopsAt(stage), 'sourceEnded');
  t.equal(peeking().state.upNext.is, 'unknown');
});
