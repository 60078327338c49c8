import { join } from 'node:path';
import type { Measurement } from '../frame/measurement.js';
import { type Day, simulateDays } from '../simulation/simulate.js';

const DAYS = 14;
const MOST_MIB = 3;
const LEAST_TRACKS = 5_000;
const toMib = (bytes: number): number => bytes / 2 ** 20;
const signed = (mib: number): string => `${mib < 0 ? '−' : '+'}${Math.abs(mib).toFixed(1)} MiB`;

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Whether it goes on growing, of the midnights from the third on. */
function describeRest(residentMib: readonly number[]): string {
  const half = residentMib.length / 2;
  const [early, late] = [mean(residentMib.slice(0, half)), mean(residentMib.slice(half))];
  return `Resident memory is had by the third midnight, with pages that V8 has freed and keeps for what comes: ${early.toFixed(1)} MiB in the mean of the first half of those that follow, ${late.toFixed(1)} of the second.`;
}

export const weeks: Measurement = {
  name: 'weeks',
  title: 'Two weeks',
  about:
    'Runs the agent’s engine, service client and store against the sandbox (profile `full`) with a simulated player for 14 days of virtual time: each day an alarm at seven that is dismissed at eight, tracks of two and a half minutes until midnight, an hour without the service at noon, and 22 watchers, as phones are to the engine, that come and go. What is left at midnight is compared with the first midnight. The figures are those of one process, the sandbox among them.',
  async run(context) {
    const days = await simulateDays(join(context.folder, 'weeks'), DAYS);
    const [first, last] = [days[0], days.at(-1)];
    if (first === undefined || last === undefined) throw new Error('no day has passed');
    const grown = (of: (day: Day) => number): number => of(last) - of(first);
    const residentMib = toMib(grown(day => day.residentBytes));
    const heapMib = toMib(grown(day => day.heapBytes));
    const timers = grown(day => day.timers);
    return {
      verdicts: [
        {
          what: 'tracks in all',
          target: `≥ ${LEAST_TRACKS}`,
          figure: String(last.tracks),
          share: LEAST_TRACKS / last.tracks,
        },
        {
          what: 'resident memory since the first midnight',
          target: `≤ ${MOST_MIB} MiB`,
          figure: signed(residentMib),
          share: Math.max(0, residentMib) / MOST_MIB,
        },
        {
          what: 'JavaScript heap since the first midnight',
          target: `≤ ${MOST_MIB} MiB`,
          figure: signed(heapMib),
          share: Math.max(0, heapMib) / MOST_MIB,
        },
        {
          what: 'timers since the first midnight',
          target: 'none more',
          figure: String(timers),
          share: timers <= 0 ? 0 : Infinity,
        },
      ],
      tables: [
        {
          title: 'At each midnight',
          table: {
            head: ['day', 'tracks', 'resident, MiB', 'heap, MiB', 'timers'],
            rows: days.map(({ tracks, residentBytes, heapBytes, timers: left }, day) => [
              String(day + 1),
              String(tracks),
              toMib(residentBytes),
              toMib(heapBytes),
              String(left),
            ]),
          },
        },
      ],
      notes: [
        'Bytes written in a day are measured by `writes`.',
        describeRest(days.slice(2).map(({ residentBytes }) => toMib(residentBytes))),
        'At midnight the sandbox forgets the audio addresses that it has lent, of which it keeps up to ten thousand that have lapsed: 4 MiB that are not the agent’s.',
      ],
    };
  },
};
