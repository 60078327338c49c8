import { type Fault, STRUCK } from './fault.js';
import { FETCHING } from '../../../src/contract/public-state.js';
import type { Testbed } from '../stage/testbed.js';
import { sendSignal } from '../../fakes/machine/send-signal.js';

function signalPlayers({ unit }: Testbed, signal: 'SIGKILL' | 'SIGSTOP'): void {
  for (const pid of unit.agent?.players() ?? []) sendSignal(pid, signal);
}

const ONCE = [0, 0] as const;

/** What becomes of processes. */
export const PROCESS_FAULTS: readonly Fault[] = [
  {
    name: 'mpv killed',
    weight: 6,
    lastsMs: ONCE,
    explains: ['playerUnavailable', ...FETCHING],
    begin(testbed) {
      signalPlayers(testbed, 'SIGKILL');
      return STRUCK;
    },
  },
  {
    name: 'mpv stopped for good',
    weight: 3,
    lastsMs: ONCE,
    explains: ['playerUnavailable', ...FETCHING],
    unnoticedMs: 5_000,
    begin(testbed) {
      signalPlayers(testbed, 'SIGSTOP');
      return { ...STRUCK, lingersMs: 5_000 };
    },
  },
  {
    name: 'agent killed',
    weight: 5,
    lastsMs: ONCE,
    explains: ['playerUnavailable', ...FETCHING],
    async begin({ unit }) {
      await unit.kill();
      return { ...STRUCK, lingersMs: 3_000 };
    },
  },
  {
    name: 'agent asked to end',
    weight: 3,
    lastsMs: ONCE,
    explains: ['playerUnavailable', ...FETCHING],
    async begin({ unit }) {
      await unit.terminate();
      return { ...STRUCK, lingersMs: 3_000 };
    },
  },
];
