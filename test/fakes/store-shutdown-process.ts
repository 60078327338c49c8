/**
 * An agent that only stops: node store-shutdown-process.js FAULT STEP…, where a step is `good`, `failing`, `hung` or
 * `stuck` (hung for as long as the rest together may take). Prints its log and the steps it takes, a JSON line each.
 */
import { createShutdown, type StopStep } from '../../src/host/shutdown.js';

const say = (answer: object) => process.stdout.write(`${JSON.stringify(answer)}\n`);
const log = (level: string) => (details: object, message: string) => {
  say({ level, message, ...details });
};
const logger = { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') };
const [fault, ...kinds] = process.argv.slice(2);

const steps = kinds.map((kind, place): StopStep => {
  const name = `${kind}-${place}`;
  return {
    name,
    boundMs: kind === 'stuck' ? 60_000 : 50,
    stop() {
      say({ step: name });
      if (kind === 'failing') throw new Error('no http://host/path?token=secret for you');
      if (kind === 'hung' || kind === 'stuck') return new Promise<void>(() => undefined);
      return Promise.resolve();
    },
  };
});
const shutdown = createShutdown({ logger, steps: () => steps, process });
shutdown.start();
setInterval(() => undefined, 60_000);
say({ started: true });
if (fault === 'throw') {
  setImmediate(() => {
    throw Object.assign(new Error('GET http://audio/x?token=secret failed'), {
      code: 'E_BUG',
      token: 'secret',
    });
  });
}
if (fault === 'reject') void Promise.reject(new Error('nobody waits for this'));
if (fault === 'run') void shutdown.run('asked', 0);
