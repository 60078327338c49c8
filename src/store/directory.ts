import { accessSync, chmodSync, constants, lstatSync, readdirSync, statSync } from 'node:fs';
import { EXIT, ExitError } from '../errors.js';
import { makeFolder } from '../make-folder.js';
import type { Logger } from '../ports.js';
import { codeOf } from './file.js';

/**
 * Makes the state directory if need be, readable by its owner alone (contract, section 6). Throws an `ExitError` that
 * names the directory and the remedy: 78 where others may write to it, else 1. A read-only file system is none of its
 * faults: the agent plays on and says that it cannot save.
 */
export function prepareStateDirectory(path: string, logger: Logger): void {
  const place: Place = {
    path,
    name: 'state directory',
    variable: 'TONEARM_STATE_DIR',
    closed: 0o077,
    logger,
  };
  try {
    makeFolder(path);
    closeToOthers(place);
    accessSync(path, constants.R_OK | constants.X_OK);
    try {
      accessSync(path, constants.W_OK);
    } catch (error) {
      if (codeOf(error) !== 'EROFS') throw error;
    }
  } catch (error) {
    if (error instanceof ExitError) throw error;
    throw new ExitError(EXIT.fault, describe(path, codeOf(error)), { cause: error });
  }
}

/**
 * Makes the runtime directory if need be. One that cannot be had costs the unsynced position and the sockets, and a
 * warning; one that others may write to is refused with an `ExitError` 78. Its group may enter it.
 */
export function prepareRuntimeDirectory(path: string, logger: Logger): void {
  const place: Place = {
    path,
    name: 'runtime directory',
    variable: 'TONEARM_RUNTIME_DIR',
    closed: 0o022,
    logger,
  };
  try {
    makeFolder(path);
    closeToOthers(place);
  } catch (error) {
    if (error instanceof ExitError) throw error;
    logger.warn({ path, errno: codeOf(error) }, 'The runtime directory cannot be used.');
  }
}

interface Place {
  readonly path: string;
  readonly name: string;
  readonly variable: string;
  /** What nobody but the owner may have of its mode. */
  readonly closed: number;
  readonly logger: Logger;
}

const STICKY = 0o1000;
const WRITABLE = 0o022;

/**
 * Whoever may write where the agent keeps its files could take them away, and put others or links in their place. Root
 * may look after another user's agent, so to root all owners are alike.
 */
function closeToOthers(place: Place): void {
  const { path, closed } = place;
  const own = process.geteuid?.() ?? 0;
  // A link is its owner's to point elsewhere.
  const owners = [lstatSync(path).uid, statSync(path).uid];
  if (own !== 0 && owners.some(uid => uid !== own && uid !== 0)) {
    throw refuse(place, "belongs to another user: give it to the agent's user (chown)");
  }
  const mode = statSync(path).mode & 0o7777;
  // So is a file system in memory that was mounted for the agent: it is told by its emptiness.
  if (
    (mode & STICKY) !== 0 &&
    (mode & WRITABLE) !== 0 &&
    (owners.some(uid => uid !== own) || !isEmpty(path))
  ) {
    throw refuse(place, 'is shared with other users: take a directory inside of it');
  }
  if ((mode & closed) !== 0) tighten(place, mode);
}

function isEmpty(path: string): boolean {
  return readdirSync(path).length === 0;
}

function tighten(place: Place, mode: number): void {
  const { path, name, closed, logger } = place;
  try {
    chmodSync(path, mode & 0o777 & ~closed);
  } catch (error) {
    const errno = codeOf(error);
    logger.warn({ path, errno }, `The ${name} is open to others, and its mode cannot be changed.`);
    if (errno === 'EROFS') return;
  }
  const found = statSync(path).mode;
  if ((found & WRITABLE) !== 0) throw refuse(place, 'can be written by others: chmod go-w');
  if ((found & closed) === 0) {
    logger.info({ path, mode: mode.toString(8) }, `The ${name} was open to others; its mode was changed.`);
  }
}

function refuse({ path, name, variable }: Place, problem: string): ExitError {
  return new ExitError(
    EXIT.badConfiguration,
    `The ${name} ${path} ${problem}, or set ${variable} to one of the agent's own, such as ${variable}=${path}/tonearm.`,
  );
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
