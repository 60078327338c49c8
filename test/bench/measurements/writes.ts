import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { hasProgram } from '../frame/machine.js';
import { type Context, type Measurement, unjudged } from '../frame/measurement.js';
import { beginningOf, type Doing, simulate } from '../simulation/simulate.js';

const MOST_MB = 1;
const TARGETS: Readonly<Record<Doing, string>> = {
  playing: `≤ ${MOST_MB} MB`,
  paused: 'nothing',
  idle: 'nothing',
};
const toWhat = (doing: Doing): string => `state directory, a day ${doing}`;

interface Written {
  bytes: number;
  writes: number;
}

interface Day {
  readonly doing: Doing;
  readonly tracks: number;
  readonly state: Written;
  readonly runtime: Written;
}

/** `PID write(FD<PATH>, …) = BYTES`; interrupted by a line of another thread, its end is a line of its own. */
const CALL = /^(\d+) +p?writev?\w*\(\d+<([^>]+)>.*(?: = (-?\d+)\b.*|<unfinished \.\.\.>)$/;
const RESUMED = /^(\d+) +<\.\.\. \w+ resumed>.* = (-?\d+)\b/;

/** Who wrote how much to which file, in order. */
async function* readTrace(trace: string): AsyncGenerator<{ readonly path: string; readonly bytes: number }> {
  const unfinished = new Map<string, string>();
  for await (const line of createInterface({ input: createReadStream(trace) })) {
    const [, thread = '', path = '', result] = CALL.exec(line) ?? [];
    const [, again = '', later] = RESUMED.exec(line) ?? [];
    if (path !== '' && result === undefined) unfinished.set(thread, path);
    else if (path !== '') yield { path, bytes: Number(result) };
    else if (later !== undefined) yield { path: unfinished.get(again) ?? '', bytes: Number(later) };
  }
}

/** What was written to files below each of `folders`, once the file `from` was written. */
async function sum(trace: string, from: string, folders: readonly string[]): Promise<readonly Written[]> {
  const sums = folders.map((): Written => ({ bytes: 0, writes: 0 }));
  let hasBegun = false;
  for await (const { path, bytes } of readTrace(trace)) {
    hasBegun ||= path === from;
    const found = sums[folders.findIndex(folder => path.startsWith(`${folder}/`))];
    if (found === undefined || !hasBegun || bytes < 0) continue;
    found.bytes += bytes;
    found.writes += 1;
  }
  if (!hasBegun) throw new Error('the trace does not say when the hours began');
  return sums;
}

async function spend(context: Context, doing: Doing, hours: number): Promise<Day> {
  context.say(doing);
  const trace = join(context.folder, `trace-${doing}`);
  const words = ['strace', '-f', '-y', '-s', '0', '--seccomp-bpf', '-o', trace];
  const calls = 'trace=write,writev,pwrite64,pwritev,pwritev2';
  const folder = join(context.folder, doing);
  const { tracks } = await simulate({
    folder,
    hours,
    doing,
    profile: 'full',
    service: 'full',
    before: [...words, '-e', calls],
  });
  const folders = [join(folder, 'state'), join(folder, 'run')];
  const [state, runtime] = await sum(trace, beginningOf(folder), folders);
  if (state === undefined || runtime === undefined) throw new Error('nothing was traced');
  return { doing, tracks, state, runtime };
}

export const writes: Measurement = {
  name: 'writes',
  title: 'Bytes written',
  about:
    'Runs the agent’s engine, service client and store against the sandbox (profile `full`) with a simulated player in virtual time: a day of four-minute tracks (`--hours`), and a day each of being paused and idle after two tracks. `strace` counts the bytes passed to write(2) and similar calls for files in the state directory, without those of the start, a pause and a stop.',
  async run(context) {
    const doings = ['playing', 'paused', 'idle'] as const;
    if (!hasProgram('strace')) {
      const why = 'strace is not installed';
      const verdicts = doings.map(doing => unjudged(toWhat(doing), TARGETS[doing], why));
      return { verdicts, tables: [], notes: [] };
    }
    const hours = context.flag('hours', 24);
    const days: Day[] = [];
    for (const doing of doings) days.push(await spend(context, doing, hours));
    return {
      verdicts: days.map(({ doing, state }) => {
        const megabytes = (state.bytes / 1e6) * (24 / hours);
        return {
          what: toWhat(doing),
          target: TARGETS[doing],
          figure: doing === 'playing' ? `${megabytes.toFixed(2)} MB` : `${state.bytes} bytes`,
          share: doing === 'playing' ? megabytes / MOST_MB : state.bytes === 0 ? 0 : Infinity,
        };
      }),
      tables: [
        {
          title: `${hours} hours`,
          table: {
            head: ['doing', 'tracks', 'where', 'writes', 'bytes', 'bytes a write'],
            rows: days.flatMap(({ doing, tracks, state, runtime }) =>
              Object.entries({
                'state directory (durable)': state,
                'runtime directory (memory)': runtime,
              }).map(([where, { bytes, writes: count }]) => [
                doing,
                String(tracks),
                where,
                String(count),
                String(bytes),
                bytes / Math.max(1, count),
              ]),
            ),
          },
        },
      ],
      notes: ['What the file system writes in addition (directories, its journal) is not counted.'],
    };
  },
};
