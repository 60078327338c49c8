import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createSandbox } from '../../../src/sandbox/sandbox.js';
import type { Measurement, Outcome } from '../frame/measurement.js';
import { toFigure } from '../frame/table.js';
import { type BenchAgent, startAgent, stationOf } from '../rig/agent.js';
import { lineOf, startChild } from '../rig/child.js';
import { memoryOf } from '../rig/processes.js';
import { startEcho } from '../rig/sockets.js';
import { until } from '../rig/waiting.js';

const HEAP = new URL('../probes/heap.js', import.meta.url).href;
const PACKAGES = fileURLToPath(new URL('../floors/packages.js', import.meta.url));
const MIB = 2 ** 20;

interface Memory {
  readonly residentMiB: number;
  readonly ownMiB: number;
}

interface Heap {
  readonly heapUsed: number;
  readonly external: number;
  readonly rss: number;
}

/** Memory of a process that has done nothing for a while. */
async function idleMemory(pid: number, seconds: number): Promise<Memory> {
  await sleep(seconds * 1_000);
  return memoryOf(pid);
}

async function heapOf(agent: BenchAgent, file: string): Promise<Heap> {
  rmSync(file, { force: true });
  agent.child.process.kill('SIGUSR2');
  const text = await until('the heap', () => {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      return null;
    }
  });
  return JSON.parse(text) as Heap;
}

export const memory: Measurement = {
  name: 'memory',
  title: 'Memory of the agent',
  about:
    'Resident and own (unshared) memory in MiB of the paired, idle agent, beside a process that has loaded and once used the same packages, and beside a bare `ws` server, all after the same time. Then the same agent with collected garbage after 100 and after more tracks of a fifth of a second.',
  async run(context) {
    const sandbox = createSandbox({ trackSeconds: 0.2 });
    await sandbox.start();
    context.later(() => sandbox.stop());
    const folder = join(context.folder, 'agent');
    const settings = { folder, serviceUrl: sandbox.url, sandbox };
    const plain = await startAgent(settings);
    context.later(() => plain.stop());
    const packages = startChild(process.execPath, [PACKAGES], { piped: true });
    context.later(() => packages.stop());
    await lineOf(packages, /used/);
    const echo = await startEcho();
    context.later(() => echo.child.stop());
    const seconds = context.flag('seconds', 30);
    const [own, floor, bare] = await Promise.all(
      [plain.child.pid, packages.pid, echo.child.pid].map(pid => idleMemory(pid, seconds)),
    );
    if (own === undefined || floor === undefined || bare === undefined)
      throw new Error('nothing was measured');
    await plain.stop();

    const file = join(context.folder, 'heap.json');
    const agent = await startAgent({
      ...settings,
      nodeWords: ['--expose-gc', '--import', HEAP],
      environment: { BENCH_HEAP_FILE: file },
    });
    context.later(() => agent.stop());
    const tracks = context.flag('tracks', 1_000);
    await agent.client.call('player.play', { sourceId: stationOf(sandbox) });
    const marks: { readonly track: number; readonly heap: Heap }[] = [];
    for (const track of [100, tracks]) {
      await agent.whenState(`track ${track}`, ({ item }) => (item?.index ?? 0) >= track, 3_600_000);
      marks.push({ track, heap: await heapOf(agent, file) });
      context.say(`track ${track}`);
    }
    return toOutcome({ own, floor, bare, marks });
  },
};

function toOutcome(measured: {
  readonly own: Memory;
  readonly floor: Memory;
  readonly bare: Memory;
  readonly marks: readonly { readonly track: number; readonly heap: Heap }[];
}): Outcome {
  const { own, floor, bare, marks } = measured;
  const [first, last] = [marks[0]?.heap, marks.at(-1)?.heap];
  if (first === undefined || last === undefined) throw new Error('no track was reached');
  const ratio = own.residentMiB / floor.residentMiB;
  const heapMiB = (last.heapUsed + last.external - first.heapUsed - first.external) / MIB;
  const residentMiB = (last.rss - first.rss) / MIB;
  return {
    verdicts: [
      {
        what: 'idle, resident',
        target: '≤ 1.25 × the packages alone',
        figure: `${toFigure(ratio)} × (${toFigure(own.residentMiB)} MiB)`,
        reached: ratio <= 1.25,
      },
      {
        what: `heap and external, track 100 to ${marks.at(-1)?.track ?? 0}`,
        target: '≤ 2 MB',
        figure: `${toFigure(heapMiB)} MiB`,
        reached: heapMiB <= 2,
      },
      {
        what: 'resident, likewise',
        target: '≤ 15 MB',
        figure: `${toFigure(residentMiB)} MiB`,
        reached: residentMiB <= 15,
      },
    ],
    tables: [
      {
        title: 'Idle, MiB',
        table: {
          head: ['who', 'resident', 'own'],
          rows: [
            ['Tonearm', own.residentMiB, own.ownMiB],
            ['the same packages, loaded and once used', floor.residentMiB, floor.ownMiB],
            ['bare ws server', bare.residentMiB, bare.ownMiB],
          ],
        },
      },
      {
        title: 'While it plays, garbage collected, MiB',
        table: {
          head: ['after track', 'heap', 'external', 'resident'],
          rows: marks.map(({ track, heap }) => [
            String(track),
            heap.heapUsed / MIB,
            heap.external / MIB,
            heap.rss / MIB,
          ]),
        },
      },
    ],
    notes: [],
  };
}
