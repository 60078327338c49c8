// Runs the compiled tests and finally prints how many passed and failed.
import { availableParallelism, freemem } from 'node:os';
import { join } from 'node:path';
import { LEFT_OUT } from './left-out.mjs';
import { measureSlowness } from './slowness.mjs';
import { findTests } from './test-files.mjs';
import { runTestFiles } from './test-run.mjs';

/** Time limit for one file on a sufficiently quick machine, in seconds. */
const FILE_S = 240;
/** Files that share a process share its time. */
const GROUP_TIMES = 3;
/** A file ends by itself at its time limit, which some files raise. One that no longer can is ended after this time. */
const STUCK_MS = 600_000;
/** Most tests mostly wait. */
const PER_PROCESSOR = 2;
const ROOM_EACH = 300 * 1024 * 1024;
/** If more files than this pass only when they run alone, the machine is not to blame, and all of them have failed. */
const MOST_UNSTEADY = 3;

/**
 * Returns the environment of the tests: the user's settings must not reach the programs under test, which are the
 * installed ones.
 */
export function toTestEnvironment(environment, root, { slowness, times }) {
  // Each of two thousand Nodes would read all authorities, which no test asks for.
  const isForeign = name => name.startsWith('TONEARM_') || name === 'NODE_EXTRA_CA_CERTS';
  const others = Object.entries(environment).filter(([name]) => !isForeign(name));
  return {
    ...Object.fromEntries(others),
    // Packages made by a test are thrown away; xz takes longer than all else in making them.
    DPKG_DEB_COMPRESSOR_LEVEL: '0',
    TAP_TIMEOUT: String(Math.round(FILE_S * slowness * times)),
    TEST_PROGRAM: join(root, 'dist', 'program', 'main.js'),
    TEST_SLOWNESS: String(slowness),
  };
}

/** Messages that every program with Avahi's library or Node's mocked time prints; they need no action. */
const NOISE = [
  /^\*\*\* WARNING \*\*\* .*avahi/i,
  /ExperimentalWarning: The MockTimers API/,
  /^\(Use `node --trace-warnings/,
];

/**
 * Resolves with the exit code. `args`: files and folders, or none, which stands for what `extent` names (`findTests`). `node`:
 * a different Node from the one that runs this.
 */
export async function runTests({
  root,
  args,
  extent = 'everyDay',
  cwd = process.cwd(),
  print = line => console.log(line),
  node,
  env = process.env,
}) {
  const runs = findTests(args, { root, cwd, extent });
  const slowness = measureSlowness();
  if (slowness > 1) print(`this machine is slow or busy: tests wait ${slowness.toFixed(1)} times as long`);
  const children = new Set();
  let stoppedBy = null;
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      stoppedBy = signal;
      for (const child of children) child.kill(signal);
    });
  }
  const whole = extent === 'everyDay' ? {} : { TEST_WHOLE: '1' };
  const start = run => {
    const times = run.files.length > 1 ? GROUP_TIMES : 1;
    return runTestFiles(run, {
      root,
      node,
      stuckMs: STUCK_MS * slowness * times,
      env: toTestEnvironment({ ...env, ...whole }, root, { slowness, times }),
      onChild: child => {
        children.add(child);
        child.once('exit', () => children.delete(child));
      },
      onNoise: line => {
        if (!NOISE.some(pattern => pattern.test(line))) console.error(line);
      },
    });
  };
  const results = await runSideBySide(runs, start, print, () => stoppedBy !== null);
  const unsteady = stoppedBy === null ? await runAgain(results, start, print) : [];
  return conclude(results, unsteady, {
    print,
    stoppedBy,
    isEveryDay: args.length === 0 && extent === 'everyDay',
  });
}

/**
 * Resolves with the results in the order of their ends. One worker begins with the folders: those compute, and the other
 * files mostly wait.
 */
async function runSideBySide(runs, start, print, isStopped) {
  const folders = runs.filter(({ files }) => files.length > 1);
  const single = runs.filter(({ files }) => files.length === 1);
  const results = [];
  const work = async (first, then) => {
    for (let run = next(); run !== undefined && !isStopped(); run = next()) {
      const result = await start(run);
      results.push(result);
      tell(result, print);
    }
    function next() {
      return first.shift() ?? then.shift();
    }
  };
  const others = Array.from({ length: countJobs() - 1 }, () => work(single, folders));
  await Promise.all([work(folders, single), ...others]);
  return results;
}

/** Returns how many processes of tests run at once. `wish`: TEST_JOBS, for users who share the machine. */
export function countJobs(
  wish = process.env.TEST_JOBS,
  { processors = availableParallelism(), freeBytes = freemem() } = {},
) {
  return Math.max(
    1,
    Math.min(Number(wish) || Infinity, PER_PROCESSOR * processors, Math.floor(freeBytes / ROOM_EACH)),
  );
}

/**
 * Runs each file that failed once more, alone: a moment in which the machine was busy must not decide about a change.
 * Puts the second result in the place of the first, and resolves with those that passed then, as they were at first.
 */
async function runAgain(results, start, print) {
  const unsteady = [];
  for (const [at, first] of results.entries()) {
    if (first.counts.failed === 0) continue;
    print(`again  ${first.name}: it failed, and runs once more, alone`);
    const { name, culprits } = first;
    const second = await start({ name, files: culprits });
    tell(second, print);
    const isWhole = culprits.length === first.files.length;
    const { failures } = second;
    results[at] = isWhole ? second : { ...first, failures, counts: toBoth(first.counts, second.counts) };
    if (second.counts.failed === 0) unsteady.push(first);
  }
  return unsteady;
}

/** The counts of a run of which only what had failed was run again. */
function toBoth(first, { failed }) {
  return { ...first, passed: first.passed + first.failed - failed, failed };
}

function tell({ name, counts, failures, skips, seconds }, print) {
  const told = Object.entries(counts).filter(([, number]) => number > 0);
  const numbers = told.map(([kind, number]) => `${number} ${kind}`).join(', ');
  print(`${counts.failed === 0 ? 'ok    ' : 'NOT OK'} ${name}: ${numbers} (${seconds.toFixed(1)} s)`);
  for (const skip of skips) print(`       skipped: ${skip.name}: ${skip.reason || 'no reason given'}`);
  for (const line of failures) print(line);
}

/** Prints what is to be known at the end, and last the count. Returns the exit code. */
function conclude(results, unsteady, { print, stoppedBy, isEveryDay }) {
  const isTooUnsteady = unsteady.length > MOST_UNSTEADY;
  const sum = kind => results.reduce((all, { counts }) => all + counts[kind], 0);
  const [passed, skipped] = [sum('passed'), sum('skipped')];
  for (const line of results.flatMap(({ failures }) => failures)) print(line);
  for (const { name, failures } of unsteady) {
    print(`unsteady: ${name} failed, and passed when it ran alone. At first:`);
    for (const line of failures) print(line);
  }
  if (isEveryDay && LEFT_OUT.length > 0)
    print(`left out: ${LEFT_OUT.join(' ')}. They run by: npm run test:all`);
  let failed = sum('failed') + (isTooUnsteady ? unsteady.length : 0);
  if (failed === 0 && (stoppedBy !== null || passed === 0)) {
    print(
      `${stoppedBy === null ? 'no test was run' : `the run was ended by ${stoppedBy}`}; counted as one failure`,
    );
    failed = 1;
  }
  print(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return failed > 0 ? 1 : 0;
}
