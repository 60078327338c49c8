import { createHash } from 'node:crypto';
import { homedir, tmpdir, userInfo } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import type { GivenVariables } from './check.js';

/** Returns the directory for persistent state; null if none is configured and this user has no home. */
export function findStateDir(given: GivenVariables, environment: NodeJS.ProcessEnv): string | null {
  if (given.TONEARM_STATE_DIR !== undefined) return resolve(given.TONEARM_STATE_DIR);
  const ofService = firstOf(environment['STATE_DIRECTORY']);
  if (ofService !== null) return ofService;
  const ofUser = absoluteOrNull(environment['XDG_STATE_HOME']);
  if (ofUser !== null) return join(ofUser, 'tonearm');
  const home = findHome(environment);
  return home === null ? null : join(home, '.local', 'state', 'tonearm');
}

/**
 * Returns the directory for sockets. Without one from the system, it is a directory in the temporary directory, with a
 * name that this user's other commands derive in the same way. The process that creates it uses mode 0700 and refuses
 * one that belongs to another user.
 */
export function findRuntimeDir(
  given: GivenVariables,
  environment: NodeJS.ProcessEnv,
  stateDir: string,
): string {
  if (given.TONEARM_RUNTIME_DIR !== undefined) return resolve(given.TONEARM_RUNTIME_DIR);
  const ofService = firstOf(environment['RUNTIME_DIRECTORY']);
  if (ofService !== null) return ofService;
  const ofUser = absoluteOrNull(environment['XDG_RUNTIME_DIR']);
  if (ofUser !== null) return join(ofUser, 'tonearm');
  const digest = createHash('sha256').update(stateDir).digest('hex').slice(0, 12);
  return join(tmpdir(), `tonearm-${userInfo().uid}-${digest}`);
}

/** Returns whether systemd created that directory for the service, with the mode of its unit. */
export function isOfService(given: GivenVariables, environment: NodeJS.ProcessEnv): boolean {
  return given.TONEARM_RUNTIME_DIR === undefined && firstOf(environment['RUNTIME_DIRECTORY']) !== null;
}

/** Returns the first directory; systemd separates several with colons. */
function firstOf(list: string | undefined): string | null {
  return absoluteOrNull(list?.split(':')[0]);
}

/** Relative paths in these variables must be ignored (XDG Base Directory Specification). */
function absoluteOrNull(path: string | undefined): string | null {
  return path !== undefined && isAbsolute(path) ? path : null;
}

function findHome(environment: NodeJS.ProcessEnv): string | null {
  const home = absoluteOrNull(environment['HOME']);
  if (home !== null) return home;
  try {
    return absoluteOrNull(homedir());
  } catch {
    return null;
  }
}
