import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import type { ControlClient } from '../client/control-client.js';
import { isOfStranger } from '../client/node-socket-owner.js';
import { currentEnvironment, placesOf } from '../config.js';
import { hasTonearm, toDeviceEnvironment } from '../config/device-environment.js';
import { EXIT, ExitError } from '../errors.js';
import { connectSpeaker, UnreachableError } from './ctl/connect.js';
import { createTrouble } from './trouble.js';

export const SOCKET = 'control.sock';

/**
 * `notRunning`: there is no socket, or nobody listens at it. `noRight`: this user may not open it. `silent`: who
 * listens at it says nothing.
 */
type Away = 'notRunning' | 'noRight' | 'silent';

/** This machine has a Tonearm, and it cannot be spoken to; the message says why, and what to do. */
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
 * The path of the socket of this machine's agent, null where this machine has no Tonearm. Throws an `AwayError` where
 * there is no socket to open, or none that this user may.
 */
export function findLocalSocket(): string | null {
  const environment = currentEnvironment();
  if (!hasTonearm(environment)) return null;
  const path = join(placesOf(toDeviceEnvironment(environment)).runtimeDir, SOCKET);
  checkSocket(path);
  return path;
}

/** Throws an `AwayError` where there is none, or this user may not open it. */
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
export async function openLocalAgent(name: string): Promise<ControlClient | null> {
  const path = findLocalSocket();
  return path === null ? null : openSocket(path, name);
}

/** A session with the agent at that socket. Rejects with an `AwayError`. */
export async function openSocket(path: string, name: string): Promise<ControlClient> {
  checkSocket(path);
  const { LocalSocket } = await import('../client/node-local-socket.js');
  try {
    return await connectSpeaker({ url: path, name, token: () => null, WebSocket: LocalSocket });
  } catch (cause) {
    if (!(cause instanceof UnreachableError)) throw cause;
    // A killed agent leaves its socket behind; one that hangs still has its own.
    throw new AwayError(cause.isSilence ? 'silent' : 'notRunning', path, { cause });
  }
}

/** The same; a machine without a Tonearm is an `ExitError` as well. */
export async function needLocalAgent(name: string): Promise<ControlClient> {
  const client = await openLocalAgent(name);
  if (client !== null) return client;
  throw createTrouble('this machine has no Tonearm', `run "sudo ${name}" on the speaker`);
}

function toWords(away: Away, path: string): [problem: string, remedy: string] {
  const unit = /^\/run\/(tonearm(?:@[^/]+)?)\//.exec(path)?.[1];
  if (away === 'noRight') {
    const others =
      unit === undefined
        ? ''
        : '; members of the group tonearm may, too (sudo adduser NAME tonearm, then sign in anew)';
    const remedy = `do it as root, with sudo, or as the agent’s user${others}`;
    return [`this user may not open ${path}, where the Tonearm of this machine listens`, remedy];
  }
  if (away === 'silent') {
    const remedy = unit === undefined ? 'stop it and start it again' : `sudo systemctl restart ${unit}`;
    return [`the agent at ${path} does not answer`, remedy];
  }
  return [
    `no agent answers at ${path}, the Tonearm of this machine does not run`,
    unit === undefined
      ? 'start it with "tonearm run", or set TONEARM_RUNTIME_DIR to where it is'
      : `start it with "sudo systemctl start ${unit}"; "sudo systemctl status ${unit}" tells why it does not run`,
  ];
}
