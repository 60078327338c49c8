import { readFileSync } from 'node:fs';
import t from 'tap';
import type { Testbed } from '../chaos/stage/testbed.js';
import { skip } from '../rigs/agent/rig.js';
import { checkFault, type FaultRow, switched } from '../rigs/agent/fault-row.js';

t.jobs = 4;

/** What a process has needed at most, in MiB. */
function peakOf(pid: number): number {
  const [, kib = ''] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1_024;
}

/** How often a source was set, in a form that the service knows. */
function settings({ requests }: Testbed['sandbox']): number {
  return requests.of('setSource').filter(({ status }) => status !== 400).length;
}

const MANY_MIB = 12;

const ROWS: readonly FaultRow[] = [
  switched('captivePortal', {
    name: 'a page of a captive portal',
    profile: 'full',
    lasts: 'offline',
    tells: ['offline'],
  }),
  switched('truncatedJson', {
    name: 'JSON that stops half way',
    // Half a refusal of an operation that is not there would be one more fault.
    environment: () => ({ TONEARM_SERVICE_PROFILE: 'core' }),
    lasts: 'offline',
    tells: ['offline'],
  }),
  switched('oversizedJson', {
    with: { value: MANY_MIB * 2 ** 20 },
    name: 'JSON of many megabytes',
    lasts: 'serviceError',
    tells: ['serviceError'],
    after(t, { unit }) {
      const peak = peakOf(unit.agent?.pid ?? 0);
      t.ok(peak > 0 && peak < 200, `${Math.round(peak)} MiB at most`);
    },
  }),
  switched('wrongTypes', {
    name: 'wrong types in every field',
    lasts: 'serviceError',
    tells: ['serviceError'],
  }),
  switched('partialData', {
    name: 'good data beside errors',
    profile: 'full',
    lasts: 6_000,
    tells: [],
  }),
  switched('graphqlError', {
    name: 'errors and no data',
    lasts: 'serviceError',
    tells: ['serviceError'],
  }),
  switched('unauthenticated', {
    with: { value: 401 },
    name: 'every access token is rejected',
    lasts: 'serviceError',
    tells: ['serviceError'],
  }),
  {
    name: 'the access token has expired',
    profile: 'full',
    begin({ sandbox }) {
      sandbox.expireAccessTokens();
      return null;
    },
    lasts: 0,
    tells: [],
    playsOn: true,
    felt: ({ sandbox }) => sandbox.requests.count('refresh') > 0,
    after: (t, { sandbox }) => void t.equal(sandbox.requests.count('refresh'), 1),
  },
  {
    name: 'a refresh is refused once, by mistake',
    begin({ sandbox }) {
      sandbox.expireAccessTokens();
      return sandbox.faults.add('refreshRefused', { times: 1 });
    },
    lasts: 6_000,
    tells: [],
    mayTell: ['serviceError'],
    playsOn: true,
    felt: ({ sandbox }) => sandbox.requests.count('refresh') > 1,
    lingersMs: 6_000,
    after(t, { sandbox, phone }) {
      t.equal(sandbox.requests.count('refresh'), 2, 'asked once more');
      t.equal(phone.state?.pairing, 'paired');
    },
  },
  {
    name: 'the source is forgotten',
    kind: 'source forgotten',
    begin({ device }) {
      device.forgetSource();
      return null;
    },
    lasts: 0,
    tells: [],
    mayTell: ['serviceError'],
    felt: ({ sandbox }) => settings(sandbox) > 1,
    lingersMs: 3_000,
    after: (t, { sandbox }) => void t.equal(settings(sandbox), 2, 'set again, once'),
  },
  {
    name: 'the source is forgotten, and the next item peeked',
    kind: 'source forgotten',
    profile: 'full',
    begin: async ({ device, sandbox }) => {
      await sandbox.requests.until('peek', 1);
      device.forgetSource();
      return null;
    },
    lasts: 0,
    tells: [],
    mayTell: ['serviceError'],
    felt: ({ sandbox }) => settings(sandbox) > 1,
    lingersMs: 3_000,
    after: (t, { sandbox }) => void t.equal(settings(sandbox), 2, 'set again, once'),
  },
  {
    name: 'addresses lapse in mid-item',
    begin({ sandbox, front }) {
      sandbox.expireAudioUrls();
      front.cutAudio();
      return null;
    },
    lasts: 0,
    tells: [],
    felt: ({ front }) => front.struck > 0,
  },
];

for (const row of ROWS) checkFault(t, row, { skip });
