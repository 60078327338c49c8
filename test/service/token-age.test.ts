import t from 'tap';
import { createRandom } from '../../src/sandbox/random.js';
import { toFreshAge } from '../../src/service/token-age.js';

const SPEAKERS = 10_000;
const LIFE_S = 14_400;

t.test(
  'speakers that were paired in the same second do not renew their tokens in the same second',
  async t => {
    const random = createRandom('speakers');
    const clock = { steadyMs: () => 0, epochMs: () => 0 };
    const perSecond = new Map<number, number>();
    for (let speaker = 0; speaker < SPEAKERS; speaker += 1) {
      const { staleAtMs, deadAtMs } = toFreshAge(LIFE_S, clock, () => random.next());
      if (deadAtMs !== LIFE_S * 1_000) t.fail('its end is no matter of chance');
      const second = Math.floor(staleAtMs / 1_000);
      perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
    }
    const seconds = [...perSecond.keys()];
    t.ok(Math.min(...seconds) >= LIFE_S - 600 && Math.max(...seconds) < LIFE_S - 299);
    t.ok(Math.max(...perSecond.values()) < SPEAKERS / 100, 'never a hundredth of them');
  },
);
