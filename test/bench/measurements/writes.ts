import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { hasProgram } from '../frame/machine.js';
import { type Measurement, unjudged } from '../frame/measurement.js';
import { simulate } from '../simulation/simulate.js';

const WHAT = 'state directory, a day';
const TARGET = '≤ 2 MB';

interface Written {
  bytes: number;
  writes: number;
}

/** What a trace of write(2) and its kin tells of files below each of `folders`. */
async function sum(trace: string, folders: readonly string[]): Promise<readonly Written[]> {
  const sums = folders.map((): Written => ({ bytes: 0, writes: 0 }));
  for await (const line of createInterface({ input: createReadStream(trace) })) {
    const [, path = '', result = '0'] = /\bp?writev?\w*\(\d+<([^>]+)>.* = (\d+)$/.exec(line) ?? [];
    const at = folders.findIndex(folder => path.startsWith(`${folder}/`));
    const found = sums[at];
    if (found === undefined) continue;
    found.bytes += Number(result);
    found.writes += 1;
  }
  return sums;
}

export const writes: Measurement = {
  name: 'writes',
  title: 'Bytes written',
  about:
    'A day of four-minute tracks in virtual time (`--hours`): the agent’s engine, service client and store with the sandbox (profile `full`), and a player that lets the time pass, under `strace`, which counts the bytes handed to write(2) and its kin for files in the state directory.',
  async run(context) {
    if (!hasProgram('strace')) {
      const verdict = unjudged(WHAT, TARGET, 'strace is not installed');
      return { verdicts: [verdict], tables: [], notes: [] };
    }
    const hours = context.flag('hours', 24);
    const trace = join(context.folder, 'trace');
    const words = ['strace', '-f', '-y', '-s', '0', '--seccomp-bpf', '-o', trace];
    const calls = 'trace=write,writev,pwrite64,pwritev,pwritev2';
    const folder = join(context.folder, 'day');
    const { tracks } = await simulate({
      folder,
      hours,
      profile: 'full',
      service: 'full',
      before: [...words, '-e', calls],
    });
    const [state, runtime] = await sum(trace, [join(folder, 'state'), join(folder, 'run')]);
    if (state === undefined || runtime === undefined) throw new Error('nothing was traced');
    const megabytes = (state.bytes / 1e6) * (24 / hours);
    return {
      verdicts: [
        {
          what: WHAT,
          target: TARGET,
          figure: `${megabytes.toFixed(2)} MB`,
          reached: megabytes <= 2,
        },
      ],
      tables: [
        {
          title: `${hours} hours, ${tracks} tracks`,
          table: {
            head: ['where', 'writes', 'bytes', 'bytes a write'],
            rows: [
              ['state directory (durable)', state],
              ['runtime directory (memory)', runtime],
            ].map(([name, found]) => {
              const { bytes, writes: count } = found as Written;
              return [name as string, String(count), String(bytes), bytes / Math.max(1, count)];
            }),
          },
        },
      ],
      notes: ['Blocks that the file system writes beside them (directories, its journal) are not counted.'],
    };
  },
};
