import t from 'tap';
import { LIMITS } from '../../src/contract/limits.js';
import { createMeter } from '../../src/lib/meter.js';
import { createCommandMemory } from '../../src/control/api/command-memory.js';

function createMemory(places: number, inAll: number, steadyMs = () => 0) {
  const meter = createMeter({ commandIds: { ...LIMITS.commandIds, places, inAll } }, steadyMs);
  return createCommandMemory(meter, steadyMs);
}

t.test('an id is forgotten after a minute, whoever calls', async t => {
  let nowMs = 0;
  const memory = createMemory(9, 9, () => nowMs);
  let done = 0;
  const perform = () => ({ result: (done += 1) });
  const once = async (client: string, commandId: string) => memory.remember({ client, commandId }, perform);
  t.same(await once('a', '1'), { result: 1 });
  nowMs = 60_000;
  t.same(await once('a', '1'), { result: 1 });
  nowMs = 60_001;
  t.same(await once('a', '1'), { result: 2 });
  await once('a', '2');
  nowMs = 120_002;
  await once('b', '1');
  t.same(
    [await once('b', '2'), await once('b', '3'), await once('b', '1')],
    [{ result: 5 }, { result: 6 }, { result: 4 }],
  );
});

t.test('A client that has all it may loses its own oldest command, and nobody another’s', async t => {
  const memory = createMemory(90, 100);
  const isKnown = (client: string, commandId: string) => {
    let known = true;
    void memory.remember({ client, commandId }, () => {
      known = false;
      return { result: 0 };
    });
    return known;
  };
  const upTo = (count: number) => Array.from({ length: count }, (_, at) => `${at}`);
  for (const id of upTo(5)) isKnown('phone', id);
  for (const id of upTo(5_000)) isKnown('flood', id);
  for (const id of upTo(500)) isKnown('another', id);
  t.ok(upTo(5).every(id => isKnown('phone', id)));
  t.ok(upTo(90).every(id => isKnown('flood', `${Number(id) + 4_910}`)));
  t.notOk(isKnown('flood', '4909'), 'its own limit');
  t.ok(isKnown('another', '499'));
  t.notOk(isKnown('another', '0'), 'the limit of all');
});
