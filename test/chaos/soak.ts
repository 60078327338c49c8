import { mkdtempSync, readdirSync, readFileSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from '../../src/sandbox/sandbox.js';
import { toFigure, toTerminal } from '../bench/frame/table.js';
import { type BenchAgent, startAgent, stationOf } from '../bench/rig/agent.js';
import { memoryOf } from '../bench/rig/processes.js';
import { until } from '../bench/rig/waiting.js';
import type { Census } from './census.js';
import { removeFolder } from '../fakes/machine/remove-folder.js';

const CENSUS = new URL('./census.js', import.meta.url).href;
const TRACK_SECONDS = 0.2;
const MIB = 2 ** 20;
/** Kept results, warmed code and the first back-offs are no growth: the first tenth, but no fewer than this. */
const WARM_TRACKS = 100;

/** What the moment holds besides what stays (a request under way, a wait for an answer) is told apart by looking again. */
const LOOKS = 5;

interface Look {
  readonly census: Census;
  readonly mpvMiB: number;
  readonly agentFiles: number;
  readonly mpvFiles: number;
}

/** What was seen after so many tracks. */
interface Mark {
  readonly tracks: number;
  readonly looks: readonly Look[];
  /** Files replaced in the state directory so far. */
  readonly stateWrites: number;
}

/** One figure that may grow no further than this between the first mark and the last. */
interface Rule {
  readonly what: string;
  /** The least of all looks counts. */
  readonly of: (look: Look) => number;
  readonly atMost: number;
}

const RULES: readonly Rule[] = [
  { what: 'agent, heap and external, MiB', of: ({ census }) => census.heapBytes / MIB, atMost: 2 },
  { what: 'agent, resident, MiB', of: ({ census }) => census.rssBytes / MIB, atMost: 15 },
  { what: 'mpv, resident, MiB', of: ({ mpvMiB }) => mpvMiB, atMost: 10 },
  { what: 'agent, open files', of: ({ agentFiles }) => agentFiles, atMost: 2 },
  { what: 'mpv, open files', of: ({ mpvFiles }) => mpvFiles, atMost: 2 },
  { what: 'agent, timers', of: ({ census }) => census.resources['Timeout'] ?? 0, atMost: 2 },
  {
    what: 'agent, other handles and requests',
    of: ({ census: { resources } }) =>
      Object.entries(resources).reduce((sum, [kind, count]) => sum + (kind === 'Timeout' ? 0 : count), 0),
    atMost: 3,
  },
  { what: 'agent, listeners', of: ({ census }) => census.listeners, atMost: 0 },
];

/** Many short tracks through the real program and a real player; the exit code is 1 when something grows. */
export async function soak(tracks: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'tonearm-soak-'));
  const sandbox = createSandbox({ trackSeconds: TRACK_SECONDS, profile: 'full' });
  await sandbox.start();
  const file = join(folder, 'census.json');
  const agent = await startAgent({
    folder: join(folder, 'agent'),
    serviceUrl: sandbox.url,
    sandbox,
    nodeWords: ['--expose-gc', '--import', CENSUS],
    environment: { CENSUS_FILE: file },
  });
  let stateWrites = 0;
  const watcher = watch(join(folder, 'agent', 'state'), (_event, name) => {
    if (name?.endsWith('.json') === true) stateWrites += 1;
  });
  try {
    await agent.client.call('player.play', { sourceId: stationOf(sandbox) });
    const marks: Mark[] = [];
    const warm = Math.min(Math.ceil(tracks / 2), Math.max(WARM_TRACKS, Math.round(tracks / 10)));
    const begunMs = performance.now();
    for (const at of [warm, Math.round((warm + tracks) / 2), tracks]) {
      await agent.whenState(`track ${at}`, ({ item }) => (item?.index ?? 0) >= at, tracks * 2_000 + 60_000);
      const looks: Look[] = [];
      for (let round = 0; round < LOOKS; round += 1) looks.push(await look(agent, file));
      marks.push({ looks, tracks: at, stateWrites });
    }
    return tell(marks, (performance.now() - begunMs) / 1_000);
  } finally {
    watcher.close();
    await agent.stop();
    await sandbox.stop();
    removeFolder(folder);
  }
}

async function look(agent: BenchAgent, file: string): Promise<Look> {
  rmSync(file, { force: true });
  const { pid } = agent.child;
  const mpv = agent.mpvPid();
  agent.child.process.kill('SIGUSR2');
  const text = await until('the census', () => {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      return null;
    }
  });
  return {
    census: JSON.parse(text) as Census,
    mpvMiB: memoryOf(mpv).residentMiB,
    agentFiles: filesOf(pid),
    mpvFiles: filesOf(mpv),
  };
}

const filesOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

function tell(marks: readonly Mark[], seconds: number): number {
  const [first, middle, last] = marks;
  if (first === undefined || middle === undefined || last === undefined)
    throw new Error('no track was reached');
  const rows = RULES.map(({ what, of, atMost }) => {
    const least = ({ looks }: Mark): number => Math.min(...looks.map(of));
    const growth = least(last) - least(first);
    const isFine = growth <= atMost;
    return { isFine, cells: [what, ...marks.map(least), growth, `≤ ${atMost}`, isFine ? 'fine' : 'GROWS'] };
  });
  const writes = (from: Mark, to: Mark): number =>
    (to.stateWrites - from.stateWrites) / Math.max(1, to.tracks - from.tracks);
  const [early, late] = [writes(first, middle), writes(middle, last)];
  const isSteady = late <= early * 1.5 + 0.1;
  console.log(
    toTerminal({
      head: ['after tracks', ...marks.map(({ tracks }) => String(tracks)), 'growth', 'at most', ''],
      rows: rows.map(({ cells }) => cells),
    }),
  );
  console.log(
    `state writes a track: ${toFigure(early)} in the first half, ${toFigure(late)} in the second ${isSteady ? '(fine)' : '(GROWS)'}`,
  );
  console.log(`${last.tracks} tracks of ${TRACK_SECONDS} s in ${toFigure(seconds)} s`);
  return isSteady && rows.every(({ isFine }) => isFine) ? 0 : 1;
}
