// Runs the compiled tests with tap and tells, last of all, how many passed and failed.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { conclude, createTapCount } from './tap-count.mjs';

/** A test as people name it, by its source, is run as what was compiled from it; a folder as all that is in it. */
export function toCompiled(argument, { root, cwd }) {
  if (argument.startsWith('-')) return [argument];
  const path = relative(root, resolve(cwd, argument));
  const compiled = path.startsWith('dist/') ? path : join('dist', path.replace(/\.ts$/, '.js'));
  return [compiled.endsWith('.js') ? compiled : `${compiled.replace(/\/$/, '')}/**/*.test.js`];
}

/** A setting of the person who runs the tests must not reach the programs under test, which are those that are installed. */
export function toTestEnvironment(environment, root) {
  const others = Object.entries(environment).filter(([name]) => !name.startsWith('TONEARM_'));
  return { ...Object.fromEntries(others), TEST_PROGRAM: join(root, 'dist', 'program', 'main.js') };
}

/** What is said to every program that uses Avahi's library or Node's own mocked time; nothing to act upon. */
const NOISE = [
  /^\*\*\* WARNING \*\*\* .*avahi/i,
  /ExperimentalWarning: The MockTimers API/,
  /^\(Use `node --trace-warnings/,
];

/**
 * tap builds itself anew when .taprc leaves one of its plugins out, but the run that does so still has all of them
 * loaded into every program that a test starts. So it is done ahead of the first run, which halves its time.
 */
function buildPlugins(root, tap) {
  const built = join(root, 'node_modules', '@tapjs', 'test', 'test-built', 'dist', 'esm', 'index.js');
  if (!hasPlugin(built, '@tapjs/typescript')) return;
  spawnSync(process.execPath, [tap, 'build'], { cwd: root, stdio: 'ignore' });
}

function hasPlugin(built, name) {
  try {
    return readFileSync(built, 'utf8').includes(name);
  } catch {
    return false;
  }
}

export async function runTests({ root, args, cwd = process.cwd(), print = line => console.log(line) }) {
  const tap = join(root, 'node_modules', 'tap', 'dist', 'esm', 'run.mjs');
  buildPlugins(root, tap);
  const files = args.flatMap(argument => toCompiled(argument, { root, cwd }));
  const child = spawn(
    process.execPath,
    [tap, '--reporter=tap', '--no-color', '--disable-coverage', ...files],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: toTestEnvironment(process.env, root),
    },
  );
  const forward = signal => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, forward);

  createInterface({ input: child.stderr }).on('line', line => {
    if (!NOISE.some(pattern => pattern.test(line))) console.error(line);
  });
  const count = createTapCount(createReport(print));
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }));
  });
  for await (const line of createInterface({ input: child.stdout })) count.add(line);
  const { line, why, exitCode } = conclude(count.end(), await ended);
  // A process that a test has left behind may hold on to it; the run is over all the same.
  child.stderr.destroy();
  if (why !== null) print(why);
  print(line);
  return exitCode;
}

/** A line for every file: its name, its own share of the counts, the time it took; below it what was skipped and why. */
function createReport(print) {
  let before = { passed: 0, failed: 0, skipped: 0 };
  let skips = [];
  return {
    failed: lines => print(lines.join('\n')),
    skipped: ({ name, reason }) => skips.push(`       skipped: ${name}: ${reason || 'no reason given'}`),
    file({ name, isOk, counts }) {
      const share = ['passed', 'failed', 'skipped'].map(kind => [counts[kind] - before[kind], kind]);
      const told = share.filter(([number]) => number > 0).map(([number, kind]) => `${number} ${kind}`);
      const time = /# time=([\d.]+)ms/.exec(name);
      const seconds = time === null ? '' : ` (${(Number(time[1]) / 1000).toFixed(1)} s)`;
      before = counts;
      print(`${isOk ? 'ok    ' : 'NOT OK'} ${name.replace(/ *#.*/, '')}: ${told.join(', ')}${seconds}`);
      for (const skip of skips) print(skip);
      skips = [];
    },
  };
}
