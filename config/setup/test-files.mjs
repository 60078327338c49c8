// Finds test files and runs each in a process of its own, as many at once as the machine can handle.
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism, cpus, freemem } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SetupFailure } from './failure.mjs';

const TESTS = 'dist/test';
const ENDING = '.test.js';
/**
 * The order of the tests. The longest come first, or the run would end by waiting for one of them alone. Then those
 * that start whole programs and wait for them, mixed with the one that only compiles, and others that wait; then the
 * many small ones, which need only processor time.
 */
export const FIRST = [
  'agent/sound-device',
  'agent/hostile-host',
  'remote/screens',
  'agent/faults-answers',
  'agent/rotation',
  'agent/owner',
  'cli/keyring',
  'cli/local-agent',
  'agent/recording',
  'agent/faults-calls',
  'agent/audio-host',
  'agent/strangers',
  'agent/',
  'player/',
  'package/',
  'service/account',
  'client/opening',
  'engine/whole',
  'service/lost-renewal',
  'discovery/',
  'remote/',
  'cli/',
  'pairing/',
  'architecture/',
  'flight/whole',
];

/** Finds the compiled tests. A name is that of a source file, or of a folder for all tests in it. */
export function findTests(names, { root, cwd }) {
  const files = names.length === 0 ? listTests(root, TESTS) : names.flatMap(name => toFiles(name, root, cwd));
  return [...new Set(files)].sort((one, other) => toRank(one) - toRank(other) || (one < other ? -1 : 1));
}

function toFiles(name, root, cwd) {
  if (name.startsWith('-')) throw new SetupFailure(64, 'usage: npm test [-- FILE OR FOLDER ...]');
  const path = relative(root, resolve(cwd, name)).replace(/\/$/, '');
  const compiled = path.startsWith('dist/') ? path : join('dist', path.replace(/\.ts$/, '.js'));
  const isFile = compiled.endsWith('.js');
  const files = !isFile ? listTests(root, compiled) : existsSync(join(root, compiled)) ? [compiled] : [];
  if (files.length === 0) throw new SetupFailure(64, `There is no test at ${name}.`);
  return files;
}

function listTests(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true })
    .filter(name => name.endsWith(ENDING))
    .map(name => join(folder, name));
}

function toRank(file) {
  const rank = FIRST.findIndex(start => file.startsWith(`${TESTS}/${start}`));
  return rank < 0 ? FIRST.length : rank;
}

const LOOK_MS = 250;
/** The time over which idle processor time is averaged, in looks. */
const LOOKS = 4;
/** The share of idle processor time lately that allows one more test than there are processors. */
const IDLE_SHARE = 0.2;
const PER_PROCESSOR = 4;
const ROOM_EACH = 300 * 1024 * 1024;

/** Returns the maximum number of concurrent tests. `wish`: TEST_JOBS, for users who share the machine. */
export function countMost(
  wish = process.env.TEST_JOBS,
  { processors = availableParallelism(), freeBytes = freemem() } = {},
) {
  const room = Math.floor(freeBytes / ROOM_EACH);
  return Math.max(1, Math.min(Number(wish) || Infinity, PER_PROCESSOR * processors, room));
}

function readTimes() {
  const all = cpus().map(({ times }) => times);
  return {
    idle: all.reduce((sum, { idle }) => sum + idle, 0),
    all: all.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0),
  };
}

/**
 * Runs `runOne` on each of `files`, in order. Most tests mostly wait, so several fit on each processor; the idle time
 * of the processors decides how many.
 */
export async function runAll(
  files,
  runOne,
  { most = countMost(), processors = availableParallelism(), times = readTimes, lookMs = LOOK_MS } = {},
) {
  const running = new Set();
  let looks = [times()];
  for (const file of files) {
    while (running.size >= Math.min(most, processors) && !(running.size < most && hasRoom())) {
      await Promise.race([...running, sleep(lookMs)]);
    }
    const one = runOne(file).finally(() => running.delete(one));
    running.add(one);
    looks = [times()];
  }
  await Promise.all(running);

  function hasRoom() {
    const now = times();
    looks.push(now);
    while (now.all - looks[1].all >= LOOKS * lookMs * processors) looks.shift();
    const passed = now.all - looks[0].all;
    // A newly started test must run for a while before its load is assessed.
    return passed >= lookMs * processors && (now.idle - looks[0].idle) / passed > IDLE_SHARE;
  }
}
