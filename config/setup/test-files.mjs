// Finds test files and runs them, each in a process of its own, as many at once as the machine has room for.
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism, cpus, freemem } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SetupFailure } from './failure.mjs';

const TESTS = 'dist/test';
const ENDING = '.test.js';
/**
 * What takes longest comes first, or it would be waited for alone in the end. Then what starts whole programs and waits
 * for them, with the one that does nothing but compile among them, and others that wait; then the many small ones, which
 * need nothing but a processor.
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

/** A test as people name it, by its source, is what was compiled from it; a folder is all that is in it. */
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
/** The share of all processors that must have been idle since the last start for one more than there are processors. */
const IDLE_SHARE = 0.2;
const PER_PROCESSOR = 4;
const ROOM_EACH = 300 * 1024 * 1024;

/** How many may run at once, whatever they wait for. `wish` is TEST_JOBS, of who shares the machine with others. */
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
 * `runOne` of each of `files`, in their order. Most tests wait most of their time, so that there is room for several on
 * each processor; how many there is room for is seen by what those that run leave idle.
 */
export async function runAll(
  files,
  runOne,
  { most = countMost(), processors = availableParallelism(), times = readTimes, lookMs = LOOK_MS } = {},
) {
  const running = new Set();
  let before = times();
  for (const file of files) {
    while (running.size >= Math.min(most, processors) && !(running.size < most && hasRoom())) {
      await Promise.race([...running, sleep(lookMs)]);
    }
    const one = runOne(file).finally(() => running.delete(one));
    running.add(one);
    before = times();
  }
  await Promise.all(running);

  function hasRoom() {
    const now = times();
    const passed = now.all - before.all;
    // What was begun is looked at for a while before it is judged by.
    return passed >= lookMs * processors && (now.idle - before.idle) / passed > IDLE_SHARE;
  }
}
