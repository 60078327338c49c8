import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../../src/cli/demo/network.js';
import { type Cgroup, createCgroup, whyNoCgroup } from '../../rigs/cgroup.js';
import { hasProgram } from '../frame/machine.js';
import { type Context, type Measurement, unjudged, type Verdict } from '../frame/measurement.js';
import { median } from '../frame/statistics.js';
import { SUMMARY_HEAD, summaryCells, toFigure } from '../frame/table.js';
import { runEmptyNode } from '../floors/empty-node.js';
import { agentEnvironment, agentWords, type AgentSettings, startAgent, stationOf } from '../rig/agent.js';
import { lineOf, startChild } from '../rig/child.js';
import { startBenchService } from '../rig/service.js';

const SECONDS = 240;
const MEMORY_MIB = 350;
/** Seconds from exec to music, by percent of this core. */
const MOST_S = { 12: 4, 8: 9 } as const;
type Percent = keyof typeof MOST_S;
const PERCENTS = [12, 8] as const;

interface Row {
  readonly percent: Percent;
  readonly tookS: readonly number[];
  readonly emptyS: readonly number[];
  readonly complaints: number;
  readonly peakMiB: number;
  readonly kills: number;
}

/** A start in the cgroup, until it says that it sounds; and how many warnings it wrote from there to two seconds later. */
async function startSmall(
  settings: AgentSettings,
  group: Cgroup,
): Promise<[tookS: number, warnings: number]> {
  const port = await findFreePort(0);
  const [command = '', ...words] = [...group.words, process.execPath, ...agentWords(settings)];
  const child = startChild(command, words, { env: agentEnvironment(settings, port), piped: true });
  let written = '';
  child.process.stdout?.on('data', (chunk: string) => (written += chunk));
  await lineOf(child, /sounding/);
  const tookS = (performance.now() - child.startedMs) / 1_000;
  await sleep(2_000);
  child.process.stdout?.resume();
  await child.stop();
  return [tookS, written.match(/"level":"(?:warn|error|fatal)"/g)?.length ?? 0];
}

async function measure(context: Context, settings: AgentSettings, percent: Percent): Promise<Row> {
  const group = createCgroup({ memoryMiB: MEMORY_MIB, cpuPercent: percent });
  context.later(() => group.remove());
  const starts: (readonly [number, number])[] = [];
  const emptyS: number[] = [];
  for (let turn = 0; turn < context.flag('repeats', 8); turn += 1) {
    context.say(`${percent} % of a core, start ${turn + 1}`);
    starts.push(await startSmall(settings, group));
    emptyS.push((await runEmptyNode(group.words)) / 1_000);
  }
  return {
    percent,
    tookS: starts.map(([tookS]) => tookS),
    emptyS,
    complaints: starts.reduce((sum, [, warnings]) => sum + warnings, 0),
    peakMiB: group.peakMiB() ?? Number.NaN,
    kills: group.oomKills(),
  };
}

export const small: Measurement = {
  name: 'small',
  title: 'On a small machine',
  about: `Agent and mpv run in a cgroup of ${MEMORY_MIB} MiB with 12 or 8 % of this core; 12 % makes it about as slow as a Raspberry Pi Zero 2 W. The time from exec, after a restart in mid-play, until the agent logs that music plays (seconds), and the number of warnings and errors logged until two seconds later. A time-out would be one of them. The floor is \`node -e 0\` in the same cgroup.`,
  async run(context) {
    const why = whyNoCgroup();
    if (why !== false) {
      const verdicts = PERCENTS.map(percent => unjudged(toWhat(percent), toTarget(percent), why));
      return { verdicts, tables: [], notes: [] };
    }
    const service = await startBenchService({ trackSeconds: SECONDS });
    context.later(() => service.stop());
    service.sound = () => ({ format: hasProgram('ffmpeg') ? 'mp3' : 'wav', rate: 44_100, seconds: SECONDS });
    service.prepare(2);
    const folder = join(context.folder, 'agent');
    const settings = { folder, serviceUrl: service.url, sandbox: service.sandbox };
    const agent = await startAgent(settings);
    context.later(() => agent.stop());
    await agent.client.call('player.play', { sourceId: stationOf(service.sandbox) });
    await sleep(3_000);
    await agent.stop();
    const rows: Row[] = [];
    for (const percent of PERCENTS) rows.push(await measure(context, settings, percent));
    return {
      verdicts: rows.flatMap(toVerdicts),
      tables: [
        {
          title: 'Seconds to music',
          table: {
            head: [
              'percent of a core',
              ...SUMMARY_HEAD,
              'warnings',
              'maximum MiB, with file cache',
              'killed',
            ],
            rows: rows.flatMap(({ percent, tookS, emptyS, complaints, peakMiB, kills }) => [
              [String(percent), ...summaryCells(tookS), complaints, peakMiB, kills],
              [`\`node -e 0\` at ${percent}`, ...summaryCells(emptyS), '–', '–', '–'],
            ]),
          },
        },
      ],
      notes: [
        'In turn with the build of 27 November 2026 (`9a5a34b3`), by hand, on 29 November: 4.56 s beside 4.94 at 12 % (0.92; 0.8 was asked), 7.18 beside 8.12 at 8 % (0.88). Of some 340 ms of processor until music, mpv takes 110 and Node with its own modules 100.',
      ],
    };
  },
};

const toWhat = (percent: Percent): string => `exec to music at ${percent} %, median`;
const toTarget = (percent: Percent): string => `≤ ${MOST_S[percent]} s`;

function toVerdicts({ percent, tookS, emptyS, complaints, kills }: Row): Verdict[] {
  return [
    {
      what: toWhat(percent),
      target: toTarget(percent),
      figure: `${toFigure(median(tookS))} s (worst ${toFigure(Math.max(...tookS))})`,
      floor: `${toFigure(median(emptyS))} s`,
      share: median(tookS) / MOST_S[percent],
    },
    {
      what: `warnings and out-of-memory kills at ${percent} %`,
      target: 'none',
      figure: `${complaints}, ${kills}`,
      share: complaints + kills === 0 ? 0 : Infinity,
    },
  ];
}
