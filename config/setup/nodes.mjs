// Runs a part of the tests on each newer Node that is supported; the machine's own Node runs all tests.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SetupFailure } from './failure.mjs';
import { findTests } from './test-files.mjs';
import { runTests } from './tests.mjs';

/** Its lockfile holds their exact versions and checksums. */
const FOLDER = 'config/nodes';
const MAJORS = [22, 24];

/**
 * The tests of the parts; then tests of the installed program with the options that the package gives to Node: it
 * starts, is paired, plays, is controlled, also over TLS, and restarts. None of them loads mdns, which is compiled for
 * the machine's own Node: with another Node the agent advertises through avahi-publish, so these tests cover that.
 */
export const NAMES =
  `client/ control/ contract/ core/ daemon/ discovery/ engine/command engine/engine engine/remember
  engine/timers host/event-command host/flight-recorder host/link-watch host/metrics host/shutdown lib/allowance
  lib/deadline lib/journal lib/log lib/near pairing/ player/child player/mpv-player service/ store/ agent/life
  agent/progress agent/start agent/tls agent/written-memory cli/pair cli/program`
    .split(/\s+/)
    .map(name => `test/${name.endsWith('/') ? name : `${name}.test.ts`}`);

/**
 * Tests in these folders that are left out: they try very many cases that do not depend on Node, or concern a browser,
 * Avahi's addon or documents.
 */
export const LEFT_OUT = [
  'control/openrpc',
  'core/public-state',
  'core/states',
  'discovery/mdns-back-end',
  'pairing/browser',
  'service/budget',
  'store/readable',
].map(name => `dist/test/${name}.test.js`);

/** Runs the tests and stops at the first Node on which one fails. Resolves with the exit code. */
export async function runOnNodes(root, { run = runTests, tests = findTestsOfEach(root) } = {}) {
  for (const [major, node] of MAJORS.map(major => [major, findNode(root, major)])) {
    console.log(`on Node ${major}`);
    const PATH = `${dirname(node)}:${process.env.PATH ?? ''}`;
    const exitCode = await run({ root, args: tests, cwd: root, node, env: { ...process.env, PATH } });
    if (exitCode !== 0) return exitCode;
  }
  return 0;
}

export function findTestsOfEach(root) {
  return findTests(NAMES, { root, cwd: root })
    .flatMap(({ files }) => files)
    .filter(file => !LEFT_OUT.includes(file));
}

/**
 * Returns the path of Node, or throws: npm silently omits an optional package that is for another machine or could not
 * be fetched.
 */
export function findNode(root, major, arch = process.arch) {
  const path = join(root, FOLDER, 'node_modules', `node-${major}-${arch}`, 'bin/node');
  if (existsSync(path)) return path;
  throw new SetupFailure(
    69,
    `${FOLDER} has no Node ${major} for this machine (${process.platform}, ${arch}). To fetch it again, remove ${FOLDER}/node_modules.`,
  );
}
