import { loadConfig } from '../config/config.js';
import { EXIT } from '../contract/errors.js';
import { createLogger } from '../lib/log.js';
import type { Command } from './command.js';
import { readVersion } from './version.js';
import { untilAborted } from './stop-signal.js';

/** Time limit in milliseconds for the agent's stop; the exit ends what is still open then. */
const STOP_MS = 4_500;
const CRASH_STOP_MS = 2_000;
/** The number of flight-recorder entries to log with a crash. */
const LAST_DECISIONS = 40;

export const runCommand: Command = {
  name: 'run',
  summary: 'runs the agent that plays on this machine; TONEARM_… environment variables configure it',
  options: {},
  notes: [
    'SIGTERM or Ctrl-C stops it; a second one ends it at once.',
    'Exit codes: 0 clean, 1 fault, 64 wrong usage, 69 mpv is missing, 78 bad configuration.',
  ],
  async run(_given, stop) {
    const { config, warnings } = loadConfig();
    const logger = createLogger({ level: config.logLevel, format: config.logFormat });
    for (const warning of warnings) logger.warn({}, warning);
    const { Daemon } = await import('../daemon/daemon.js');
    const daemon = new Daemon({ config, version: readVersion(), logger });
    const crash = (err: unknown): void => {
      const record = daemon.latest(LAST_DECISIONS);
      logger.fatal({ err, record }, 'An internal error occurred; the agent exits and may be restarted.');
      void daemon.stop(CRASH_STOP_MS).finally(() => process.exit(EXIT.fault));
    };
    // An unhandled rejection also arrives as an exception.
    process.on('uncaughtException', crash);
    const started = daemon.start();
    // A stop must not wait for an unfinished start.
    await Promise.race([started, untilAborted(stop)]).catch(async (error: unknown) => {
      await daemon.stop(STOP_MS);
      throw error;
    });
    started.catch((err: unknown) => logger.debug({ err }, 'The start was aborted.'));
    await untilAborted(stop);
    return (await daemon.stop(STOP_MS)) ? EXIT.clean : EXIT.fault;
  },
};
