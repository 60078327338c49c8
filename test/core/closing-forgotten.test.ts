import t from 'tap';
import { early, item } from '../fakes/engine-full.js';
import { createFailure, STATION, type Stage, TAKEN_OVER } from '../fakes/engine-stage.js';

const fail = (stage: Stage, changes: Parameters<typeof createFailure>[0] = {}) =>
  stage.send({
    type: 'service.failed',
    requestId: stage.state.closing?.requestId ?? 0,
    failure: createFailure({ code: 'noSource', ...changes }),
  });
const END = { type: 'service.advance', by: 'end', index: 0, elapsedS: 180 };
const SET = { type: 'service.setSource', sourceId: STATION.id, formerId: null, forCommand: false };
const outside = (stage: Stage) => stage.effects.filter(({ type }) => /^(service|player)\./.test(type));
/** The end of the first item is open, the second one sounds, and the service knows of neither. */
const forgotten = () => fail(early());

t.test('it is set again at once while the sound goes on, and its answer decides', async t => {
  const stage = forgotten();
  t.match(outside(stage), [SET]);
  t.match(stage.state.playback, { phase: 'playing' });
  t.equal(stage.public.silenceReason, null);
  stage.sourceSet(item(0, { trackToken: 'anew', audioUrl: 'http://audio.test/anew' }));
  t.match(outside(stage), [{ type: 'player.load', url: 'http://audio.test/anew', startMs: 0 }]);
  t.match(stage.state, { closing: null, turn: { item: { trackToken: 'anew' } } });
});

t.test('it is where the speaker is: nothing is heard of it', async t => {
  const stage = forgotten().sourceSet(item(1));
  t.match(stage.state, { closing: null, playback: { phase: 'playing' } });
  t.match(outside(stage), [{ type: 'service.reportStarted', index: 1 }]);
});

t.test('it is at the item that is over, or does not say where: the end is reported first', async t => {
  const there = forgotten().sourceSet(item(0));
  t.match(outside(there), [{ ...END, doubtful: false }]);
  const untold = forgotten().sourceSet(null);
  t.match(outside(untold), [{ ...END, doubtful: true }]);
  untold.advanced(item(1));
  t.match(untold.state, { closing: null, playback: { phase: 'playing' }, turn: { item: { index: 1 } } });
});

t.test('forgotten once more: it is waited, and set again in the next try', async t => {
  const stage = fail(forgotten().sourceSet(item(0)));
  t.match(stage.effects, [{ type: 'timer.set', name: 'closing' }]);
  t.equal(stage.public.silenceReason, null);
  fail(stage.fires('closing'));
  t.match(outside(stage), [SET]);
});

t.test('it cannot be set now: waited for, then asked about', async t => {
  const stage = fail(forgotten(), { code: 'offline', answerLost: true });
  t.match(stage.effects, [{ type: 'timer.set', name: 'closing' }]);
  stage.fires('closing');
  t.match(outside(stage), [{ ...END, doubtful: true }]);
});

t.test('the next item is over, too: what plays waits for the source', async t => {
  const stage = early().after(180_000).ended().failed({ code: 'noSource' });
  t.match(outside(stage), [SET]);
  t.match(stage.state.playback, { phase: 'advancing', requestId: stage.requestId });
  stage.sourceSet(item(0, { trackToken: 'anew', audioUrl: 'http://audio.test/anew' }));
  t.match(outside(stage), [{ type: 'player.load', url: 'http://audio.test/anew' }]);
  const again = early().after(180_000).ended().failed({ code: 'noSource' }).sourceSet(item(0));
  t.match(again.state.playback, { phase: 'advancing', requestId: again.requestId });
  again.failed({ code: 'noSource' });
  t.match(again.state.playback, { phase: 'recovering', fault: 'serviceError' });
});

t.test('answered without an item, under another name: asked what is current', async t => {
  const stage = forgotten().sourceSet(null, { id: 'ST:9', type: 'ST', name: null });
  t.match(outside(stage), [{ type: 'player.unload' }, { type: 'service.getCurrent' }]);
});

t.test('in silence it is set when it is wanted', async t => {
  for (const type of ['pause', 'stop'] as const) {
    const stage = fail(early().ask({ type }));
    t.match(outside(stage), [{ type: 'player.unload' }]);
    t.equal(stage.state.closing, null);
    stage.ask({ type: 'play' });
    t.match(outside(stage), [{ type: 'service.getCurrent' }]);
    stage.failed({ code: 'noSource' });
    t.match(outside(stage), [SET]);
  }
});

t.test('a listener sets another one meanwhile: that one counts', async t => {
  const stage = fail(early().ask({ type: 'play', sourceId: 'AL:2' }));
  t.same(outside(stage), []);
  const over = early().after(180_000).ended().ask({ type: 'play', sourceId: 'AL:2' });
  fail(over);
  t.match(over.state, { closing: null, playback: { phase: 'recovering' } });
  const late = forgotten().ask({ type: 'play', sourceId: 'AL:2' });
  t.same(outside(late), [], 'not while it is being set');
  late.sourceSet(item(1));
  t.match(outside(late).at(-1), { type: 'service.setSource', sourceId: 'AL:2', forCommand: true });
});

t.test('the stream is taken over right then: silence', async t => {
  const stage = forgotten().sourceSet(TAKEN_OVER);
  t.equal(stage.public.silenceReason, 'takenOver');
});
