import t from 'tap';
import { createAllowance } from '../../src/lib/allowance.js';

t.test('an allowance: in any minute, for so many names at a time', t => {
  let nowMs = 0;
  const allowance = createAllowance({ most: 3, withinMs: 60_000, steadyMs: () => nowMs });
  const waits: number[] = [];
  for (const atMs of [0, 30_000, 59_999, 60_000, 60_001, 90_000]) {
    nowMs = atMs;
    waits.push(allowance.waitMs('a'));
    if (waits.at(-1) === 0) allowance.note('a');
  }
  t.same(waits, [0, 0, 0, 0, 29_999, 0]);
  for (let count = 0; count < 3; count += 1) allowance.note('b');
  for (let count = 0; count < 5_000; count += 1) allowance.note(`crowd ${count}`);
  t.equal(allowance.waitMs('b'), 0, 'of very many the oldest are forgotten');
  t.end();
});

t.test('several at a time', t => {
  let nowMs = 0;
  const allowance = createAllowance({ most: 5, withinMs: 60_000, steadyMs: () => nowMs });
  allowance.note('a', 3);
  t.equal(allowance.waitMs('a', 2), 0);
  t.equal(allowance.waitMs('a', 3), 60_000);
  nowMs = 10_000;
  allowance.note('a', 2);
  t.same([allowance.waitMs('a', 3), allowance.waitMs('a', 4)], [50_000, 60_000]);
  t.end();
});
