import t from 'tap';
import { uptime } from 'node:os';
import { createUpClock } from '../../src/host/up-clock.js';

t.test('it counts sleep, and goes on evenly where whole seconds are told', t => {
  const now = { steadyMs: 100, sleptMs: 0 };
  const upS = () => Math.floor((5_700 + now.steadyMs + now.sleptMs) / 1_000);
  const upMs = createUpClock({ steadyMs: () => now.steadyMs, upS });
  const firstMs = upMs();
  for (let passedMs = 150; passedMs <= 3_000; passedMs += 150) {
    now.steadyMs = 100 + passedMs;
    t.equal(upMs() - firstMs, passedMs);
  }
  now.sleptMs = 3_600_000;
  t.ok(Math.abs(upMs() - firstMs - 3_000 - 3_600_000) <= 1_000);
  t.end();
});

t.test('it is the time that the system tells', t => {
  const upMs = createUpClock({ steadyMs: () => performance.now() })();
  t.ok(Math.abs(upMs - uptime() * 1_000) < 60_000);
  t.end();
});
