import { EXIT, ExitError } from '../errors.js';
import type { Clock, LoadRequest, Logger, Player } from '../ports.js';
import type { PlayerEvent } from '../core/player-event.js';
import { canTieLives, spawnChild } from './child.js';
import { fileOptions } from './file-options.js';
import { createHeldAppend } from './held-append.js';
import { createLoadTracker } from './load-tracker.js';
import { mpvArguments } from './mpv-options.js';
import { type MpvProcess, superviseProcess } from './mpv-process.js';
import { type Environment, findProgram, playerEnvironment } from './program.js';
import { openSocketFolder, type SocketFolder } from './socket-folder.js';
import { createSupervisor, type Supervisor } from './supervise.js';
import { createWays } from './ways.js';

export interface MpvPlayerOptions {
  /** A name to be found on PATH, or a path. */
  readonly mpvPath: string;
  /** mpv's `--ao` and `--audio-device`. */
  readonly audioOutput: string | null;
  readonly audioDevice: string | null;
  /** Further options of mpv, `--name=value`. */
  readonly extraOptions: readonly string[];
  readonly runtimeDir: string;
  readonly logger: Logger;
  readonly clock: Clock;
  /** 0…100; applied before the first sound. */
  readonly volume?: number;
  /** What the player may see of it is chosen by name. */
  readonly environment: Environment;
}

/** The address as mpv takes it: http or https, with the scheme in lower case, the rest byte for byte. */
function checkedAddress(url: string): string {
  const scheme = /^https?(?=:\/\/[^\p{Cc}]+$)/iu.exec(url)?.[0];
  if (scheme === undefined) throw new Error('the address is not http or https');
  return scheme.toLowerCase() + url.slice(scheme.length);
}

function entryIdOf(data: unknown): number | null {
  if (typeof data !== 'object' || data === null || !('playlist_entry_id' in data)) return null;
  return typeof data.playlist_entry_id === 'number' ? data.playlist_entry_id : null;
}

