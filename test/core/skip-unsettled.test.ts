import t from 'tap';
import { allOutside, dies, ends, loadOf, outside, toldListeners } from '../rigs/core/outside.js';
import { createItem, createPlaying, type Stage } from '../rigs/core/stage.js';

const BROKEN = { code: 'serviceError', outcome: 'broken' } as const;
/** A skip failed and may have been taken; the item goes on, and its next report would be due. */
const unsettled = () => createPlaying().ask({ type: 'next' }).failed(BROKEN);
const hear = (stage: Stage, seconds: number) => {
  for (let second = 1; second <= seconds; second += 1) {
    stage.after(1_000).position(stage.now);
  }
  return stage;
};
/** What was asked but the skip itself. */
const asked = (stage: Stage) =>
  allOutside(stage).filter(told => 'op' in told && ['current', 'setProgress'].includes(told.op));

t.test('it is looked up at once, and reported again once the service says it is still there', async t => {
  const stage = unsettled();
  t.match(toldListeners(stage), [{ type: 'command.reject', refusal: { reason: 'serviceError' } }]);
  t.match(outside(stage), [{ op: 'current' }]);
  hear(stage, 30);
  t.equal(asked(stage).length, 2, 'nothing is reported blindly; the start asked once, too');
  stage.answer(createItem(0));
  hear(stage, 30);
  t.match(asked(stage), [{ op: 'current' }, { op: 'current' }, { op: 'setProgress', elapsedS: 60 }]);
  t.equal(stage.public.silenceReason, null);
});

t.test('A skip that the service took reports nothing and plays the next item', async t => {
  const stage = hear(unsettled(), 30).answer(createItem(1));
  t.match(outside(stage), [{ type: 'player.load', mode: 'append', url: 'http://audio.test/1' }]);
  const { loadId } = stage;
  hear(stage, 149);
  t.equal(asked(stage).length, 2);
  t.equal(stage.public.silenceReason, null);
  ends(stage);
  t.same(stage.ops, [], 'its end was taken with the skip');
  stage.send({ type: 'player.started', loadId, positionMs: 0, lengthMs: 180_000 });
  t.match(stage.public, { item: { index: 1 }, silenceReason: null });
});

t.test('and the player dies: what its address still gives is played, while that is good', async t => {
  const elsewhere = () => hear(unsettled(), 30).answer(createItem(1));
  const died = dies(elsewhere()).send({ type: 'player.ready' });
  t.match(loadOf(died), { url: 'http://audio.test/0', startMs: 30_000 });
  const lapsed = dies(elsewhere()).after(300_000).send({ type: 'player.ready' });
  t.equal(lapsed.place, 'an address is needed', 'the service has left it: no other address can be had');
  t.match(loadOf(lapsed.answer(createItem(1))), { url: 'http://audio.test/1', startMs: 0 });
});

t.test('A service that does not answer hears the question again in time', async t => {
  const stage = hear(unsettled(), 30).failed();
  t.same(outside(stage), []);
  t.equal(stage.place, 'waiting out a service fault');
  t.equal(stage.public.silenceReason, null);
  t.match(outside(stage.fires('serviceRetry')), [{ op: 'current' }]);
  stage.failed();
  stage.after(149_000).ended();
  t.match(outside(stage.fires('serviceRetry')), [{ op: 'current' }]);
  t.match(outside(stage.answer(createItem(0))), [{ op: 'setEnded', index: 0, elapsedS: 180 }]);
  t.match(loadOf(stage.answer(createItem(1))), { url: 'http://audio.test/1' });
});

t.test('another skip waits for what is looked up, and is settled by it', async t => {
  const stage = unsettled().ask({ type: 'next' });
  t.same(stage.ops, [], 'one question at a time');
  t.match(toldListeners(stage.answer(createItem(1))), [{ type: 'command.resolve' }], 'the first was taken');
  t.match(loadOf(stage), { url: 'http://audio.test/1' });
});

t.test('another skip is asked, once it is known that the first was not taken', async t => {
  const stage = hear(unsettled(), 20).ask({ type: 'next' }).answer(createItem(0));
  t.match(outside(stage), [{ op: 'skip', index: 0, elapsedS: 20 }], 'from where it sounds now');
  t.equal(stage.public.silenceReason, null);
  t.match(toldListeners(stage.answer(createItem(1))), [{ type: 'command.resolve' }]);
});

t.test('while a command or the end is under way nothing else is asked', async t => {
  const stage = hear(createPlaying().ask({ type: 'next' }), 31);
  t.equal(asked(stage).length, 1);
});
