import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { currentEnvironment, parseConfig } from '../config/config.js';
import { EXIT } from '../contract/errors.js';
import { createLogger } from '../lib/log.js';
import { readVersion } from './version.js';
import { COMMANDS } from './commands.js';
import { unlessAborted } from './stop-signal.js';

/** A speaker that nobody can reach, and that reaches nobody. */
const NOBODY = {
  TONEARM_AUTH_URL: 'http://127.0.0.1:9',
  TONEARM_BASE_URL: 'http://127.0.0.1:9',
  TONEARM_CLIENT_ID: 'nobody',
  TONEARM_HTTP_HOST: '127.0.0.1',
  TONEARM_HTTP_PORT: '0',
  TONEARM_MDNS: 'off',
  TONEARM_AUDIO_OUTPUT: 'null',
  TONEARM_LOG_LEVEL: 'fatal',
} as const;
/** In this time, milliseconds, a started agent loads what need not come first. */
const LATER_MS = 1_000;
const STOP_MS = 4_500;

/**
 * Starts the agent for a moment, so that V8 compiles what a start needs, and loads every command. The loader of the
 * bundled program writes the compiled code at the exit (config/bundle/loader.cjs). Rejects with an `ExitError` if the
 * agent does not start, or the signal is aborted first.
 */
export async function compile(stop: AbortSignal): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'tonearm-compile-'));
  try {
    const { PATH, TMPDIR } = currentEnvironment();
    const { config } = parseConfig({
      ...NOBODY,
      ...(PATH !== undefined && { PATH }),
      ...(TMPDIR !== undefined && { TMPDIR }),
      TONEARM_STATE_DIR: join(folder, 'state'),
      TONEARM_RUNTIME_DIR: join(folder, 'run'),
    });
    const logger = createLogger({ level: config.logLevel, format: config.logFormat });
    const { Daemon } = await import('../daemon/daemon.js');
    const daemon = new Daemon({ config, version: readVersion(), logger });
    try {
      await unlessAborted(daemon.start(), stop);
      await Promise.all([sleep(LATER_MS), ...COMMANDS.map(({ load }) => load())]);
    } finally {
      await daemon.stop(STOP_MS);
    }
    return EXIT.clean;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
