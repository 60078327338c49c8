import { join } from 'node:path';
import { EXIT, ExitError } from '../errors.js';
import type { Clock, Logger, Store } from '../ports.js';
import { createCell, type FileCell } from './cell.js';
import { prepareRuntimeDirectory, prepareStateDirectory } from './directory.js';
import { codeOf, readContent, removeLeftovers, setAside } from './file.js';
import { takeLock } from './lock.js';
import {
  clientsFormat,
  credentialsFormat,
  deviceFormat,
  type Format,
  parsePersisted,
  sessionFormat,
} from './persisted.js';
import { openPositionFile } from './position-file.js';

export interface StoreOptions {
  /** Made if missing, 0700. One store at a time. */
  readonly stateDir: string;
  /** Where the unsynced position lives; made if missing. */
  readonly runtimeDir: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How long a write that failed waits for its next attempt, in milliseconds. */
  readonly retryMs?: number;
}

/**
 * Opens the state directory (contract, section 6) and reads it whole. Rejects with an `ExitError`: 1 when the
 * directory is unusable or another process holds it, 69 without `flock`, 78 when a file comes from a newer version.
 * Whatever else is wrong with a file costs that file only: it is set aside and the loss is logged.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { stateDir, runtimeDir, logger } = options;
  prepareStateDirectory(stateDir, logger);
  const lock = takeLock(stateDir);
  try {
    prepareRuntimeDirectory(runtimeDir, logger);
    let writable = true;
    const note = (succeeded: boolean) => {
      writable = succeeded;
    };
    await removeLeftovers(
      stateDir,
      [deviceFormat, credentialsFormat, sessionFormat, clientsFormat].map(format => format.name),
    ).catch((error: unknown) => {
      logger.warn({ errno: codeOf(error) }, 'leftovers of unfinished writes not removed');
    });
    const cells = {
      device: await openCell(deviceFormat, options, note),
      credentials: await openCell(credentialsFormat, options, note),
      session: await openCell(sessionFormat, options, note),
      clients: await openCell(clientsFormat, options, note),
    };
    return {
      ...cells,
      position: openPositionFile(runtimeDir, logger),
      get writable() {
        return writable;
      },
      async close() {
        await Promise.all(Object.values(cells).map(cell => cell.close()));
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openCell<T extends object>(
  format: Format<T>,
  { stateDir, clock, logger, retryMs = 30_000 }: StoreOptions,
  onOutcome: (succeeded: boolean) => void,
): Promise<FileCell<T>> {
  const path = join(stateDir, format.name);
  const found = await readContent(path);
  const cell = (value: T | null, content: string | null) =>
    createCell({ path, format, value, content, logger, retryMs, onOutcome });
  if (found.outcome === 'none') return cell(null, null);
  const parsed =
    found.outcome === 'text'
      ? parsePersisted(format, found.text)
      : { outcome: 'invalid' as const, problem: found.problem };
  if (parsed.outcome === 'value' && found.outcome === 'text') return cell(parsed.value, found.text);
  if (parsed.outcome === 'newer') {
    throw new ExitError(
      EXIT.badConfiguration,
      `${path} was written by a newer Tonearm (schema ${parsed.schema}, known up to ${format.schema}): ` +
        'install that version again, or set TONEARM_STATE_DIR to another directory. The file was left alone.',
    );
  }
  const problem = parsed.outcome === 'invalid' ? parsed.problem : '';
  try {
    const keptAs = await setAside(path, clock.epochMs());
    logger.error(
      { file: format.name, problem, keptAs },
      'state file unusable: set aside, going on without it',
    );
  } catch (error) {
    logger.error(
      { file: format.name, problem, errno: codeOf(error) },
      'state file unusable, going on without it',
    );
  }
  return cell(null, null);
}
