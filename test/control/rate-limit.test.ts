import t from 'tap';
import { createRateLimit } from '../../src/control/gate/rate-limit.js';

t.test('the rate limit fills with time, up to its burst', async t => {
  let now = 0;
  const limit = createRateLimit({ perSecond: 50, burst: 100, steadyMs: () => now });
  for (let call = 0; call < 100; call += 1) t.equal(limit.take(), 0);
  t.equal(limit.take(), 20);
  now = 19;
  t.equal(limit.take(), 1);
  now = 20;
  t.equal(limit.take(), 0);
  now = 1_000_000;
  for (let call = 0; call < 100; call += 1) t.equal(limit.take(), 0);
  t.equal(limit.take(), 20);
});
