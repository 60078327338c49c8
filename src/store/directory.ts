import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs';
import { EXIT, ExitError } from '../errors.js';
import type { Logger } from '../ports.js';
import { codeOf } from './file.js';

/**
 * Makes the state directory if need be, readable by its owner alone (contract, section 6). Throws an `ExitError` 1
 * that names the directory and the remedy. A read-only file system is none of its faults: the agent plays on and
 * says that it cannot save.
 */
export function prepareStateDirectory(path: string, logger: Logger): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const mode = statSync(path).mode & 0o7777;
    if ((mode & 0o077) !== 0) tighten(path, mode, logger);
    accessSync(path, constants.R_OK | constants.X_OK);
    try {
      accessSync(path, constants.W_OK);
    } catch (error) {
      if (codeOf(error) !== 'EROFS') throw error;
    }
  } catch (error) {
    throw new ExitError(EXIT.fault, describe(path, codeOf(error)), { cause: error });
  }
}

/** The runtime directory serves only the unsynced position: a fault costs that and nothing else. */
export function prepareRuntimeDirectory(path: string, logger: Logger): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    logger.warn({ path, errno: codeOf(error) }, 'runtime directory unusable');
  }
}

function tighten(path: string, mode: number, logger: Logger): void {
  try {
    chmodSync(path, 0o700);
    logger.info({ path, mode: mode.toString(8) }, 'state directory was open to others, tightened');
  } catch (error) {
    logger.warn({ path, errno: codeOf(error) }, 'state directory is open to others and cannot be tightened');
  }
}

function describe(path: string, code: string): string {
  const name = `The state directory ${path}`;
  if (code === 'EEXIST' || code === 'ENOTDIR') {
    return `${name} is, or lies below, something that is no directory: move it away, or set TONEARM_STATE_DIR.`;
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return `${name} cannot be read and written (${code}): give it to the agent's user (chown), or set TONEARM_STATE_DIR.`;
  }
  return `${name} cannot be used (${code}): repair it, or set TONEARM_STATE_DIR to another one.`;
}
