import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../../../src/cli/demo/network.js';
import { createSandbox } from '../../../src/sandbox/sandbox.js';
import { runEmptyNode } from '../floors/empty-node.js';
import { hasProgram } from '../frame/machine.js';
import { type Measurement, unjudged } from '../frame/measurement.js';
import { median } from '../frame/statistics.js';
import { SUMMARY_HEAD, summaryCells, toFigure } from '../frame/table.js';
import { startMopidy } from '../peers/speakers.js';
import { agentEnvironment, type AgentSettings, startAgent } from '../rig/agent.js';
import { type BenchChild, lineOf, startChild } from '../rig/child.js';

/** What systemd is told: the control API answers and mpv lives. */
const READY = 'Tonearm, ready';

const program = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Milliseconds from before the start until an address answers 200, and then until what `more` waits for. */
async function untilAnswered(
  url: string,
  start: () => BenchChild | Promise<BenchChild>,
  more?: (child: BenchChild) => Promise<unknown>,
): Promise<{ readonly answered: number; readonly over: number }> {
  const from = performance.now();
  const child = await start();
  const rest = more?.(child);
  while (!(await answers(url))) await sleep(2);
  const answered = performance.now() - from;
  await rest;
  const over = performance.now() - from;
  await child.stop();
  return { answered, over };
}

function answers(url: string): Promise<boolean> {
  return new Promise(resolve => {
    const request = get(url, { agent: false, timeout: 2_000 }, response => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on('error', () => resolve(false));
  });
}

export const start: Measurement = {
  name: 'start',
  title: 'Start',
  about:
    'From starting the paired agent to the first 200 of `/healthz`, asked for every 2 ms (milliseconds), in turn with `node -e 0` from start to end, a bare HTTP server of Node, and Mopidy to its first page. Ready: the control API is loaded and mpv answers, as systemd is told.',
  async run(context) {
    const sandbox = createSandbox();
    await sandbox.start();
    context.later(() => sandbox.stop());
    const settings: AgentSettings = {
      folder: join(context.folder, 'agent'),
      serviceUrl: sandbox.url,
      sandbox,
    };
    await (await startAgent(settings)).stop();
    const taken: Record<string, number[]> = {
      Tonearm: [],
      [READY]: [],
      'node -e 0': [],
      'bare HTTP server': [],
      ...(hasProgram('mopidy') ? { Mopidy: [] } : {}),
    };
    for (let turn = 0; turn < context.flag('repeats', 12); turn += 1) {
      taken['node -e 0']?.push(await runEmptyNode());
      const [bare, port, other] = [await findFreePort(0), await findFreePort(0), await findFreePort(0)];
      const server = program('../floors/http.js');
      const take = async (name: string, ...what: Parameters<typeof untilAnswered>) => {
        const { answered, over } = await untilAnswered(...what);
        taken[name]?.push(answered);
        return over;
      };
      await take('bare HTTP server', `http://127.0.0.1:${bare}/`, () =>
        startChild(process.execPath, [server, String(bare)]),
      );
      const env = agentEnvironment(settings, port);
      const ready = await take(
        'Tonearm',
        `http://127.0.0.1:${port}/healthz`,
        () => startChild(process.execPath, [program('../../../src/main.js'), 'run'], { env, piped: true }),
        child => lineOf(child, /Tonearm is ready/),
      );
      taken[READY]?.push(ready);
      if (turn < 4) {
        const page = `http://127.0.0.1:${other}/mopidy/`;
        await take('Mopidy', page, async () => (await startMopidy(context.folder, other)).child);
      }
    }
    const own = median(taken['Tonearm'] ?? []);
    const floor = median(taken['node -e 0'] ?? []);
    const mopidy = taken['Mopidy'];
    return {
      verdicts: [
        {
          what: 'exec to /healthz, median',
          target: '≤ 4 × node -e 0',
          figure: `${toFigure(own / floor)} ×`,
          reached: own <= 4 * floor,
        },
        mopidy === undefined
          ? unjudged('beside Mopidy', 'ahead', 'Mopidy is not installed')
          : {
              what: 'beside Mopidy',
              target: 'ahead',
              figure: `${toFigure(own / median(mopidy))} ×`,
              reached: own < median(mopidy),
            },
      ],
      tables: [
        {
          title: 'Milliseconds',
          table: {
            head: ['who', ...SUMMARY_HEAD, '× node -e 0'],
            rows: Object.entries(taken).map(([name, values]) => [
              name,
              ...summaryCells(values),
              median(values) / floor,
            ]),
          },
        },
      ],
      notes: [],
    };
  },
};
