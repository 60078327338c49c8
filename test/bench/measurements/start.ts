import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../../../src/cli/demo/network.js';
import { createSandbox } from '../../../src/sandbox/sandbox.js';
import { runEmptyNode } from '../floors/empty-node.js';
import { hasProgram } from '../frame/machine.js';
import type { Measurement } from '../frame/measurement.js';
import { median } from '../frame/statistics.js';
import { SUMMARY_HEAD, summaryCells, toFigure } from '../frame/table.js';
import { startMopidy } from '../peers/speakers.js';
import { agentEnvironment, type AgentSettings, startAgent } from '../rig/agent.js';
import { type BenchChild, startChild } from '../rig/child.js';

const program = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Milliseconds from before the start until an address answers 200. */
async function untilAnswered(url: string, start: () => BenchChild | Promise<BenchChild>): Promise<number> {
  const from = performance.now();
  const child = await start();
  while (!(await answers(url))) await sleep(2);
  const ms = performance.now() - from;
  await child.stop();
  return ms;
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
    'From starting the paired agent to the first 200 of `/healthz`, asked for every 2 ms (milliseconds), in turn with `node -e 0` from start to end, a bare HTTP server of Node, and Mopidy to its first page.',
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
      'node -e 0': [],
      'bare HTTP server': [],
      ...(hasProgram('mopidy') ? { Mopidy: [] } : {}),
    };
    for (let turn = 0; turn < context.flag('repeats', 12); turn += 1) {
      taken['node -e 0']?.push(await runEmptyNode());
      const [bare, port, other] = [await findFreePort(0), await findFreePort(0), await findFreePort(0)];
      const server = program('../../fakes/bench-http.js');
      taken['bare HTTP server']?.push(
        await untilAnswered(`http://127.0.0.1:${bare}/`, () =>
          startChild(process.execPath, [server, String(bare)]),
        ),
      );
      const env = agentEnvironment(settings, port);
      taken['Tonearm']?.push(
        await untilAnswered(`http://127.0.0.1:${port}/healthz`, () =>
          startChild(process.execPath, [program('../../../src/main.js'), 'run'], { env }),
        ),
      );
      if (turn < 4) {
        const page = `http://127.0.0.1:${other}/mopidy/`;
        taken['Mopidy']?.push(
          await untilAnswered(page, async () => (await startMopidy(context.folder, other)).child),
        );
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
        ...(mopidy === undefined
          ? []
          : [
              {
                what: 'beside Mopidy',
                target: 'ahead',
                figure: `${toFigure(own / median(mopidy))} ×`,
                reached: own < median(mopidy),
              },
            ]),
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
