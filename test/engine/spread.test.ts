import t from 'tap';
import { Engine } from '../../src/engine/engine.js';
import { ServiceFault } from '../../src/contract/errors.js';
import type { PlaybackService } from '../../src/contract/service-ports.js';
import { createRandom } from '../../src/sandbox/random.js';
import {
  createListeningLogger,
  createScriptedPlayer,
  createScriptedService,
} from '../fakes/ports/scripted.js';
import { createItem, RESTORED } from '../rigs/core/stage.js';
import { useFakeTime } from '../fakes/time/fake.js';

const SPEAKERS = 250;

interface Outage {
  readonly name: string;
  /** Seconds that it lasts, from the moment in which all of them notice it. */
  readonly lastsS: number;
  /** From its end: until then the last of them is back, and so many at most in one second. */
  readonly backWithinS: number;
  readonly mostInASecond: number;
  readonly fault: () => ServiceFault;
}

const offline = () => new ServiceFault('offline', 'No answer.');
const OUTAGES: readonly Outage[] = [
  { name: 'refused for 6 s', lastsS: 6, backWithinS: 6, mostInASecond: 0.5, fault: offline },
  { name: 'refused for 20 s', lastsS: 20, backWithinS: 20, mostInASecond: 0.25, fault: offline },
  { name: 'refused for 5 minutes', lastsS: 300, backWithinS: 60, mostInASecond: 0.08, fault: offline },
  {
    name: '500 for a minute',
    lastsS: 60,
    backWithinS: 60,
    mostInASecond: 0.12,
    fault: () => new ServiceFault('serviceError', 'Broken.', { httpStatus: 500, answerLost: true }),
  },
  {
    name: '429 with Retry-After: 30, told to all at once',
    lastsS: 1,
    backWithinS: 45,
    mostInASecond: 0.15,
    fault: () => new ServiceFault('serviceError', 'Slow down.', { httpStatus: 429, retryAfterMs: 30_000 }),
  },
];

for (const { name, lastsS, backWithinS, mostInASecond, fault } of OUTAGES)
  t.test(`${name}: they do not return in the same second`, async t => {
    const time = useFakeTime(t);
    const { clock } = time;
    const backAtMs = clock.steadyMs() + lastsS * 1_000;
    const back = new Map<number, number>();
    let asked = 0;
    for (let speaker = 0; speaker < SPEAKERS; speaker += 1) {
      const random = createRandom(`speaker ${speaker}`);
      const service: PlaybackService = {
        ...createScriptedService().port,
        async current() {
          if (clock.steadyMs() < backAtMs) {
            asked += 1;
            throw fault();
          }
          if (!back.has(speaker)) back.set(speaker, (clock.steadyMs() - backAtMs) / 1_000);
          return createItem(0);
        },
      };
      const engine = new Engine({
        player: createScriptedPlayer().port,
        service,
        clock,
        logger: createListeningLogger(),
        random: () => random.next(),
        settings: { progressS: 60, volumeMax: 100, resume: true, releaseS: 30 },
        restored: RESTORED,
        pairing: 'paired',
      });
      t.teardown(() => engine.stop());
      engine.dispatch({ type: 'player.ready' });
      engine.start();
    }
    await time.pass((lastsS + backWithinS + 0.5) * 1_000);
    const returns = [...back.values()];
    t.equal(returns.length, SPEAKERS, `all are back within ${backWithinS} s`);
    const perSecond = returns.map(atS => returns.filter(other => other >= atS && other < atS + 1).length);
    const most = Math.max(...perSecond) / SPEAKERS;
    t.ok(most <= mostInASecond, `${Math.round(most * 100)} % in one second`);
    t.ok(asked / SPEAKERS <= 2 + 3 * Math.sqrt(lastsS), `asked ${asked / SPEAKERS} times each`);
    t.comment(`${name}: at most ${Math.round(most * 100)} % in a second, ${asked / SPEAKERS} calls each`);
  });
