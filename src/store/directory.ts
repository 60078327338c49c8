import { accessSync, chmodSync, constants, lstatSync, readdirSync, statSync } from 'node:fs';
import { EXIT, ExitError } from '../contract/errors.js';
import { makeFolder } from '../lib/make-folder.js';
import type { Logger } from '../contract/ports.js';
import { codeOf } from './file.js';

/**
 * Creates the state directory if it is missing, readable by its owner only (contract, section 6). Throws an
 * `ExitError` that names the directory and the remedy: 78 if others may write to it, else 1. A read-only file system
 * is no error: the agent plays on and reports that it cannot save.
 */
export function prepareStateDirectory(path: string, logger: Logger): void {
  const place: AgentDirectory = {
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
 * Creates the runtime directory if it is missing. Its group may enter it. If it cannot be used, logs a warning; the
 * unsynced position and the sockets are then missing. Throws an `ExitError` 78 if others may write to it.
 */
export function prepareRuntimeDirectory(path: string, logger: Logger): void {
  const place: AgentDirectory = {
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

interface AgentDirectory {
  readonly path: string;
  readonly name: string;
  readonly variable: string;
  /** The mode bits that only the owner may have. */
  readonly closed: number;
  readonly logger: Logger;
}

const STICKY = 0o1000;
const WRITABLE = 0o022;

/**
 * Other users who may write here could remove the agent's files and replace them with their own or with links. Root
 * may examine another user's agent, so it accepts every owner.
 */
function closeToOthers(place: AgentDirectory): void {
  const { path, closed } = place;
  const own = process.geteuid?.() ?? 0;
  // The owner of a symbolic link can redirect it.
  const owners = [lstatSync(path).uid, statSync(path).uid];
  if (own !== 0 && owners.some(uid => uid !== own && uid !== 0)) {
    throw refuse(place, "belongs to another user: give it to the agent's user (chown)");
  }
  const mode = statSync(path).mode & 0o7777;
  // A file system in memory mounted for the agent has the same mode; it differs by being empty.
  if (
    (mode & STICKY) !== 0 &&
    (mode & WRITABLE) !== 0 &&
    (owners.some(uid => uid !== own) || !isEmpty(path))
  ) {
    throw refuse(place, 'is shared with other users: use a directory inside it');
  }
  if ((mode & closed) !== 0) tighten(place, mode);
}

function isEmpty(path: string): boolean {
  return readdirSync(path).length === 0;
}

function tighten(place: AgentDirectory, mode: number): void {
  const { path, name, closed, logger } = place;
  try {
    chmodSync(path, mode & 0o777 & ~closed);
  } catch (error) {
    const errno = codeOf(error);
    logger.warn({ path, errno }, `The ${name} is accessible to other users, and its mode cannot be changed.`);
    if (errno === 'EROFS') return;
  }
  const found = statSync(path).mode;
  if ((found & WRITABLE) !== 0) throw refuse(place, 'is writable for other users: run chmod go-w');
  if ((found & closed) === 0) {
    logger.info(
      { path, mode: mode.toString(8) },
      `The ${name} was accessible to other users; its mode was changed.`,
    );
  }
}

function refuse({ path, name, variable }: AgentDirectory, problem: string): ExitError {
  return new ExitError(
    EXIT.badConfiguration,
    `The ${name} ${path} ${problem}, or set ${variable} to one of the agent's own, such as ${variable}=${path}/tonearm.`,
  );
}

function describe(path: string, code: string): string {
  const name = `The state directory ${path}`;
  if (code === 'EEXIST' || code === 'ENOTDIR') {
    return `${name} is not a directory, or a part of its path is not: move that away, or set TONEARM_STATE_DIR.`;
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return `${name} cannot be read and written (${code}): give it to the agent's user (chown), or set TONEARM_STATE_DIR.`;
  }
  return `${name} cannot be used (${code}): repair it, or set TONEARM_STATE_DIR to another directory.`;
}
