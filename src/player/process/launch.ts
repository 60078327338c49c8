import type { PlayerEvent } from '../../core/vocabulary/player-event.js';
import { EXIT, ExitError } from '../../contract/errors.js';
import type { Clock, Logger } from '../../contract/ports.js';
import { mpvArguments, silentArguments } from '../sound/mpv-options.js';
import { LaunchedProcess } from './mpv-process.js';
import { type Environment, findProgram } from './program.js';
import type { SocketFolder } from './socket-folder.js';
import { Starter } from './starter.js';

export interface LaunchOptions {
  /** A name to look up on PATH, or a path. */
  readonly mpvPath: string;
  /** mpv's `--ao` and `--audio-device`; null: mpv's own choice. */
  readonly audioOutput: string | null;
  readonly audioDevice: string | null;
  /** Further options for mpv, as `--name=value`. */
  readonly extraOptions: readonly string[];
  /** Whether to hide the agent's files from the player where the system supports it (`TONEARM_MPV_ROOM`). */
  readonly room: boolean;
  /** The agent's folders for its files. */
  readonly stateDir: string;
  readonly runtimeDir: string;
  /** The agent's environment; the player gets only variables that are selected by name. */
  readonly environment: Environment;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** Returns mpv's absolute path; null if it is missing or not executable. */
function findMpv({ mpvPath, environment }: LaunchOptions): string | null {
  return findProgram(mpvPath, environment.PATH ?? '');
}

/** Returns mpv's absolute path; throws an `ExitError` 69 if there is none. */
export function requireMpv(options: LaunchOptions): string {
  const program = findMpv(options);
  if (program !== null) return program;
  const message = `${options.mpvPath} is not an executable program: install mpv, or set TONEARM_MPV_PATH to its path, for example /usr/bin/mpv`;
  throw new ExitError(EXIT.missingProgram, message);
}

/** Creates the starter for each mpv, with the sockets in the given folder. */
export function findStarter(options: LaunchOptions, program: string, { path }: SocketFolder): Starter {
  const { stateDir, runtimeDir } = options;
  return new Starter({
    ...options,
    program,
    socketFolder: path,
    ours: [stateDir, runtimeDir, path],
    trial: silentArguments(options),
  });
}

/** Starts one mpv. Throws if the program no longer exists. */
export function launchMpv(
  options: LaunchOptions & {
    readonly sockets: SocketFolder;
    readonly starter: Starter;
    readonly emit: (event: PlayerEvent) => void;
  },
): LaunchedProcess {
  const { sockets, starter, emit, clock, logger } = options;
  if (findMpv(options) === null) throw new Error('the program is missing');
  const socketPath = sockets.freshPath();
  return new LaunchedProcess({
    child: starter.start(mpvArguments({ ...options, socketPath })),
    socketPath,
    clock,
    logger,
    emit,
    audioOutput: options.audioOutput,
    audioDevice: options.audioDevice,
  });
}
