import t from 'tap';
import { toPlaying } from '../../src/core/playing.js';
import { early, item } from '../rigs/core/full.js';
import { askOf, effectOf, ends, outside } from '../rigs/core/outside.js';
import { createFailure, STATION, type Stage, TAKEN_OVER } from '../rigs/core/stage.js';

const fail = (stage: Stage, changes: Parameters<typeof createFailure>[0] = {}) =>
  stage.failed({ code: 'noSource', ...changes }, stage.asked('place'));
const answer = (stage: Stage, next: ReturnType<typeof item> | null) =>
  stage.answer(next, stage.asked('place'));
const END = { op: 'setEnded', index: 0, elapsedS: 180 };
const SET = { op: 'setSource', sourceId: STATION.id };
/** The service has heard that the first item began. */
const heardOf = (stage: Stage) => stage.answer(null, stage.asked('tell'));
/** The end of the first item is open, the second one sounds, and the service knows of neither. */
const forgotten = () => fail(heardOf(early()));
const tokenOf = ({ state }: Stage) => toPlaying(state).item?.trackToken;

t.test('it is set again at once while the sound goes on, and its answer says what follows', async t => {
  const stage = forgotten();
  t.match(outside(stage), [SET]);
  t.equal(stage.sound, 'sounding');
  t.equal(stage.public.silenceReason, null);
  stage.sourceSet(item(0, { trackToken: 'anew', title: 'Anew', audioUrl: 'http://audio.test/anew' }));
  t.match(outside(stage), [{ type: 'player.load', mode: 'append', url: 'http://audio.test/anew' }]);
  t.equal(stage.public.silenceReason, null);
  ends(stage.after(180_000));
  t.same(stage.ops, [], 'nothing is reported of what this setting of the source does not hold');
  t.equal(tokenOf(stage), 'token-1');
  stage.started();
  t.match(outside(stage), [{ op: 'setStarted', index: 0 }]);
  t.equal(tokenOf(stage), 'anew');
});

t.test('it is where the speaker is: nothing is heard of it', async t => {
  const stage = forgotten().sourceSet(item(1));
  t.equal(stage.sound, 'sounding');
  t.match(outside(stage), [{ op: 'setStarted', index: 1 }]);
  t.equal(stage.place, 'waiting for the end');
});

t.test('it is at the item that is over, or does not say where: the end is reported first', async t => {
  const there = forgotten().sourceSet(item(0));
  t.match(outside(there), [END]);
  const untold = forgotten().sourceSet(null);
  t.match(outside(untold), [{ op: 'current' }]);
  t.match(outside(answer(untold, item(0))), [END]);
  answer(untold, item(1));
  t.equal(untold.sound, 'sounding');
  t.match(untold.public, { item: { index: 1 } });
});

t.test('forgotten once more: it is waited, and set again in the next try', async t => {
  const stage = fail(forgotten().sourceSet(item(0)));
  t.match(stage.effects, [{ type: 'timer.set', name: 'serviceRetry' }]);
  t.equal(stage.public.silenceReason, null);
  fail(stage.fires('serviceRetry'));
  t.match(outside(stage), [SET]);
});

t.test('it cannot be set now: waited for, then set', async t => {
  const stage = fail(forgotten(), { code: 'offline', outcome: 'lost' });
  t.match(stage.effects, [{ type: 'timer.set', name: 'serviceRetry' }]);
  stage.fires('serviceRetry');
  t.match(outside(stage), [SET]);
});

t.test('the next item is over, too: what plays waits for the source', async t => {
  const over = () => fail(early().after(180_000).ended());
  const stage = over();
  t.match(outside(stage), [SET]);
  t.equal(stage.sound, 'over, next item unknown');
  stage.sourceSet(item(0, { trackToken: 'anew', title: 'Anew', audioUrl: 'http://audio.test/anew' }));
  t.match(outside(stage), [{ type: 'player.load', url: 'http://audio.test/anew' }]);
  const again = over().sourceSet(item(0));
  t.match(outside(again), [END]);
  fail(again);
  t.equal(again.place, 'waiting out a service fault');
  t.equal(again.public.silenceReason, 'serviceError');
});

t.test('answered without an item, under another name: asked what is current', async t => {
  const stage = forgotten().sourceSet(null, { id: 'ST:9', type: 'ST', name: null });
  t.match(outside(stage), [{ op: 'current' }]);
  t.equal(stage.public.silenceReason, null, 'what sounds goes on meanwhile');
  t.match(outside(answer(stage, item(7))), [{ type: 'player.load', mode: 'append' }]);
});

t.test('in silence it is set when it is wanted', async t => {
  for (const type of ['pause', 'stop'] as const) {
    const stage = fail(early().ask({ type }));
    t.same(stage.ops, []);
    t.equal(stage.place, 'the source is not set and not wanted');
    stage.ask({ type: 'play' });
    t.ok(effectOf(stage, type === 'pause' ? 'player.resume' : 'player.load'), 'its sound is there');
    t.match(askOf(stage), SET);
  }
});

t.test('a listener sets another one meanwhile: that one counts', async t => {
  const stage = fail(early().ask({ type: 'play', sourceId: 'AL:2' }));
  t.same(outside(stage), []);
  const over = fail(early().after(180_000).ended().ask({ type: 'play', sourceId: 'AL:2' }));
  t.same(outside(over), []);
  t.equal(over.place, 'a listener changes the source or the item');
  const late = forgotten().ask({ type: 'play', sourceId: 'AL:2' });
  t.same(outside(late), [], 'not while it is being set');
  late.sourceSet(item(1));
  t.match(askOf(late), { op: 'setSource', sourceId: 'AL:2' });
});

t.test('the stream is taken over right then: silence', async t => {
  const stage = forgotten().sourceSet(TAKEN_OVER);
  t.equal(stage.public.silenceReason, 'takenOver');
});
