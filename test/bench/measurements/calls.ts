import { join } from 'node:path';
import { FAULTS as CATALOGUE } from '../../../src/sandbox/faults/catalogue.js';
import { type Measurement, unjudged, type Verdict } from '../frame/measurement.js';
import { toFigure } from '../frame/table.js';
import { type Hours, type Scene, simulate } from '../simulation/simulate.js';

/** Each as it usually is, and some others and at other strengths. */
const FAULTS = [
  ...Object.keys(CATALOGUE).filter(name => name !== 'latency'),
  'status=429',
  'status=500%0.5',
  'dropRequest=0.5',
  'lostAnswer=0.3',
  'refreshRefused,unauthenticated=401',
  'audioStatus=403%0.5',
  'audioStatus=404',
  'dropRequest@audio',
  'latency=5000',
];
const AN_HOUR = 300;
const A_TRACK = 3;

/** What only a `full` service has, as the sandbox names it. */
const FULL = ['setStarted', 'pause', 'setEnded', 'skip', 'previous', 'replay', 'peek'];
const WAYS: readonly Pick<Scene, 'profile' | 'service'>[] = [
  { profile: 'core', service: 'core' },
  { profile: 'full', service: 'full' },
  { profile: 'auto', service: 'core' },
  { profile: 'auto', service: 'full' },
];

interface Row extends Pick<Scene, 'profile' | 'service'> {
  readonly faults: string;
  readonly hours: Hours;
}

export const calls: Measurement = {
  name: 'calls',
  title: 'Calls to the service',
  about:
    'Runs the agent’s engine, service client and store against the sandbox in virtual time, for an hour of four-minute tracks, with a simulated player. It counts every HTTP request to the service; audio and art come from other hosts. The progress interval is the agent’s own 60 seconds. Each fault lasts the whole hour, which begins in the middle of a track, and is tried with `TONEARM_SERVICE_PROFILE` `core` and `full` against a service of the same profile, and with `auto` against each of them.',
  async run(context) {
    const rows: Row[] = [];
    const scenes: readonly Omit<Row, 'hours'>[] = [
      ...WAYS.map(way => ({ ...way, faults: '' })),
      ...FAULTS.flatMap(faults =>
        WAYS.filter(({ profile }) => profile !== 'auto').map(way => ({ ...way, faults })),
      ),
    ];
    for (const [at, scene] of scenes.entries()) {
      context.say(`${toName(scene)} ${scene.faults}`);
      const folder = join(context.folder, String(at));
      rows.push({ ...scene, hours: await simulate({ ...scene, folder, hours: 1 }) });
    }
    const good = rows.filter(({ faults }) => faults === '');
    const [worst] = [...rows].sort((a, b) => b.hours.calls - a.hours.calls);
    if (worst === undefined) throw new Error('nothing was counted');
    return {
      verdicts: [
        ...good.map((row): Verdict => {
          const { hours } = row;
          const what = `a track, ${toName(row)}`;
          const target = `≤ ${A_TRACK} + progress`;
          const usesFull = FULL.some(name => name in hours.byOperation);
          if (row.service === 'full' && !usesFull) {
            return unjudged(what, target, 'the agent sent no request that only a full service has');
          }
          const rest = (hours.calls - progressOf(hours)) / hours.tracks;
          return {
            what,
            target,
            figure: `${toFigure(rest)} + progress (${hours.calls} calls for ${hours.tracks} tracks)`,
            share: rest / A_TRACK,
          };
        }),
        {
          what: 'an hour, under any fault',
          target: `≤ ${AN_HOUR}`,
          figure: `worst ${worst.hours.calls} (${worst.faults}, ${toName(worst)})`,
          share: worst.hours.calls / AN_HOUR,
        },
      ],
      tables: [
        {
          title: 'Requests in an hour',
          table: {
            head: ['fault', 'profile', 'tracks', 'requests', 'of them'],
            rows: rows.map(row => [
              row.faults === '' ? 'none' : `\`${row.faults}\``,
              toName(row),
              String(row.hours.tracks),
              String(row.hours.calls),
              Object.entries(row.hours.byOperation)
                .map(([name, count]) => `${name} ${count}`)
                .join(', '),
            ]),
          },
        },
      ],
      notes: ['Faults are named as in `tonearm sandbox --faults`.'],
    };
  },
};

function toName({ profile, service }: Pick<Scene, 'profile' | 'service'>): string {
  return profile === 'auto' ? `auto, ${service} service` : profile;
}

/** Reports of a position; in core the report of the end is one more of the same operation. */
function progressOf({ byOperation, tracks }: Hours): number {
  const reports = byOperation['setProgress'] ?? 0;
  return 'setEnded' in byOperation ? reports : Math.max(0, reports - tracks);
}
