import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { isOfStranger } from '../client/node-socket-owner.js';
import { placesOf } from '../config/config.js';
import type { LocalDevice } from '../config/device.js';
import { EXIT, ExitError } from '../contract/errors.js';
import { type Connected, connectSpeaker, UnreachableError } from './ctl/connect.js';
import { createTrouble } from './trouble.js';

export const SOCKET = 'control.sock';

/**
 * `notRunning`: there is no socket, or nothing listens on it. `noRight`: this user may not open it. `silent`: the
 * listener sends nothing.
 */
type Away = 'notRunning' | 'noRight' | 'silent';

/** This machine has a Tonearm that cannot be reached; the message gives cause and remedy. */
export class AwayError extends ExitError {
  readonly away: Away;
  readonly problem: string;
  readonly remedy: string;

  constructor(away: Away, path: string, options?: ErrorOptions) {
    const [problem, remedy] = toWords(away, path);
    super(EXIT.fault, `${problem}\n→ ${remedy}`, options);
    this.name = 'AwayError';
    this.away = away;
    this.problem = problem;
    this.remedy = remedy;
  }
}

/**
 * Returns the socket path of this machine's agent, or null if this machine has no Tonearm. Throws an `AwayError` if the
 * socket is missing or this user may not open it.
 */
export function findLocalSocket({ environment, isThere }: LocalDevice): string | null {
  if (!isThere) return null;
  const path = join(placesOf(environment).runtimeDir, SOCKET);
  checkSocket(path);
  return path;
}

/** Throws an `AwayError` if the socket is missing or this user may not open it. */
function checkSocket(path: string): void {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    if (isOfStranger(path)) throw new AwayError('noRight', path);
  } catch (cause) {
    if (cause instanceof AwayError) throw cause;
    const { code } = cause as NodeJS.ErrnoException;
    throw new AwayError(code === 'ENOENT' || code === 'ENOTDIR' ? 'notRunning' : 'noRight', path, { cause });
  }
}

/** A session with the agent of this machine, null where there is no Tonearm. Rejects with an `AwayError`. */
export async function openLocalAgent(name: string, device: LocalDevice): Promise<Connected | null> {
  const path = findLocalSocket(device);
  return path === null ? null : openSocket(path, name);
}

/** A session with the agent at that socket. Rejects with an `AwayError`. */
export async function openSocket(path: string, name: string): Promise<Connected> {
  checkSocket(path);
  const { LocalSocket } = await import('../client/node-local-socket.js');
  try {
    return await connectSpeaker({ url: path, name, token: () => null, WebSocket: LocalSocket });
  } catch (cause) {
    if (!(cause instanceof UnreachableError)) throw cause;
    // A killed agent leaves its socket behind; a hung one still listens on it.
    throw new AwayError(cause.isSilence ? 'silent' : 'notRunning', path, { cause });
  }
}

/** The same; a machine without a Tonearm is an `ExitError` as well. */
export async function needLocalAgent(name: string, device: LocalDevice): Promise<Connected> {
  const client = await openLocalAgent(name, device);
  if (client !== null) return client;
  throw createTrouble('no speaker is set up on this machine', `run "sudo ${name}" on the speaker`);
}

function toWords(away: Away, path: string): [problem: string, remedy: string] {
  const unit = /^\/run\/(tonearm(?:@[^/]+)?)\//.exec(path)?.[1];
  if (away === 'noRight') {
    const others =
      unit === undefined
        ? ''
        : '; members of the group tonearm may do it too (sudo adduser NAME tonearm, then log in again)';
    const remedy = `run it as root, with sudo, or as the agent’s user${others}`;
    return [`this user may not open ${path}, the socket of this machine’s agent`, remedy];
  }
  if (away === 'silent') {
    const remedy = unit === undefined ? 'restart it' : `sudo systemctl restart ${unit}`;
    return [`the agent at ${path} does not answer`, remedy];
  }
  const isSecond = unit?.includes('@') === true;
  return [
    `no agent answers at ${path}: ${isSecond ? unit : 'the agent of this machine'} is not running`,
    unit === undefined
      ? 'start it with "tonearm run", or set TONEARM_RUNTIME_DIR to its runtime directory'
      : `start it with "sudo systemctl start ${unit}"; "sudo systemctl status ${unit}" shows why it is not running`,
  ];
}
