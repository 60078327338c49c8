import { readFileSync } from 'node:fs';
import t from 'tap';
import { spawnChild } from '../../src/player/process/child.js';
import { memoryWords } from '../../src/player/process/memory.js';
import { mpvArguments } from '../../src/player/sound/mpv-options.js';
import { findProgram } from '../../src/player/process/program.js';
import { until } from '../bench/rig/waiting.js';
import { processesNaming } from './processes.js';

const PATH = process.env['PATH'] ?? '';
const MIB = 1024 * 1024;
/** For itself, and for two files as many bytes as it may keep of each. */
const ALL = (280 + 2 * (12 + 2)) * MIB;
const free = () => Number.POSITIVE_INFINITY;
const argumentsWith = (...extraOptions: string[]) =>
  mpvArguments({ socketPath: '/x', audioOutput: null, audioDevice: null, extraOptions });

t.test('as much as a player needs, and what its owner lets it keep of two files', async t => {
  const of = (...options: string[]) => memoryWords(argumentsWith(...options), free);
  t.strictSame(of(), [`--data=${ALL}`]);
  t.strictSame(of('--demuxer-max-bytes=100MiB'), [`--data=${ALL + 2 * 88 * MIB}`]);
  t.strictSame(of('--demuxer-max-back-bytes=2097152', '--cache-secs=9'), [`--data=${ALL}`]);
  t.strictSame(of('--demuxer-max-bytes=1GiB', '--demuxer-max-bytes=12mib'), [`--data=${ALL}`]);
});

t.test('The memory bound keeps tighter limits and caps each thread’s stack', async t => {
  const words = (data: number, stack: number) =>
    memoryWords(argumentsWith(), name => (name === 'data size' ? data : stack));
  t.strictSame(words(100 * MIB, 8 * MIB), []);
  t.strictSame(words(Number.POSITIVE_INFINITY, 64 * MIB), [`--data=${ALL}`, `--stack=${8 * MIB}:`]);
});

const prlimit = findProgram('prlimit', PATH);

t.test(
  'The kernel holds the child’s bounds and kills it before the agent',
  { skip: prlimit === null && 'prlimit is missing' },
  async t => {
    const said = (path: string, line: RegExp) => line.exec(readFileSync(path, 'utf8'))?.[1];

    const before = [
      prlimit ?? '',
      ...memoryWords(argumentsWith(), name => (name === 'stack size' ? 1e9 : free())),
    ];
    const child = spawnChild({ program: 'sleep', args: ['600.25'], environment: { PATH }, before });
    t.teardown(() => child.kill('over'));

    const isReady = () =>
      processesNaming('600.25').some(found => said(`/proc/${found}/comm`, /^(sleep)$/m) !== undefined);
    await until('it runs', isReady);
    const [found = 0] = processesNaming('600.25');
    t.equal(said(`/proc/${found}/limits`, /^Max data size +(\d+)/m), String(ALL));
    t.equal(said(`/proc/${found}/limits`, /^Max stack size +(\d+)/m), String(8 * MIB));
    const rank = (of: number) => Number(readFileSync(`/proc/${of}/oom_score_adj`, 'utf8'));
    t.equal(rank(found), Math.min(1000, rank(process.pid) + 200));
  },
);
