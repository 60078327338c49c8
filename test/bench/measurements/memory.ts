import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.js';
import type { Context, Measurement, Outcome, Verdict } from '../frame/measurement.js';
import { toFigure } from '../frame/table.js';
import { type BenchAgent, startAgent, stationOf } from '../rig/agent.js';
import { type Memory, memoryOf } from '../rig/processes.js';
import { startEcho } from '../rig/sockets.js';
import { until } from '../rig/waiting.js';

const HEAP = new URL('../probes/heap.js', import.meta.url).href;
const MIB = 2 ** 20;
const MEGABYTE = 1e6;
const MOST_MIB = { residentMiB: 62, ownMiB: 18 };
const MOST_GROWTH = { held: 2 * MEGABYTE, rss: 5 * MEGABYTE };

interface Heap {
  readonly heapUsed: number;
  readonly external: number;
  readonly rss: number;
}

interface Mark {
  readonly track: number;
  readonly heap: Heap;
}

async function startSandbox(context: Context, trackSeconds: number): Promise<Sandbox> {
  const sandbox = createSandbox({ trackSeconds });
  await sandbox.start();
  context.later(() => sandbox.stop());
  return sandbox;
}

/** The most that each process holds, looked at once a second, after as long a time in which V8 puts away what it can. */
async function watch(pids: readonly number[], seconds: number): Promise<readonly Memory[]> {
  await sleep(seconds * 1_000);
  let most = pids.map(memoryOf);
  for (let second = 0; second < seconds; second += 1) {
    await sleep(1_000);
    most = most.map((before, at) => {
      const now = memoryOf(pids[at] ?? 0);
      return {
        residentMiB: Math.max(before.residentMiB, now.residentMiB),
        ownMiB: Math.max(before.ownMiB, now.ownMiB),
        ofFilesMiB: Math.max(before.ofFilesMiB, now.ofFilesMiB),
      };
    });
  }
  return most;
}

async function measureHeld(context: Context): Promise<readonly (readonly [string, Memory])[]> {
  const sandbox = await startSandbox(context, 240);
  const folder = join(context.folder, 'playing');
  const agent = await startAgent({ folder, serviceUrl: sandbox.url, sandbox });
  context.later(() => agent.stop());
  const echo = await startEcho();
  context.later(() => echo.child.stop());
  const pids = [agent.child.pid, echo.child.pid];
  const seconds = context.flag('seconds', 30);
  const [idle, bare] = await watch(pids, seconds);
  await agent.client.call('player.play', { sourceId: stationOf(sandbox) });
  await agent.whenState('sound', ({ silenceReason }) => silenceReason === null);
  context.say('playing');
  const [playing, bareLater] = await watch(pids, seconds);
  await agent.stop();
  if (!idle || !bare || !playing || !bareLater) throw new Error('nothing was measured');
  return [
    ['Tonearm, playing', playing],
    ['Tonearm, idle', idle],
    ['bare ws server', bareLater],
  ];
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

async function measureGrowth(context: Context): Promise<readonly Mark[]> {
  const sandbox = await startSandbox(context, 0.2);
  const file = join(context.folder, 'heap.json');
  const agent = await startAgent({
    folder: join(context.folder, 'growing'),
    serviceUrl: sandbox.url,
    sandbox,
    nodeWords: ['--expose-gc', '--import', HEAP],
    environment: { BENCH_HEAP_FILE: file },
  });
  context.later(() => agent.stop());
  await agent.client.call('player.play', { sourceId: stationOf(sandbox) });
  const marks: Mark[] = [];
  for (const track of [100, context.flag('tracks', 1_000)]) {
    await agent.whenState(`track ${track}`, ({ item }) => (item?.index ?? 0) >= track, 3_600_000);
    marks.push({ track, heap: await heapOf(agent, file) });
    context.say(`track ${track}`);
  }
  return marks;
}

export const memory: Measurement = {
  name: 'memory',
  title: 'Memory of the agent',
  about:
    'Resident and private (unshared) memory of the installed, paired agent in MiB: the maximum of one reading a second (`--seconds`) while idle, and then while it plays four-minute tracks for one connected phone; beside a bare `ws` server over the same times. Then, for another agent, memory after garbage collection at track 100 and later, with tracks of a fifth of a second.',
  async run(context) {
    return toOutcome(await measureHeld(context), await measureGrowth(context));
  },
};

function toOutcome(held: readonly (readonly [string, Memory])[], marks: readonly Mark[]): Outcome {
  const playing = held[0]?.[1];
  const bare = held.at(-1)?.[1];
  const [first, last] = [marks[0]?.heap, marks.at(-1)?.heap];
  if (!playing || !bare || !first || !last) throw new Error('nothing was measured');
  const ofHeld = (what: string, kind: keyof typeof MOST_MIB): Verdict => ({
    what: `playing, ${what}`,
    target: `≤ ${MOST_MIB[kind]} MiB`,
    figure: `${toFigure(playing[kind])} MiB`,
    share: playing[kind] / MOST_MIB[kind],
    floor: `bare ws ${toFigure(bare[kind])} MiB`,
  });
  const ofGrowth = (what: string, grown: number, most: number): Verdict => ({
    what: `${what}, track 100 to ${marks.at(-1)?.track ?? 0}`,
    target: `≤ ${most / MEGABYTE} MB more`,
    figure: `${toFigure(grown / MEGABYTE)} MB`,
    share: grown / most,
  });
  const inHand = ({ heapUsed, external }: Heap): number => heapUsed + external;
  return {
    verdicts: [
      ofHeld('resident', 'residentMiB'),
      ofHeld('private', 'ownMiB'),
      ofGrowth('heap and external', inHand(last) - inHand(first), MOST_GROWTH.held),
      ofGrowth('resident', last.rss - first.rss, MOST_GROWTH.rss),
    ],
    tables: [
      {
        title: 'Maximum, MiB',
        table: {
          head: ['who', 'resident', 'private', 'of it unchanged pages of files'],
          rows: held.map(([who, { residentMiB, ownMiB, ofFilesMiB }]) => [
            who,
            residentMiB,
            ownMiB,
            ofFilesMiB,
          ]),
        },
      },
      {
        title: 'While playing, after garbage collection, MiB',
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
    notes: [
      'Unchanged pages of files: code of Node that the agent uses and the bench, the only other Node, does not. They count as private, although a second Node that uses them would share them, and the kernel can drop them.',
    ],
  };
}
