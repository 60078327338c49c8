import t from 'tap';
import { delaysOf, loadOf } from '../rigs/core/outside.js';
import { createItem, createPlaying } from '../rigs/core/stage.js';

t.test('a stall drops what is in the player: nothing sounds behind the recovery', async t => {
  const stage = createPlaying();
  const { loadId } = stage;
  stage.after(9_000).send({ type: 'player.starved', loadId, positionMs: 9_000 }).fires('stall');
  t.ok(stage.types.includes('player.unload'));
});

t.test(
  'each position puts off the stall; without one for too long, the item goes on from the last',
  async t => {
    const stage = createPlaying();
    t.same(delaysOf(stage, 'stall'), [15_000]);
    stage.after(1_000).position(1_000);
    t.same(delaysOf(stage, 'stall'), [15_000]);
    stage.after(15_000).fires('stall');
    t.equal(stage.sound, 'waiting out a sound fault');
    t.equal(stage.public.position.positionMs, 1_000);
    stage.fires('soundRetry').answer(createItem(0));
    t.match(loadOf(stage), { startMs: 1_000 });
  },
);

t.test('The item goes on from the last sign of a hung player', async t => {
  const stage = createPlaying().after(8_000).position(8_000).after(2_500);
  stage.send({ type: 'player.died', detail: 'did not answer', silentMs: 2_400 });
  t.equal(stage.public.position.positionMs, 8_100);
  t.match(loadOf(stage.send({ type: 'player.ready' })), { startMs: 8_100 });
});
