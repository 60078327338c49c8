// Runs the compiled tests and finally prints how many passed and failed.
import { join } from 'node:path';
import { measureSlowness } from './slowness.mjs';
import { conclude, createTapCount } from './tap-count.mjs';
import { isGood, runAgain } from './test-again.mjs';
import { findTests, runAll } from './test-files.mjs';
import { runFile } from './test-process.mjs';
import { tellSkipped } from './test-skips.mjs';

/** Time limit for one file on a sufficiently quick machine, in seconds. */
const FILE_S = 240;
/** A file ends by itself at its time limit, which some files raise. One that no longer can is ended after this time. */
const STUCK_MS = 600_000;

/**
 * Returns the environment of the tests: the user's settings must not reach the programs under test, which are the
 * installed ones.
 */
export function toTestEnvironment(environment, root, slowness = 1) {
  // Each of two thousand Nodes would read all authorities, which no test asks for.
  const isForeign = name => name.startsWith('TONEARM_') || name === 'NODE_EXTRA_CA_CERTS';
  const others = Object.entries(environment).filter(([name]) => !isForeign(name));
  return {
    ...Object.fromEntries(others),
    // Packages made by a test are thrown away; xz takes longer than all else in making them.
    DPKG_DEB_COMPRESSOR_LEVEL: '0',
    TAP_TIMEOUT: String(Math.round(FILE_S * slowness)),
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

/** `node`: a different Node from the one that runs this. */
export async function runTests({
  root,
  args,
  cwd = process.cwd(),
  print = line => console.log(line),
  node,
  env = process.env,
}) {
  const files = findTests(args, { root, cwd });
  const slowness = measureSlowness();
  if (slowness > 1) print(`this machine is slow or busy: tests wait ${slowness.toFixed(1)} times as long`);
  const children = new Set();
  const report = createReport(print);
  const count = createTapCount(report);
  let stoppedBy = null;
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      stoppedBy = signal;
      for (const child of children) child.kill(signal);
    });
  }
  const run = file =>
    runFile(file, {
      root,
      node,
      stuckMs: STUCK_MS * slowness,
      env: toTestEnvironment(env, root, slowness),
      onChild: child => {
        children.add(child);
        child.once('exit', () => children.delete(child));
      },
      onNoise: line => {
        if (!NOISE.some(pattern => pattern.test(line))) console.error(line);
      },
    });
  const tell = (file, lines) => {
    report.begin(file);
    for (const line of lines) count.add(line);
  };
  const failed = [];
  await runAll(files, async file => {
    if (stoppedBy !== null) return;
    const lines = await run(file);
    if (isGood(lines)) tell(file, lines);
    else failed.push({ file, lines });
  });
  const { decided, unsteady } =
    stoppedBy !== null ? { decided: failed, unsteady: [] } : await runAgain(failed, run, print);
  for (const { file, lines } of decided) tell(file, lines);
  const { line, why, exitCode } = conclude(count.end(), stoppedBy);
  for (const told of [...report.failures, ...tellSkipped(report.skips), ...unsteady.flatMap(tellUnsteady)])
    print(told);
  if (why !== null) print(why);
  print(line);
  return exitCode;
}

/** Returns what to print about a file that failed and then passed alone: its name, and what failed in the first run. */
function tellUnsteady({ file, lines }) {
  const report = createReport(() => undefined);
  const count = createTapCount(report);
  report.begin(file);
  for (const line of lines) count.add(line);
  count.end();
  return [`unsteady: ${file} failed, and passed when it ran alone. At first:`, ...report.failures];
}

/** What the tests of a file that failed have said: its last lines. */
const SAID_LINES = 400;

/** Prints a line for every file: its name, its counts and its time; below it skipped tests with their reasons. */
function createReport(print) {
  const skips = [];
  const failures = [];
  let before = { passed: 0, failed: 0, skipped: 0 };
  let current = { file: '', skipsBefore: 0, said: [] };
  return {
    skips,
    /** Every failure again: by now, hundreds of files may have been told after it. */
    failures,
    begin: file => (current = { file, skipsBefore: skips.length, said: [] }),
    said: line => current.said.push(line),
    failed(lines, within) {
      print(lines.join('\n'));
      failures.push(`failed in ${[current.file, ...within.slice(1)].join(' > ')}`, ...lines);
    },
    skipped: ({ name, reason }) => skips.push({ file: current.file, name, reason }),
    file({ name, isOk, counts }) {
      const share = ['passed', 'failed', 'skipped'].map(kind => [counts[kind] - before[kind], kind]);
      const told = share.filter(([number]) => number > 0).map(([number, kind]) => `${number} ${kind}`);
      const time = /# time=([\d.]+)ms/.exec(name);
      const seconds = time === null ? '' : ` (${(Number(time[1]) / 1000).toFixed(1)} s)`;
      before = counts;
      if (!isOk) failures.push(...current.said.slice(-SAID_LINES));
      print(`${isOk ? 'ok    ' : 'NOT OK'} ${name.replace(/ *#.*/, '')}: ${told.join(', ')}${seconds}`);
      for (const skip of skips.slice(current.skipsBefore))
        print(`       skipped: ${skip.name}: ${skip.reason || 'no reason given'}`);
    },
  };
}
