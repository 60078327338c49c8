/**
 * A process that holds a store: node process.js STATE_DIR RUNTIME_DIR. Prints one JSON line for each line it
 * reads; `open` is the first it prints.
 */
import { spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { ExitError } from '../../../src/contract/errors.js';
import { openStore } from '../../../src/store/file-store.js';
import { createRecordingLogger } from '../../fakes/ports/logger.js';
import { credentials, session } from './records.js';

const [stateDir = '', runtimeDir = ''] = process.argv.slice(2);
const say = (answer: object) => process.stdout.write(`${JSON.stringify(answer)}\n`);
const logger = createRecordingLogger();

try {
  const clock = { epochMs: () => Date.now(), steadyMs: () => performance.now() };
  const store = await openStore({ stateDir, runtimeDir, clock, logger, retryMs: 3_600_000 });
  say({ open: process.pid, session: store.session.value, position: store.position.value });
  for await (const line of createInterface({ input: process.stdin })) {
    const [word = '', ...rest] = line.split(' ');
    if (word === 'shell') {
      say({ status: spawnSync('sh', ['-c', rest.join(' ')], { stdio: 'ignore' }).status });
    } else if (word === 'credentials') {
      const next = { ...credentials, accessToken: rest.join(' ') };
      const outcome = await store.credentials.write(next).then(
        () => 'durable',
        (error: unknown) => (error instanceof Error && 'code' in error ? error.code : 'other'),
      );
      say({ outcome, writable: store.writable });
    } else if (word === 'position') {
      const before = logger.messages('warn').length;
      store.position.write({ sourceId: 'ST:1', index: 1, trackToken: null, positionMs: Number(rest[0]) });
      say({ warnings: logger.messages('warn').length - before });
    } else if (word === 'storm') {
      // Writes without pause until killed.
      for (let count = 0; ; count += 1) {
        store.position.write({ sourceId: 'ST:1', index: count, trackToken: null, positionMs: count });
        await store.session.write({ ...session, positionMs: count });
        if (count === 20) say({ storming: true });
      }
    }
  }
  await store.close();
} catch (error) {
  if (!(error instanceof ExitError)) throw error;
  say({ exitCode: error.exitCode, message: error.message });
  process.exitCode = error.exitCode;
}
