import { loadConfig } from '../config.js';
import { EXIT, ExitError } from '../errors.js';
import { createLogger } from '../log.js';
import type { Command } from './command.js';
import { untilAborted } from './stop-signal.js';

/** The agent gets this long to stop; what still holds it up then is left to the exit. */
const STOP_MS = 4500;

export const runCommand: Command = {
  name: 'run',
  summary: 'plays on this machine, configured by TONEARM_… environment variables',
  options: {},
  notes: [
    'Stops on SIGTERM or Ctrl-C; a second one stops it at once.',
    'Exit codes: 0 clean, 1 fault, 64 wrong usage, 69 mpv is missing, 78 bad configuration.',
  ],
  async run(_given, stop) {
    const { config, warnings } = loadConfig();
    const logger = createLogger({ level: config.logLevel });
    for (const warning of warnings) logger.warn({}, warning);
    const crash = (err: unknown): never => {
      logger.fatal({ err }, 'this is a fault of the program; it ends here and may be started again');
      process.exit(EXIT.fault);
    };
    process.on('uncaughtException', crash);
    process.on('unhandledRejection', crash);
    const { createDaemon } = await import('../daemon.js');
    const daemon = createDaemon({ config, logger });
    const started = daemon.start();
    // A stop during the start must not wait for it.
    await Promise.race([started, untilAborted(stop)]).catch(async (error: unknown) => {
      await within(STOP_MS, daemon.stop());
      throw error;
    });
    started.catch((err: unknown) => logger.debug({ err }, 'the start was broken off'));
    await untilAborted(stop);
    if (await within(STOP_MS, daemon.stop())) return EXIT.clean;
    throw new ExitError(EXIT.fault, `not everything had stopped after ${STOP_MS} ms`);
  },
};

/** Whether the work was done within the time; its failure is the caller's. */
async function within(milliseconds: number, work: Promise<void>): Promise<boolean> {
  const waiting = new AbortController();
  const late = new Promise<boolean>(resolve => {
    const timer = setTimeout(() => resolve(false), milliseconds);
    waiting.signal.addEventListener('abort', () => clearTimeout(timer));
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    waiting.abort();
  }
}
