// Says every few seconds that something silent still goes on: whoever waits for minutes must not think that it hangs.
import { Worker } from 'node:worker_threads';

const EVERY_MS = 10_000;
/** In a thread of its own: this one mostly waits for a child, and does nothing meanwhile. Not on the standard output, which may end with the name of a package. */
const TELLER = `
const { workerData: { what, everyMs } } = require('node:worker_threads');
const { writeSync } = require('node:fs');
const startedMs = Date.now();
setInterval(() => {
  const seconds = Math.round((Date.now() - startedMs) / 1000);
  try { writeSync(2, '[tonearm]   ' + what + ': ' + seconds + ' s so far\\n'); } catch {}
}, everyMs);
`;

/** Answers what `work` answers, or what its promise resolves with. */
export function withSignOfLife(what, work, everyMs = EVERY_MS) {
  // As this script wants it, whatever this program was told of modules.
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
