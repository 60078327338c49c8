import { join } from 'node:path';
import t from 'tap';
import { simulate } from '../bench/simulation/simulate.js';

/** As the sandbox takes them; each lasts the whole hour, which passes as fast as the machine can. */
const FAULTS = [
  ['core', 'status=500'],
  ['core', 'status=429'],
  ['core', 'lostAnswer=0.3'],
  ['full', 'lostAnswer=0.5'],
  ['core', 'truncatedJson'],
  ['core', 'wrongTypes'],
  ['full', 'graphqlError'],
  ['full', 'unauthenticated=401'],
  ['core', 'refreshRefused,unauthenticated=401'],
  ['full', 'audioStatus=403%0.5'],
  ['core', 'audioStatus=404'],
] as const;

/** Half of what the service allows an application, and that is not one speaker alone. */
const AN_HOUR = 500;

t.jobs = 6;

for (const [profile, faults] of FAULTS)
  t.test(`an hour of ${faults}, ${profile}: no storm of calls`, { buffered: true }, async t => {
    const folder = join(t.testdir(), 'testbed');
    const { calls, byOperation } = await simulate({ folder, hours: 1, profile, service: profile, faults });
    t.ok(calls <= AN_HOUR, `${calls} calls: ${JSON.stringify(byOperation)}`);
    t.ok(calls > 0, 'it has not given up');
  });
