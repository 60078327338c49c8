import type { LoadFault, PlayerEvent } from '../core/player-event.js';
import type { Clock, Logger } from '../ports.js';
import { createLoadTracker } from './load-tracker.js';
import { mpvArguments, silentArguments } from './mpv-options.js';
import { type LaunchedProcess, type MpvProcess, superviseProcess } from './mpv-process.js';
import { type Environment, findProgram } from './program.js';
import type { SocketFolder } from './socket-folder.js';
import { createStarter, type Starter } from './starter.js';

export interface LaunchOptions {
  /** A name to be found on PATH, or a path. */
  readonly mpvPath: string;
  /** mpv's `--ao` and `--audio-device`. */
  readonly audioOutput: string | null;
  readonly audioDevice: string | null;
  /** Further options of mpv, `--name=value`. */
  readonly extraOptions: readonly string[];
  /** Kept from the agent's files, where the system can (`TONEARM_MPV_ROOM`). */
  readonly room: boolean;
  /** Where the agent keeps its files. */
  readonly stateDir: string;
  readonly runtimeDir: string;
  /** What the player may see of it is chosen by name. */
  readonly environment: Environment;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** Where the program is; null when it is nowhere, or cannot be run. */
export function findMpv({ mpvPath, environment }: LaunchOptions): string | null {
  return findProgram(mpvPath, environment.PATH ?? '');
}

/** What starts each mpv, whose sockets lie there. */
export function findStarter(options: LaunchOptions, program: string, { path }: SocketFolder): Starter {
  const { stateDir, runtimeDir } = options;
  return createStarter({
    ...options,
    program,
    socketFolder: path,
    ours: [stateDir, runtimeDir, path],
    trial: silentArguments(options),
  });
}

/** Tells the listener, too. Where another process would see what this one did not, that gives way if it holds nothing. */
export function mendingTo(
  listener: (event: PlayerEvent) => void,
  starter: Starter,
  idle: () => MpvProcess | null,
): (event: PlayerEvent) => void {
  const mend = async (fault: LoadFault) => {
    const failed = idle();
    const why = failed === null ? null : await starter.whyAnew(fault);
    if (why !== null && idle() === failed) failed?.giveWay(why);
  };
  return event => {
    listener(event);
    if (event.type === 'player.started') starter.sounded();
    if (event.type === 'player.failed') void mend(event.fault);
  };
}

/** Starts one mpv; throws when it is no longer there. */
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
  return superviseProcess({
    child: starter.start(mpvArguments({ ...options, socketPath })),
    socketPath,
    clock,
    logger,
    createTracker: ask => createLoadTracker({ clock, emit, ask }),
  });
}
