import { createHash } from 'node:crypto';
import { homedir, tmpdir, userInfo } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import type { Given } from './check.js';

/** Where the agent keeps what must last; null when this user has no home to keep it in. */
export function findStateDir(given: Given, environment: NodeJS.ProcessEnv): string | null {
  if (given.TONEARM_STATE_DIR !== undefined) return resolve(given.TONEARM_STATE_DIR);
  const ofService = firstOf(environment['STATE_DIRECTORY']);
  if (ofService !== null) return ofService;
  const ofUser = absoluteOrNull(environment['XDG_STATE_HOME']);
  if (ofUser !== null) return join(ofUser, 'tonearm');
  const home = findHome(environment);
  return home === null ? null : join(home, '.local', 'state', 'tonearm');
}

/**
 * Where sockets live. Without a folder from the system it is one in the temporary directory whose name this
 * user's other commands work out alike; whoever makes it makes it 0700 and refuses one that is another user's.
 */
export function findRuntimeDir(given: Given, environment: NodeJS.ProcessEnv, stateDir: string): string {
  if (given.TONEARM_RUNTIME_DIR !== undefined) return resolve(given.TONEARM_RUNTIME_DIR);
  const ofService = firstOf(environment['RUNTIME_DIRECTORY']);
  if (ofService !== null) return ofService;
  const ofUser = absoluteOrNull(environment['XDG_RUNTIME_DIR']);
  if (ofUser !== null) return join(ofUser, 'tonearm');
  const digest = createHash('sha256').update(stateDir).digest('hex').slice(0, 12);
  return join(tmpdir(), `tonearm-${userInfo().uid}-${digest}`);
}

/** Whether that folder is one that systemd made for the service, with the mode that its unit says. */
export function isOfService(given: Given, environment: NodeJS.ProcessEnv): boolean {
  return given.TONEARM_RUNTIME_DIR === undefined && firstOf(environment['RUNTIME_DIRECTORY']) !== null;
}

/** systemd lists several directories with colons between. */
function firstOf(list: string | undefined): string | null {
  return absoluteOrNull(list?.split(':')[0]);
}

/** Relative paths in these variables are to be ignored (XDG Base Directory Specification). */
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
