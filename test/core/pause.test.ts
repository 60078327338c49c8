import t from 'tap';
import { dies, ends, heldId, loadOf } from '../rigs/core/outside.js';
import { flows, lands, outside, starves } from '../rigs/core/rows.js';
import { createAppended, createItem, createPlaying } from '../rigs/core/stage.js';

t.test(
  'an item that ends just as the listener pauses leaves silence behind, and play sounds again',
  async t => {
    const stage = createAppended();
    ends(stage.ask({ type: 'pause' }));
    t.equal(stage.public.silenceReason, 'paused');
    stage.started();
    t.equal(stage.sound, 'paused');
    t.equal(stage.public.silenceReason, 'paused');
    t.equal(stage.public.item?.index, 1);
    stage.ask({ type: 'play' });
    t.match(outside(stage), [{ type: 'player.load', startMs: 0 }, { type: 'command.resolve' }]);
    t.equal(stage.started().public.silenceReason, null);
  },
);

t.test('the next item begins in the very moment of a pause: it is the one that is paused', async t => {
  const stage = createAppended().ask({ type: 'pause' });
  stage.started();
  t.equal(stage.sound, 'paused');
  t.equal(heldId(stage), stage.loadId);
  t.equal(stage.public.item?.index, 1);
});

t.test('resuming is not playing where the data had run out before the pause', async t => {
  const stage = createPlaying();
  starves(stage.after(10_000), 10_000);
  stage.ask({ type: 'pause' }).after(5_000).ask({ type: 'play' });
  t.equal(stage.public.silenceReason, 'loading');
  t.equal(stage.public.position.rate, 0);
  t.ok(stage.effects.some(effect => effect.type === 'timer.set' && effect.name === 'stall'));
});

t.test('A resumed item counts as sounding once the player says so', async t => {
  const stage = createPlaying(createItem(0), { settings: { soundWaits: true } })
    .after(10_000)
    .ask({ type: 'pause' });
  stage.after(5_000).ask({ type: 'play' });
  t.ok(stage.types.includes('player.resume'));
  t.match(stage.public, { silenceReason: 'loading', position: { positionMs: 10_000, rate: 0 } });
  t.ok(stage.effects.some(effect => effect.type === 'timer.set' && effect.name === 'stall'));
  flows(stage.after(2_000), 10_000);
  t.match(stage.public, { silenceReason: null, position: { positionMs: 10_000, rate: 1 } });
});

t.test('data that comes while paused is there on resume', async t => {
  const stage = createPlaying();
  starves(stage.after(10_000).ask({ type: 'pause' }), 10_000);
  flows(stage, 10_000);
  stage.ask({ type: 'play' });
  t.equal(stage.public.silenceReason, null);
});

t.test('a seek while paused and not yet opened is where sound begins', async t => {
  const stage = createPlaying().ask({ type: 'play', sourceId: 'ST:2' });
  stage.sourceSet(createItem(5), { id: 'ST:2', type: 'ST', name: null });
  t.equal(stage.sound, 'opening');
  stage.ask({ type: 'pause' }).ask({ type: 'seek', positionMs: 60_000 }).ask({ type: 'play' });
  t.match(loadOf(stage), { startMs: 60_000 });
});

t.test('a long pause lets the sound device go, once, and whoever goes on hears when it is back', async t => {
  const stage = createPlaying().after(10_000).ask({ type: 'pause' });
  const timers = stage.effects.filter(({ type }) => type === 'timer.set');
  t.strictSame(timers, [{ type: 'timer.set', name: 'release', delayMs: 30_000, spreadMs: 0 }]);
  const { public: before } = stage;
  stage.after(30_000).fires('release');
  t.strictSame(stage.types, ['player.releaseDevice'], 'and no further timer');
  t.strictSame(stage.public, before, 'phones are told nothing');
  stage.after(5_000).ask({ type: 'play' });
  t.ok(stage.types.includes('player.resume'));
  t.match(stage.public, { silenceReason: 'loading', position: { positionMs: 10_000, rate: 0 } });
  lands(stage.after(100), 10_000);
  t.match(stage.public, { silenceReason: null, position: { positionMs: 10_000, rate: 1 } });
  stage.ask({ type: 'pause' }).ask({ type: 'play' });
  t.equal(stage.public.silenceReason, null, 'a short pause holds it');
  t.ok(stage.log.some(effect => effect.type === 'timer.cancel' && effect.name === 'release'));
});

t.test('the device is let go while the item still loads, or not at all', async t => {
  const stage = createPlaying().ask({ type: 'play', sourceId: 'ST:2' });
  stage.sourceSet(createItem(5), { id: 'ST:2', type: 'ST', name: null }).ask({ type: 'pause' });
  stage.after(30_000).fires('release');
  t.strictSame(stage.types, ['player.releaseDevice']);
  stage.started(0).ask({ type: 'play' });
  t.equal(stage.public.silenceReason, 'loading', 'it began without the device');

  const kept = createPlaying(createItem(0), { settings: { releaseS: 0 } }).ask({ type: 'pause' });
  t.notOk(kept.effects.some(effect => effect.type === 'timer.set'));
});

t.test('nothing is let go of a player that holds nothing', async t => {
  const stage = dies(createPlaying().ask({ type: 'pause' }));
  t.match(stage.effects, [{ type: 'timer.cancel', name: 'release' }]);
  t.strictSame(stage.after(30_000).fires('release').effects, []);
});
