import { test } from 'tap';
import { backoffMs, refusedMs } from '../../src/client/backoff.js';

void test('waits longer after each failure, spread out, with an end', async t => {
  const bounds = [1, 2, 3, 4, 5, 6, 7, 100].map(failures => backoffMs(failures, () => 1));
  t.same(bounds, [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
  t.equal(
    backoffMs(3, () => 0),
    1_000,
    'never less than half of it',
  );
});

void test('waits longer after each refusal, with an end', async t => {
  t.same([1, 2, 3, 4, 5, 6, 100].map(refusedMs), [12_000, 24_000, 48_000, 96_000, 192_000, 300_000, 300_000]);
});
