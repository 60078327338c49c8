import type { Test } from 'tap';
import t from 'tap';
import { skip } from '../rigs/agent/rig.js';
import { type MoodyMpv, type MpvMood, writeMoodyMpv } from '../fakes/mpv/moody.js';
import { checkFault, type FaultRow } from '../rigs/agent/fault-row.js';
import type { Testbed } from '../chaos/stage/testbed.js';
import { sendSignal } from '../fakes/machine/send-signal.js';

t.jobs = 4;

function signal({ unit }: Testbed, name: 'SIGKILL' | 'SIGSTOP'): void {
  for (const pid of unit.agent?.players() ?? []) sendSignal(pid, name);
}

/** The real mpv behind a socket that misbehaves. */
function moody(mood: MpvMood, row: Omit<FaultRow, 'environment' | 'begin' | 'felt'>): FaultRow {
  const standIn: { mpv?: MoodyMpv } = {};
  return {
    ...row,
    felt: () => standIn.mpv?.wasIn(mood) === true,
    environment: (t: Test) => {
      standIn.mpv = writeMoodyMpv(t);
      // It notes what it did beside itself, where no player writes from its room.
      return { TONEARM_MPV_PATH: standIn.mpv.path, TONEARM_MPV_ROOM: 'off' };
    },
    begin(testbed) {
      standIn.mpv?.set(mood);
      if (mood === 'refuse')
        for (const pid of testbed.unit.agent?.family().slice(1, 2) ?? []) sendSignal(pid, 'SIGKILL');
      return () => standIn.mpv?.set('good');
    },
  };
}

/** Another player is there, and no second one. */
const isReplaced: FaultRow['after'] = (t, { unit }) => void t.equal(unit.agent?.players().length, 1);

const ROWS: readonly FaultRow[] = [
  {
    name: 'mpv is killed',
    begin(testbed) {
      signal(testbed, 'SIGKILL');
      return null;
    },
    lasts: 0,
    tells: ['playerUnavailable'],
    after: isReplaced,
  },
  {
    name: 'mpv is stopped for good',
    profile: 'full',
    begin(testbed) {
      signal(testbed, 'SIGSTOP');
      return null;
    },
    lasts: 'playerUnavailable',
    tells: ['playerUnavailable'],
    unnoticedMs: 5_000,
    after: isReplaced,
  },
  moody('refuse', {
    name: 'mpv refuses to start',
    lasts: 'playerUnavailable',
    tells: ['playerUnavailable'],
    async after(t, { url }) {
      t.match(
        await (await fetch(`${url}/healthz`)).json(),
        { status: 'ok', player: 'ok' },
        'it is well again',
      );
    },
  }),
  moody('torn', { name: 'mpv answers in torn pieces', profile: 'full', lasts: 3_000, tells: [] }),
  moody('flood', { name: 'mpv floods its socket', lasts: 3_000, tells: [] }),
];

for (const row of ROWS) checkFault(t, row, { skip });
