// Sets up the machine for `demo`, `test`, `nodes`, `players`, `bench`, `chaos`, `package` or `release`, then runs it.
// Uses only Node's own modules, because nothing is installed yet.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkSource } from '../release/source.mjs';
import { ARCHITECTURES, findOwnArch, readArch } from './architectures.mjs';
import { build } from './build-state.mjs';
import { tellKilled, toCause } from './child-end.mjs';
import { SetupFailure } from './failure.mjs';
import { installNpmPackages } from './npm-packages.mjs';
import { installSystemPackages } from './system-packages.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The programs of the purposes, relative to `dist`. */
const PROGRAMS = {
  demo: ['program/main.js', 'demo'],
  bench: ['test/bench/main.js'],
  chaos: ['test/chaos/main.js'],
  package: ['../config/package.mjs'],
  release: ['../config/release.mjs'],
};

/** Every test; or of those, for CI, what `npm test` has not run before. */
const EXTENTS = { '--rest': 'rest', '--all': 'all' };

/** Purposes that run tests, by packages that are installed by then. */
const TESTS = {
  async test(args) {
    const { runTests } = await import('./tests.mjs');
    const extent = Object.keys(EXTENTS).find(word => args.includes(word));
    const names = args.filter(word => !Object.hasOwn(EXTENTS, word));
    const code = await runTests({ root, args: names, extent: EXTENTS[extent] });
    return extent === undefined ? code : Math.max(code, await TESTS.players());
  },
  async nodes() {
    const { runOnNodes } = await import('./nodes.mjs');
    return runOnNodes(root);
  },
  async players() {
    const { runOnPlayers } = await import('./players.mjs');
    return runOnPlayers(root);
  },
};

/** Sets up and runs. Resolves with the exit code. */
export async function run([purpose, ...args]) {
  if (!Object.hasOwn({ ...PROGRAMS, ...TESTS }, purpose ?? ''))
    throw new SetupFailure(
      64,
      'usage: node config/bootstrap.mjs demo|test|nodes|players|bench|chaos|package|release [arguments]',
    );
  try {
    // Before anything is installed for the release.
    if (purpose === 'release') checkSource(root);
    await installSystemPackages(purpose, toCross(purpose, args));
    installNpmPackages(root, purpose);
    build(root, purpose);
    if (Object.hasOwn(TESTS, purpose)) return await TESTS[purpose](args);
  } catch (error) {
    // A reader of only the last line of a test run must see that no test ran.
    if (Object.hasOwn(TESTS, purpose)) process.once('exit', () => console.log('0 passed, 1 failed'));
    throw error;
  }
  return runProgram(purpose, [...PROGRAMS[purpose], ...args]);
}

/** Returns the other architectures to compile for. */
function toCross(purpose, args) {
  if (purpose === 'release') return { crossArch: Object.keys(ARCHITECTURES) };
  if (purpose !== 'package') return {};
  const ownArch = findOwnArch();
  const arch = readArch(args, ownArch);
  return arch === ownArch ? {} : { crossArch: arch };
}

function runProgram(purpose, [program, ...args]) {
  const child = spawn(process.execPath, [join(root, 'dist', program), ...args], { stdio: 'inherit' });
  // A terminal's Ctrl-C reaches the child directly; this process outlives it to return its exit code.
  let isStopped = false;
  process.on('SIGINT', () => (isStopped = true));
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGHUP', () => child.kill('SIGHUP'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (status, signal) => {
      const cause = toCause({ status, signal });
      const isAsked = ['SIGINT', 'SIGTERM', 'SIGHUP'].includes(signal);
      if (cause !== null && !isAsked) console.error(tellKilled(`What \`npm run ${purpose}\` ran`, cause));
      // Ending the demo is no failure, which npm would report at length.
      resolve(isStopped && purpose === 'demo' ? 0 : (status ?? 1));
    });
  });
}
