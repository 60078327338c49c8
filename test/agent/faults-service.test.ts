import t from 'tap';
import { skip } from '../rigs/agent/rig.js';
import { checkFault, type FaultRow, switched } from '../rigs/agent/fault-row.js';

t.jobs = 4;

const RETRY_AFTER_S = 2;

const ROWS: readonly FaultRow[] = [
  {
    name: 'connections are refused',
    async begin({ front }) {
      await front.close();
      return () => front.open();
    },
    lasts: 'offline',
    tells: ['offline'],
  },
  switched('dropRequest', {
    name: 'reset before the request is taken',
    profile: 'full',
    lasts: 'offline',
    tells: ['offline'],
  }),
  switched('lostAnswer', {
    name: 'reset after the request was taken',
    lasts: 'offline',
    tells: ['offline'],
  }),
  switched('lostAnswer', {
    with: { operation: 'setEnded' },
    name: 'reset after the report of an end was taken',
    profile: 'full',
    lasts: 8_000,
    tells: [],
    mayTell: ['offline'],
  }),
  switched('status', {
    with: { value: 500 },
    name: 'status 500',
    lasts: 'serviceError',
    tells: ['serviceError'],
  }),
  switched('status', {
    with: { value: 429, retryAfterS: RETRY_AFTER_S },
    name: 'status 429 with Retry-After',
    profile: 'full',
    lasts: 'serviceError',
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
  }),
];

for (const row of ROWS) checkFault(t, row, { skip });
