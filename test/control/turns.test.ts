import { setImmediate as nextTurn } from 'node:timers/promises';
import t from 'tap';
import { createTurns } from '../../src/control/turns.js';

t.test('each has one call done in a turn, in the order of its own', async t => {
  const turns = createTurns();
  const [ada, bob, cleo] = [{}, {}, {}];
  const done: string[] = [];
  const call = (who: object, name: string) =>
    t.equal(
      turns.take(who, () => done.push(name)),
      true,
    );
  for (const name of ['a1', 'a2', 'a3', 'a4']) call(ada, name);
  for (const name of ['b1', 'b2', 'b3']) call(bob, name);
  t.same(done, ['a1', 'b1'], 'the first of what comes together is done at once');
  await nextTurn();
  t.same(done, ['a1', 'b1', 'a2', 'b2']);
  call(cleo, 'c1');
  call(ada, 'a5');
  t.same(done.slice(4), ['c1'], 'who comes alone waits for nobody, and nobody overtakes himself');
  await nextTurn();
  await nextTurn();
  await nextTurn();
  t.same(done.slice(5), ['a3', 'b3', 'a4', 'a5']);
  call(ada, 'a6');
  t.equal(done.at(-1), 'a6');
});

t.test('calls of one client that come by many connections in one turn are done one per turn', async t => {
  const turns = createTurns();
  const done: string[] = [];
  const [ada, bob] = [{}, {}];
  // Each connection's data is an event of its own, with microtasks between.
  for (const name of ['a1', 'a2', 'a3']) {
    turns.take(ada, () => done.push(name));
    await Promise.resolve();
  }
  turns.take(bob, () => done.push('b1'));
  t.same(done, ['a1', 'b1']);
  await nextTurn();
  await nextTurn();
  t.same(done, ['a1', 'b1', 'a2', 'a3']);
});

t.test('A client with too many waiting calls loses the rest', async t => {
  const turns = createTurns();
  const [ada, bob] = [{}, {}];
  let done = 0;
  const call = (who: object) => turns.take(who, () => (done += 1));
  const taken = Array.from({ length: 150 }, () => call(ada)).filter(isTaken => isTaken);
  t.equal(taken.length, 101, 'one is done, a hundred wait');
  t.equal(call(bob), true);
  while (done < 102) await nextTurn();
  t.equal(call(ada), true);
});
