// How slow this machine is just now, by what every test does most: starting Node.
import { spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';

/** What it takes on a machine that is quick enough, with something else going on beside it. */
const QUICK_MS = 120;
/** From here on it is hopeless rather than slow: a test that hangs is to be told of some time. */
const MOST = 10;
const TRIES = 5;

/** 1 on a machine that is quick enough: what tests wait for at most, and what they bear, grows with it. */
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
