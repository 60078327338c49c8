import type { PlayerEvent } from '../core/player-event.js';
import type { Clock, Logger } from '../ports.js';
import { canTieLives, spawnChild } from './child.js';
import { createLoadTracker } from './load-tracker.js';
import { mpvArguments } from './mpv-options.js';
import { type LaunchedProcess, superviseProcess } from './mpv-process.js';
import { type Environment, findProgram, playerEnvironment } from './program.js';
import type { SocketFolder } from './socket-folder.js';

export interface LaunchOptions {
  /** A name to be found on PATH, or a path. */
  readonly mpvPath: string;
  /** mpv's `--ao` and `--audio-device`. */
  readonly audioOutput: string | null;
  readonly audioDevice: string | null;
  /** Further options of mpv, `--name=value`. */
  readonly extraOptions: readonly string[];
  /** What the player may see of it is chosen by name. */
  readonly environment: Environment;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** Where the program is; null when it is nowhere, or cannot be run. */
export function findMpv({ mpvPath, environment }: LaunchOptions): string | null {
  return findProgram(mpvPath, environment.PATH ?? '');
}

/** `setpriv`, when it can tie mpv's life to ours. */
export async function findSetpriv({ environment, logger }: LaunchOptions): Promise<string | null> {
  const setpriv = findProgram('setpriv', environment.PATH ?? '');
  if (setpriv !== null && (await canTieLives(setpriv))) return setpriv;
  // The filter of the unit keeps setpriv from its work; there systemd ends whatever a service leaves behind.
  if (environment['NOTIFY_SOCKET'] !== undefined) logger.debug({}, 'setpriv cannot be used.');
  else logger.warn({}, 'setpriv is missing: if this process is killed, its player may go on playing.');
  return null;
}

/** Starts one mpv; throws when it is no longer there. */
export function launchMpv(
  options: LaunchOptions & {
    readonly sockets: SocketFolder;
    readonly setpriv: string | null;
    readonly emit: (event: PlayerEvent) => void;
  },
): LaunchedProcess {
  const { sockets, setpriv, emit, environment, clock, logger } = options;
  const program = findMpv(options);
  if (program === null) throw new Error('the program is missing');
  const socketPath = sockets.freshPath();
  const args = mpvArguments({ ...options, socketPath });
  const child = spawnChild({ program, args, environment: playerEnvironment(environment), setpriv });
  return superviseProcess({
    child,
    socketPath,
    clock,
    logger,
    createTracker: ask => createLoadTracker({ clock, emit, ask }),
  });
}