/** The player port on mpv and node-mpv: one process, replaced when it dies or hangs. */
export function createMpvPlayer(options: MpvPlayerOptions): Player {
  const { mpvPath, audioOutput, audioDevice, extraOptions, runtimeDir, logger, clock, environment } = options;
  const searchPath = environment.PATH ?? '';
  let volume = options.volume ?? null;
  let muted = false;
  let version: string | null = null;
  let current: MpvProcess | null = null;
  let folder: SocketFolder | null = null;
  let supervisor: Supervisor | null = null;
  let stopped = false;
  let tell: (event: PlayerEvent) => void = () => undefined;
  const ways = createWays();

  /** mpv's own mute would be heard as a click. */
  const settleLevel = async (): Promise<void> => {
    if (muted) await current?.level.set(0);
    else if (volume !== null) await current?.level.set(volume);
  };

  function alive(): MpvProcess {
    if (current === null) throw new Error('the player is not available');
    return current;
  }
  async function command(...words: readonly unknown[]): Promise<void> {
    await alive().request(words);
  }

  function createLaunch(sockets: SocketFolder, setpriv: string | null, emit: (event: PlayerEvent) => void) {
    return () => {
      const program = findProgram(mpvPath, searchPath);
      if (program === null) throw new Error('the program is missing');
      const socketPath = sockets.freshPath();
      const args = mpvArguments({ socketPath, audioOutput, audioDevice, extraOptions });
      const child = spawnChild({ program, args, environment: playerEnvironment(environment), setpriv });
      return superviseProcess({
        child,
        socketPath,
        clock,
        logger,
        createTracker: ask => createLoadTracker({ clock, emit, ask }),
      });
    };
  }

  async function findSetpriv(): Promise<string | null> {
    const setpriv = findProgram('setpriv', searchPath);
    if (setpriv !== null && (await canTieLives(setpriv))) return setpriv;
    // The filter of the unit keeps setpriv from its work; there systemd ends whatever a service leaves behind.
    if (environment['NOTIFY_SOCKET'] !== undefined) logger.debug({}, 'setpriv cannot be used');
    else logger.warn({}, 'setpriv is missing: if this process is killed, its player may go on playing');
    return null;
  }

  /** Hands a load to mpv. */
  async function give(request: LoadRequest): Promise<void> {
    const { mode, paused } = request;
    const url = checkedAddress(request.url);
    const { request: send, tracker, device } = alive();
    const replace = mode === 'replace';
    const mayFetchAhead = ways.mayFetchAhead(request);
    const rises = tracker.sound.isUnheard && (replace || tracker.isEmpty);
    const flags = replace ? 'replace' : 'append-play';
    const onReply = (data: unknown) => {
      const entryId = entryIdOf(data);
      if (entryId !== null) tracker.claim(request, entryId);
    };
    // Sent together, carried out in order: what was loaded before must not sound again for a moment,
    // nor the new one when it is to be paused.
    await Promise.all([
      replace ? device.open() : null,
      replace ? (paused ? send(['set_property', 'pause', true]) : null) : send(['playlist-clear']),
      replace ? null : send(['set_property', 'prefetch-playlist', mayFetchAhead]),
      send({ name: 'loadfile', url, flags, options: fileOptions(request, { rises }) }, { onReply }),
      replace && !paused ? send(['set_property', 'pause', false]) : null,
    ]);
    if (!replace) await tracker.prune(1);
  }

  const held = createHeldAppend({
    ask: property => current?.request(['get_property', property]).catch(() => null) ?? Promise.resolve(null),
    append: give,
  });

  function dropHeld(): void {
    ways.forget();
    const dropped = held.take();
    if (dropped !== null) tell({ type: 'player.stopped', loadId: dropped.loadId });
  }

  return {
    async start(listener) {
      tell = event => {
        if (event.type === 'player.seeked') current?.device.landed();
        ways.observe(event);
        listener(event);
        if (event.type === 'player.position') held.look();
      };
      if (findProgram(mpvPath, searchPath) === null) {
        const message = `${mpvPath} is not a program that can be run: install mpv, or set TONEARM_MPV_PATH to its path, for example /usr/bin/mpv`;
        throw new ExitError(EXIT.missingProgram, message);
      }
      const sockets = await openSocketFolder(runtimeDir);
      folder = sockets;
      const launch = createLaunch(sockets, await findSetpriv(), tell);
      if (stopped) {
        await sockets.close();
        return;
      }
      supervisor = createSupervisor({
        clock,
        logger,
        launch,
        onReady(process) {
          current = process;
          version = process.version;
          // Carried out in order: no load can come before.
          settleLevel().catch(() => undefined);
          listener({ type: 'player.ready' });
        },
        onDied(detail) {
          const silentMs = current === null ? 0 : clock.steadyMs() - current.heardMs();
          current = null;
          held.take();
          listener({ type: 'player.died', detail, silentMs });
        },
      });
      await supervisor.start();
    },
    async load(request) {
      checkedAddress(request.url);
      alive();
      dropHeld();
      const found = ways.isSuspect(request) ? await ways.find(request) : request;
      if (found !== null && 'type' in found) tell(found);
      else if (found !== null) await (found.mode === 'append' ? held.hold(found) : give(found));
    },
    async pause() {
      alive().device.stay();
      ways.setPaused(true);
      await command('set_property', 'pause', true);
    },
    async resume() {
      const { level, device } = alive();
      ways.setPaused(false);
      // What waits in the output would sound at the level of before.
      const isStale = level.takeStale() || device.isStale;
      await (isStale ? device.renew() : command('set_property', 'pause', false));
    },
    async releaseDevice() {
      await alive().device.release();
    },
    async seek(positionMs) {
      const { request, tracker } = alive();
      if (tracker.sound.isHandingOver) throw new Error('it is over');
      tracker.sound.aim.send(positionMs);
      await request(['seek', (positionMs / 1000).toFixed(3), 'absolute+exact']);
    },
    async next() {
      const { request, tracker, device } = alive();
      ways.forget();
      const waiting = held.take();
      if (waiting !== null) {
        await give({ ...waiting, mode: 'replace' });
        return;
      }
      const opened = device.open();
      // Weak: from the last entry it goes nowhere, so an entry that has just begun by itself is not skipped.
      await request(['playlist-next', 'weak']).catch(async () => {
        // Its answer comes behind the event of that beginning.
        await request(['get_property', 'playlist-pos']);
        if (!tracker.isAtAppended) throw new Error('nothing is appended');
      });
      // Only now, or what was paused would sound again for a moment.
      await Promise.all([opened, request(['set_property', 'pause', false])]);
    },
    async dropAppended() {
      const { request, tracker } = alive();
      dropHeld();
      await request(['playlist-clear']);
      await tracker.prune(0);
    },
    async unload() {
      const { request, tracker, device } = alive();
      dropHeld();
      device.stay();
      await request(['stop'], { onReply: () => tracker.dismissAll() });
    },
    async setVolume(value) {
      volume = Math.min(100, Math.max(0, value));
      await settleLevel();
    },
    async setMuted(value) {
      muted = value;
      await settleLevel();
    },
    async stop() {
      stopped = true;
      await supervisor?.stop();
      current = null;
      await folder?.close();
    },
    get version() {
      return version;
    },
  };
}
