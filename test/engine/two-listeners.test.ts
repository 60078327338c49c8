import t from 'tap';
import { toPlaying } from '../../src/core/playing.js';
import { createBench } from '../rigs/engine/bench.js';
import { FULL, item } from '../rigs/core/full.js';
import { LISTENER } from '../rigs/core/stage.js';
import { settled } from '../fakes/time/fake.js';

type Bench = ReturnType<typeof createBench>;

/** Signs the listener out and another in, and answers what is asked for him; what else was asked meanwhile. */
async function changeListener({ engine, service, time }: Bench): Promise<readonly string[]> {
  const before = service.calls.length;
  engine.dispatch({ type: 'pairing.ended', by: 'listener' });
  engine.dispatch({ type: 'pairing.began', sameListener: false });
  await settled();
  service.last.resolve(item(0));
  await time.pass(60_000);
  return service.names.slice(before);
}

const end = (loadId: number) =>
  ({ type: 'player.ended', loadId, positionMs: 180_000, lengthMs: 180_000 }) as const;

t.test('the report of an end is not repeated for the next listener', async t => {
  const bench = createBench(t);
  const { engine, service, time } = bench;
  await bench.startPlaying(item(0));
  engine.dispatch(end(bench.loadId()));
  t.equal(service.last.name, 'setEnded');
  await time.pass(6_000);
  t.equal(service.last.name, 'current', 'it is being watched');
  t.strictSame(await changeListener(bench), ['current']);
  t.equal(toPlaying(engine.state).item, null);
});

t.test('The next listener’s service hears no waiting reports of starts and pauses', async t => {
  const bench = createBench(t);
  bench.service.setAbilities(FULL);
  await bench.startPlaying(item(0));
  await bench.engine.execute({ type: 'pause' }, LISTENER);
  await bench.engine.execute({ type: 'play' }, LISTENER);
  const left = bench.service.calls.slice(1);
  t.strictSame(await changeListener(bench), ['current'], 'none of them is sent');
  t.ok(left.length > 0 && left.every(({ signal }) => signal?.aborted));
});
