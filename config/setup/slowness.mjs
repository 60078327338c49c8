// Measures how slow this machine is at present, by the most frequent operation of the tests: starting Node.
import { spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';

/** The time on a sufficiently quick machine that also runs something else. */
const QUICK_MS = 120;
/** The upper limit: beyond it a machine is too slow to test on, and a hanging test must be detected at some time. */
const MOST = 10;
const TRIES = 5;

/** Returns a factor, 1 on a sufficiently quick machine, by which the tests' waiting times and tolerances grow. */
export function measureSlowness(start = startNode) {
  start();
  const took = Array.from({ length: TRIES }, start).sort((one, other) => one - other);
  const slowness = took[Math.floor(TRIES / 2)] / QUICK_MS;
  return Math.round(Math.min(MOST, Math.max(1, slowness)) * 10) / 10;
}

function startNode() {
  const startedMs = performance.now();
  spawnSync(process.execPath, ['-e', '0'], { stdio: 'ignore' });
  return performance.now() - startedMs;
}
