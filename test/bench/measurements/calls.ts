import { join } from 'node:path';
import type { Measurement } from '../frame/measurement.js';
import { toFigure } from '../frame/table.js';
import { type Hours, simulate } from '../simulation/simulate.js';

const FAULTS = [
  'status=500',
  'status=429',
  'status=500%0.5',
  'dropRequest',
  'dropRequest=0.5',
  'lostAnswer',
  'lostAnswer=0.3',
  'blackHole',
  'captivePortal',
  'truncatedJson',
  'wrongTypes',
  'partialData',
  'graphqlError',
  'unauthenticated=401',
  'refreshRefused,unauthenticated=401',
  'audioStatus=403',
  'audioStatus=403%0.5',
  'audioStatus=404',
  'dropRequest@audio',
  'audioRubbish',
  'latency=5000',
];
const AN_HOUR = 500;

interface Row {
  readonly profile: 'core' | 'full';
  readonly faults: string;
  readonly hours: Hours;
}

export const calls: Measurement = {
  name: 'calls',
  title: 'Calls to the service',
  about:
    'The agent’s engine, service client and store with the sandbox in virtual time, an hour of four-minute tracks with a player that lets the time pass; every HTTP request to the service is counted (audio and art are other hosts). The progress interval is the agent’s own 60 seconds. A fault lasts the whole hour, which begins in mid-play.',
  async run(context) {
    const rows: Row[] = [];
    const scenes: readonly Omit<Row, 'hours'>[] = [
      { profile: 'core', faults: '' },
      { profile: 'full', faults: '' },
      ...FAULTS.map(faults => ({ profile: 'core' as const, faults })),
    ];
    for (const [at, { profile, faults }] of scenes.entries()) {
      context.say(`${profile} ${faults}`);
      const folder = join(context.folder, String(at));
      rows.push({ profile, faults, hours: await simulate({ folder, hours: 1, profile, faults }) });
    }
    const good = rows.filter(({ faults }) => faults === '');
    const worst = Math.max(...rows.map(({ hours }) => hours.calls));
    return {
      verdicts: [
        ...good.map(({ profile, hours }) => {
          const rest = (hours.calls - progressOf(hours)) / hours.tracks;
          return {
            what: `a track, ${profile}`,
            target: '≤ 3 + progress',
            figure: `${toFigure(rest)} + progress (${hours.calls} calls for ${hours.tracks} tracks)`,
            reached: rest <= 3,
          };
        }),
        {
          what: 'an hour, whatever is wrong',
          target: `≤ ${AN_HOUR}`,
          figure: `worst ${worst}`,
          reached: worst <= AN_HOUR,
        },
      ],
      tables: [
        {
          title: 'Requests in an hour',
          table: {
            head: ['fault', 'profile', 'tracks', 'requests', 'of them'],
            rows: rows.map(({ profile, faults, hours }) => [
              faults === '' ? 'none' : `\`${faults}\``,
              profile,
              String(hours.tracks),
              String(hours.calls),
              Object.entries(hours.byOperation)
                .map(([name, count]) => `${name} ${count}`)
                .join(', '),
            ]),
          },
        },
      ],
      notes: ['Faults are written as the sandbox takes them (`tonearm sandbox --faults`).'],
    };
  },
};

/** Reports of a position; in core the report of the end is one more of the same operation. */
function progressOf({ byOperation, tracks }: Hours): number {
  const reports = byOperation['setProgress'] ?? 0;
  return 'setEnded' in byOperation ? reports : Math.max(0, reports - tracks);
}
