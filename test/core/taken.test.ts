import t from 'tap';
import { toRemembered } from '../../src/core/projections.js';
import { createItem, createPlaying, createStage } from '../fakes/engine-stage.js';

const END = { type: 'service.advance', by: 'end', index: 0 };

t.test('a report that was answered is not sent again, though what follows could not be learnt', async t => {
  const stage = createPlaying().after(180_000).ended();
  t.match(stage.effects.at(-1), END);
  t.notOk(stage.effects.some(effect => 'taken' in effect));
  stage.failed({ answerLost: true, reportTaken: true }).fires('retry');
  t.match(stage.effects.at(-1), { ...END, taken: true });
  stage.failed({ answerLost: true }).fires('retry');
  t.match(stage.effects.at(-1), { ...END, taken: true }, 'nor later');
  stage.advanced(createItem(1)).started().after(180_000).ended();
  t.match(stage.effects.at(-1), { ...END, index: 1 });
  t.notOk(
    stage.effects.some(effect => 'taken' in effect),
    'the next item has an end of its own',
  );
});

t.test('what a hung player held did not sound: the item goes on from its last sign of life', async t => {
  const stage = createPlaying().after(8_000).position(8_000).after(2_500);
  stage.send({ type: 'player.died', detail: 'did not answer', silentMs: 2_400 });
  t.equal(stage.public.position.positionMs, 8_100);
  stage.send({ type: 'player.ready' });
  t.match(
    stage.effects.find(({ type }) => type === 'player.load'),
    { startMs: 8_100 },
  );
});

t.test('an end that the service has taken is remembered, and after a restart not reported again', async t => {
  const stage = createPlaying().after(179_100).position(179_100).fires('lookAhead');
  t.match(toRemembered(stage.state, stage.now), { endTaken: false });
  stage.send({ type: 'service.endTaken', question: stage.requestId - 1 });
  t.match(toRemembered(stage.state, stage.now), { endTaken: false }, 'of another report');
  stage.send({ type: 'service.endTaken', question: stage.requestId });
  const remembered = toRemembered(stage.state, stage.now);
  t.match(remembered, { endTaken: true, item: { index: 0 } });

  const again = createStage({ restored: remembered }).send({ type: 'player.ready' });
  again.send({ type: 'engine.started' }).current(createItem(0)).started(179_100).ended();
  t.match(again.effects.at(-1), { ...END, taken: true });
  again.advanced(null);
  t.match(again.public, { silenceReason: 'sourceEnded', item: { index: 0 } });

  const moved = createStage({ restored: remembered }).send({ type: 'player.ready' });
  moved.send({ type: 'engine.started' }).current(createItem(1)).started().after(180_000).ended();
  t.notOk(
    moved.effects.some(effect => 'taken' in effect),
    'the next item has an end of its own',
  );
});

t.test('with nothing in turn there is no end to be taken', async t => {
  const stage = createStage();
  const { state } = stage;
  t.equal(stage.send({ type: 'service.endTaken', question: 0 }).state, state);
});
