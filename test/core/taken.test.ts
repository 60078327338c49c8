import t from 'tap';
import { createItem, createLookingAhead, createPlaying } from '../fakes/engine-stage.js';

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

t.test('what is known before the answer is whole is kept: the report itself was taken', async t => {
  const stage = createLookingAhead();
  stage.send({ type: 'service.endTaken', index: 0 });
  t.equal(stage.state.turn?.endTaken, true);
  const { state } = stage;
  t.equal(stage.send({ type: 'service.endTaken', index: 7 }).state, state, 'of an item that is not in turn');
});
