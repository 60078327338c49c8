import fc from 'fast-check';
import t from 'tap';
import { createCommandMemory } from '../../src/control/command-memory.js';

t.test('an id is forgotten after a minute, whoever calls', async t => {
  let nowMs = 0;
  const memory = createCommandMemory({ steadyMs: () => nowMs, commandIds: 3 });
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

t.test('A full memory forgets the oldest commands of its largest client', async t => {
  const acts = fc.array(fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd'), id: fc.nat(30) }), {
    minLength: 100,
    maxLength: 400,
  });
  fc.assert(
    fc.property(acts, given => {
      const fair = createCommandMemory({ steadyMs: () => 0, commandIds: 20 });
      let done = 0;
      let forgotten = 0;
      const firsts: { readonly name: string; readonly id: number; readonly result: number }[] = [];
      for (const { name, id } of given) {
        const answer = fair.remember({ client: name, commandId: `${id}` }, () => ({ result: (done += 1) }));
        const own = firsts.filter(first => first.name === name);
        const known = own.findLast(first => first.id === id);
        const { result } = answer as { result: number };
        if (known?.result === result) continue;
        // Nearly a fourth of all is everybody's, whoever else calls.
        if (known !== undefined && own.indexOf(known) >= own.length - 4) return false;
        if (known !== undefined) forgotten += 1;
        firsts.push({ name, id, result });
      }
      fc.pre(forgotten > 0);
      return true;
    }),
    { numRuns: 50 },
  );
  const memory = createCommandMemory({ steadyMs: () => 0, commandIds: 100 });
  const isKnown = (client: string, commandId: string) => {
    let known = true;
    void memory.remember({ client, commandId }, () => {
      known = false;
      return { result: 0 };
    });
    return known;
  };
  for (let count = 0; count < 10; count += 1) isKnown('phone', `${count}`);
  for (let count = 0; count < 5_000; count += 1) isKnown('flood', `${count}`);
  t.ok(Array.from({ length: 10 }, (_, count) => isKnown('phone', `${count}`)).every(Boolean));
  t.ok(Array.from({ length: 90 }, (_, count) => isKnown('flood', `${count + 4_910}`)).every(Boolean));
  t.notOk(isKnown('flood', '4909'), 'its oldest are gone');
});
