import { EXIT, ExitError } from '../errors.js';
import type { LoadRequest, Player } from '../ports.js';
import type { PlayerEvent } from '../core/player-event.js';
import { fileOptions } from './file-options.js';
import { createHeldAppend, type HeldAppend } from './held-append.js';
import { findMpv, findSetpriv, launchMpv, type LaunchOptions } from './launch.js';
import type { MpvProcess } from './mpv-process.js';
import { openSocketFolder, type SocketFolder } from './socket-folder.js';
import { createSupervisor, type Supervisor } from './supervise.js';
import { createWays } from './ways.js';

export interface MpvPlayerOptions extends LaunchOptions {
  readonly runtimeDir: string;
  /** 0…100; applied before the first sound. */
  readonly volume?: number;
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
  return new MpvPlayer(options);
}

class MpvPlayer implements Player {
  readonly #options: MpvPlayerOptions;
  #volume: number | null;
  #muted = false;
  #version: string | null = null;
  #current: MpvProcess | null = null;
  #folder: SocketFolder | null = null;
  #supervisor: Supervisor | null = null;
  #stopped = false;
  #tell: (event: PlayerEvent) => void = () => undefined;
  readonly #ways = createWays();
  readonly #held: HeldAppend;

  constructor(options: MpvPlayerOptions) {
    this.#options = options;
    this.#volume = options.volume ?? null;
    this.#held = createHeldAppend({
      ask: property =>
        this.#current?.request(['get_property', property]).catch(() => null) ?? Promise.resolve(null),
      append: request => this.#give(request),
    });
  }

  /** mpv's own mute would be heard as a click. */
  async #settleLevel(): Promise<void> {
    if (this.#muted) await this.#current?.level.set(0);
    else if (this.#volume !== null) await this.#current?.level.set(this.#volume);
  }

  #alive(): MpvProcess {
    if (this.#current === null) throw new Error('the player is not available');
    return this.#current;
  }

  async #command(...words: readonly unknown[]): Promise<void> {
    await this.#alive().request(words);
  }

  /** Hands a load to mpv. */
  async #give(request: LoadRequest): Promise<void> {
    const { mode, paused } = request;
    const url = checkedAddress(request.url);
    const { request: send, tracker, device } = this.#alive();
    const replace = mode === 'replace';
    const mayFetchAhead = this.#ways.mayFetchAhead(request);
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

  #dropHeld(): void {
    this.#ways.forget();
    const dropped = this.#held.take();
    if (dropped !== null) this.#tell({ type: 'player.stopped', loadId: dropped.loadId });
  }

  async start(listener: (event: PlayerEvent) => void): Promise<void> {
    const { clock, logger, mpvPath, runtimeDir } = this.#options;
    const emit = this.#tellingTo(listener);
    this.#tell = emit;
    if (findMpv(this.#options) === null) {
      const message = `${mpvPath} is not a program that can be run: install mpv, or set TONEARM_MPV_PATH to its path, for example /usr/bin/mpv`;
      throw new ExitError(EXIT.missingProgram, message);
    }
    const sockets = await openSocketFolder(runtimeDir);
    this.#folder = sockets;
    const setpriv = await findSetpriv(this.#options);
    if (this.#stopped) {
      await sockets.close();
      return;
    }
    this.#supervisor = createSupervisor({
      clock,
      logger,
      launch: () => launchMpv({ ...this.#options, sockets, setpriv, emit }),
      onReady: process => {
        this.#current = process;
        this.#version = process.version;
        // Carried out in order: no load can come before.
        this.#settleLevel().catch(() => undefined);
        listener({ type: 'player.ready' });
      },
      onDied: detail => {
        const silentMs = this.#current === null ? 0 : clock.steadyMs() - this.#current.heardMs();
        this.#current = null;
        this.#held.take();
        listener({ type: 'player.died', detail, silentMs });
      },
    });
    await this.#supervisor.start();
  }

  #tellingTo(listener: (event: PlayerEvent) => void): (event: PlayerEvent) => void {
    return event => {
      if (event.type === 'player.seeked') this.#current?.device.landed();
      this.#ways.observe(event);
      listener(event);
      if (event.type === 'player.position') this.#held.look();
    };
  }

  async load(request: LoadRequest): Promise<void> {
    checkedAddress(request.url);
    this.#alive();
    this.#dropHeld();
    const found = this.#ways.isSuspect(request) ? await this.#ways.find(request) : request;
    if (found !== null && 'type' in found) this.#tell(found);
    else if (found !== null) await (found.mode === 'append' ? this.#held.hold(found) : this.#give(found));
  }

  async pause(): Promise<void> {
    this.#alive().device.stay();
    this.#ways.setPaused(true);
    await this.#command('set_property', 'pause', true);
  }

  async resume(): Promise<void> {
    const { level, device } = this.#alive();
    this.#ways.setPaused(false);
    // What waits in the output would sound at the level of before.
    const isStale = level.takeStale() || device.isStale;
    await (isStale ? device.renew() : this.#command('set_property', 'pause', false));
  }

  async releaseDevice(): Promise<void> {
    await this.#alive().device.release();
  }

  async seek(positionMs: number): Promise<void> {
    const { request, tracker } = this.#alive();
    if (tracker.sound.isHandingOver) throw new Error('it is over');
    tracker.sound.aim.send(positionMs);
    await request(['seek', (positionMs / 1000).toFixed(3), 'absolute+exact']);
  }

  async next(): Promise<void> {
    const { request, tracker, device } = this.#alive();
    this.#ways.forget();
    const waiting = this.#held.take();
    if (waiting !== null) {
      await this.#give({ ...waiting, mode: 'replace' });
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
  }

  async dropAppended(): Promise<void> {
    const { request, tracker } = this.#alive();
    this.#dropHeld();
    await request(['playlist-clear']);
    await tracker.prune(0);
  }

  async unload(): Promise<void> {
    const { request, tracker, device } = this.#alive();
    this.#dropHeld();
    device.stay();
    await request(['stop'], { onReply: () => tracker.dismissAll() });
  }

  async setVolume(value: number): Promise<void> {
    this.#volume = Math.min(100, Math.max(0, value));
    await this.#settleLevel();
  }

  async setMuted(value: boolean): Promise<void> {
    this.#muted = value;
    await this.#settleLevel();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#supervisor?.stop();
    this.#current = null;
    await this.#folder?.close();
  }

  get version(): string | null {
    return this.#version;
  }
}
