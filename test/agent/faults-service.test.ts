import t from 'tap';
import type { FaultName } from '../../src/sandbox/faults/catalogue.js';
import type { FaultOptions } from '../../src/sandbox/faults/switchboard.js';
import { skip } from '../fakes/agent-rig.js';
import { checkFault, type FaultRow } from '../fakes/faults-row.js';

t.jobs = 6;

/** A fault of the sandbox's switchboard. */
function switched(fault: FaultName, options: FaultOptions, row: Omit<FaultRow, 'begin'>): FaultRow {
  return { ...row, begin: ({ sandbox }) => sandbox.faults.add(fault, { operation: 'graphql', ...options }) };
}

const RETRY_AFTER_S = 2;

const ROWS: readonly FaultRow[] = [
  switched(
    'latency',
    { value: 30_000 },
    {
      name: 'an answer takes 30 s',
      kind: 'latency',
      lasts: 8_000,
      tells: ['offline'],
      lingersMs: 30_000,
    },
  ),
  switched(
    'blackHole',
    {},
    {
      name: 'nothing is ever answered',
      lasts: 8_000,
      tells: ['offline'],
      lingersMs: 15_000,
    },
  ),
  {
    name: 'connections are refused',
    async begin({ front }) {
      await front.close();
      return () => front.open();
    },
    lasts: 'offline',
    tells: ['offline'],
  },
  switched(
    'dropRequest',
    {},
    {
      name: 'reset before the request is taken',
      profile: 'full',
      lasts: 8_000,
      tells: ['offline'],
    },
  ),
  switched(
    'lostAnswer',
    {},
    {
      name: 'reset after the request was taken',
      lasts: 'offline',
      tells: ['offline'],
    },
  ),
  switched(
    'lostAnswer',
    { operation: 'setEnded' },
    {
      name: 'reset after the report of an end was taken',
      profile: 'full',
      lasts: 8_000,
      tells: ['offline'],
    },
  ),
  switched(
    'latency',
    { value: 200 },
    {
      name: 'an answer takes 200 ms',
      kind: 'latency',
      lasts: 6_000,
      tells: [],
    },
  ),
  switched(
    'latency',
    { value: 3_000 },
    {
      name: 'an answer takes 3 s',
      kind: 'latency',
      profile: 'full',
      lasts: 6_000,
      tells: [],
      lingersMs: 3_000,
    },
  ),
  switched(
    'latency',
    { value: 7_000, operation: 'setProgress' },
    {
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
    },
  ),
  switched('status', { value: 500 }, { name: 'status 500', lasts: 'serviceError', tells: ['serviceError'] }),
  switched(
    'status',
    { value: 429, retryAfterS: RETRY_AFTER_S },
    {
      name: 'status 429 with Retry-After',
      profile: 'full',
      lasts: 9_000,
      tells: ['serviceError'],
      lingersMs: RETRY_AFTER_S * 1_000,
      after(t, { sandbox }) {
        const refused = sandbox.requests.all.filter(({ status }) => status === 429).map(({ atMs }) => atMs);
        t.ok(refused.length > 0);
        const early = refused
          .slice(1)
          .filter((atMs, at) => atMs - (refused[at] ?? 0) < RETRY_AFTER_S * 1_000 - 50);
        t.strictSame(early, [], 'left alone for as long as it asked');
      },
    },
  ),
];

for (const row of ROWS) checkFault(t, row, { skip });
