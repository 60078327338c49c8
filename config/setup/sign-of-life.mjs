// Prints every few seconds that a silent step is still running, so that a user who waits for minutes does not think
// that it hangs.
import { Worker } from 'node:worker_threads';

const EVERY_MS = 10_000;
/**
 * Runs in a thread of its own, because the main thread mostly waits for a child and cannot act. Not on standard output,
 * whose last line may be the name of a package.
 */
const TELLER = `
const { workerData: { what, everyMs } } = require('node:worker_threads');
const { writeSync } = require('node:fs');
const startedMs = Date.now();
setInterval(() => {
  const seconds = Math.round((Date.now() - startedMs) / 1000);
  try { writeSync(2, '[tonearm]   ' + what + ': ' + seconds + ' s so far\\n'); } catch {}
}, everyMs);
`;

/** Returns what `work` returns, or what its promise resolves with. */
export function withSignOfLife(what, work, everyMs = EVERY_MS) {
  // Settings that suit this script, whatever options this program was started with.
  const settings = { eval: true, execArgv: [], env: {}, workerData: { what, everyMs } };
  const teller = new Worker(TELLER, settings);
  teller.unref();
  const end = () => void teller.terminate();
  try {
    const result = work();
    if (typeof result?.finally === 'function') return result.finally(end);
    end();
    return result;
  } catch (error) {
    end();
    throw error;
  }
}
