import t from 'tap';
import { skip } from '../rigs/agent/rig.js';
import { checkFault, type FaultRow, switched } from '../rigs/agent/fault-row.js';

t.jobs = 4;

const ROWS: readonly FaultRow[] = [
  switched('latency', {
    with: { value: 30_000 },
    name: 'an answer takes 30 s',
    kind: 'latency',
    lasts: 'offline',
    tells: ['offline'],
    lingersMs: 30_000,
  }),
  switched('blackHole', {
    name: 'nothing is ever answered',
    lasts: 'offline',
    tells: ['offline'],
    lingersMs: 15_000,
  }),
  switched('latency', {
    with: { value: 200 },
    name: 'an answer takes 200 ms',
    kind: 'latency',
    lasts: 6_000,
    tells: [],
  }),
  switched('latency', {
    with: { value: 3_000 },
    name: 'an answer takes 3 s',
    kind: 'latency',
    profile: 'full',
    lasts: 6_000,
    tells: [],
    lingersMs: 3_000,
  }),
  switched('latency', {
    with: { value: 7_000, operation: 'setProgress' },
    name: 'a report is heard by the service after 7 s: it is not sent again',
    kind: 'late',
    lasts: 5_000,
    tells: [],
    lingersMs: 7_000,
    after(t, { sandbox }) {
      const ends = sandbox.requests.of('setProgress').filter(({ args }) => args['elapsedTime'] === 6);
      const first = ends.filter(({ args }) => args['index'] === 0);
      t.equal(first.length, 1);
    },
  }),
];

for (const row of ROWS) checkFault(t, row, { skip });
