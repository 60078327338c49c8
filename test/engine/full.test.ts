import t from 'tap';
import { toPlaying } from '../../src/core/playing.js';
import { createMemory } from '../../src/engine/remember.js';
import type { SessionRecord } from '../../src/contract/records.js';
import { createBench } from '../rigs/engine/bench.js';
import { early, FULL, item } from '../rigs/core/full.js';
import { createListeningLogger } from '../fakes/ports/scripted.js';
import { LISTENER, STATION } from '../rigs/core/stage.js';
import { settled } from '../fakes/time/fake.js';

/** The first item sounds, and the service is known to have everything. */
async function create(test: Parameters<typeof createBench>[0]) {
  const bench = createBench(test);
  bench.service.setAbilities(FULL);
  await bench.startPlaying(item(0));
  return bench;
}

t.test('each report, question and command is one call, with what it names', async t => {
  const { engine, player, service, time } = await create(t);
  const answer = async (value: unknown) => {
    service.last.resolve(value);
    await settled();
  };
  const at = (elapsedS: number) => ({ sourceId: STATION.id, index: 0, elapsedS });
  t.match(service.last, { name: 'setStarted', params: at(0) });
  await answer(item(0));
  await time.pass(5_000);
  t.match(service.last, { name: 'peek' });
  await answer(item(1));
  t.match(player.calls.at(-1), { name: 'load', params: { mode: 'append', url: 'http://audio.test/1' } });

  await engine.execute({ type: 'pause' }, LISTENER);
  await settled();
  t.match(service.last, { name: 'setPaused', params: at(5) });
  await answer(undefined);
  await engine.execute({ type: 'play' }, LISTENER);
  await settled();
  t.match(service.last, { name: 'setStarted', params: at(5) });
  await answer(item(0));

  const thumb = engine.execute({ type: 'setFeedback', value: 'UP' }, LISTENER);
  t.match(service.last, { name: 'setFeedback', params: { targetId: 'TR:0', value: 'UP', elapsedS: 5 } });
  await answer(item(0));
  await thumb;
  t.equal(engine.snapshot().state.item?.feedback, 'UP');

  const next = engine.execute({ type: 'next' }, LISTENER);
  t.match(service.last, { name: 'skip', params: { ...at(5), lengthS: 180 } });
  await answer(item(1));
  await next;
  t.match(player.calls.at(-1), { name: 'next' }, 'what was peeked is in the player');

  const back = engine.execute({ type: 'previous' }, LISTENER);
  t.match(service.last, { name: 'previous', params: { index: 1 } });
  await answer(item(2));
  await back;
  const again = engine.execute({ type: 'replay' }, LISTENER);
  t.match(service.last, { name: 'replay', params: { index: 2, trackToken: 'token-2' } });
  await answer(true);
  await answer(item(3));
  await again;
  t.equal(engine.snapshot().state.item?.index, 3);
});

t.test('The engine takes an outdated peeked item from the player', async t => {
  const { engine, player, service, time, loadId } = await create(t);
  await time.pass(5_000);
  service.last.resolve(item(1));
  await settled();
  for (let second = 6; second < 180; second += 1) {
    await time.pass(1_000);
    engine.dispatch({ type: 'player.position', loadId: loadId(), positionMs: second * 1_000 });
  }
  t.match(service.last, { name: 'setEnded', params: { index: 0, elapsedS: 180 } });
  service.last.resolve(item(1, { trackToken: 'other', audioUrl: null }));
  await settled();
  t.match(player.calls.at(-1), { name: 'dropAppended' });
});

t.test('a player that cannot go on to what it has in hand has failed it', async t => {
  const { engine, player, service, time } = await create(t);
  await time.pass(5_000);
  service.last.resolve(item(1));
  await settled();
  const next = engine.execute({ type: 'next' }, LISTENER);
  player.isBroken = true;
  service.last.resolve(item(1));
  await next;
  await settled();
  t.match(toPlaying(engine.state), {
    sound: 'waiting out a sound fault',
    soundFault: { fault: 'address' },
  });
});

t.test('an operation that turns out to be missing is not offered any more', async t => {
  const { engine, service } = await create(t);
  t.ok(engine.snapshot().state.can.previous);
  service.setAbilities({ ...FULL, previous: false });
  t.notOk(engine.snapshot().state.can.previous);
});

t.test('an end that is not answered yet is written with the item that sounds', async t => {
  const written: SessionRecord[] = [];
  const memory = createMemory({
    session: { value: null, write: async value => void written.push(value), remove: async () => undefined },
    position: { write: () => undefined },
    clock: { steadyMs: () => 0, epochMs: () => 0 },
    logger: createListeningLogger(),
  });
  const stage = early();
  memory.observe(stage.state);
  t.match(written.at(-1), {
    item: { index: 1 },
    closing: { index: 0, trackToken: 'token-0', lengthS: 180 },
  });
  stage.answer(item(1), stage.asked('place'));
  memory.observe(stage.state);
  t.match(written.at(-1), { item: { index: 1 }, closing: null });
});
