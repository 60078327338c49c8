import type { LoadRequest, Player } from '../contract/ports.js';
import type { LoadFault, PlayerEvent } from '../core/vocabulary/player-event.js';
import { checkedAddress } from './address/audio-address.js';
import { createAnnouncer } from './process/announcer.js';
import { createDeviceTrial } from './sound/device-trial.js';
import { handOver, hush, seekTo } from './hand-over.js';
import { findStarter, launchMpv, type LaunchOptions, requireMpv } from './process/launch.js';
import type { MpvProcess } from './process/mpv-process.js';
import type { AudioBounds } from './address/reach.js';
import type { Starter } from './process/starter.js';
import { openSocketFolder, type SocketFolder } from './process/socket-folder.js';
import { createSupervisor, type Supervisor } from './process/supervise.js';
import { isTone } from './sound/tone.js';
import { type CheckedLoad, Ways } from './address/ways.js';

export interface MpvPlayerOptions extends LaunchOptions {
  readonly bounds: AudioBounds;
  /** Volume from 0 to 100, applied before the first sound. */
  readonly volume?: number;
}

/** Creates the player port on mpv and node-mpv: one process at a time, replaced when it dies or hangs. */
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
  readonly announcer: Player['announcer'];
  readonly #ways: Ways;
  readonly #trial = createDeviceTrial(
    () => this.#starter?.opensDevice() ?? Promise.resolve(true),
    () => this.#current?.giveWay('cannot open a sound device that opens for others'),
    () => this.#options.clock.steadyMs(),
  );
  #starter: Starter | null = null;

  constructor(options: MpvPlayerOptions) {
    this.#options = options;
    this.#ways = new Ways(options.bounds);
    this.#volume = options.volume ?? null;
    const plan = (args: readonly string[]) => this.#starter?.plan(args) ?? null;
    this.announcer = createAnnouncer({ ...options, plan });
  }

  /** Applies volume and mute as a level. Mutes by level 0, because mpv's own mute is audible as a click. */
  async #settleLevel(): Promise<void> {
    if (this.#muted) await this.#current?.level.set(0);
    else if (this.#volume !== null) await this.#current?.level.set(this.#volume);
  }

  #alive(): MpvProcess {
    if (this.#current === null) throw new Error('the player is not available');
    return this.#current;
  }

  /** Drops the loads that have not reached mpv yet and reports each as stopped; `append`: only the appended ones. */
  #dismiss(what: 'append' | 'all'): void {
    for (const loadId of this.#ways.dismiss(what)) this.#tell({ type: 'player.stopped', loadId });
  }

  async start(listener: (event: PlayerEvent) => void): Promise<void> {
    const { clock, logger, runtimeDir } = this.#options;
    const program = requireMpv(this.#options);
    const sockets = await openSocketFolder(runtimeDir);
    this.#folder = sockets;
    const starter = (this.#starter = findStarter(this.#options, program, sockets));
    this.#tell = listener;
    const emit = this.#tellingTo(listener);
    if (this.#stopped) {
      await sockets.close();
      return;
    }
    this.#supervisor = createSupervisor({
      clock,
      logger,
      launch: () => launchMpv({ ...this.#options, sockets, starter, emit }),
      onReady: process => {
        starter.answered();
        this.#current = process;
        this.#version = process.version;
        // mpv runs commands in order, so the level is set before any load.
        this.#settleLevel().catch(() => undefined);
        listener({ type: 'player.ready' });
      },
      onDied: detail => {
        const silentMs = this.#current?.silentMs() ?? 0;
        this.#current = null;
        this.#ways.dismiss('all');
        listener({ type: 'player.died', detail, silentMs });
      },
    });
    await this.#supervisor.start();
  }

  #tellingTo(listener: (event: PlayerEvent) => void): (event: PlayerEvent) => void {
    return event => {
      if (event.type === 'player.seeked') this.#current?.device.landed();
      this.#trial.observe(event);
      listener(event);
      if (event.type === 'player.failed') this.#renewHosts(event.fault);
    };
  }

  /** Replaces a player that holds nothing if its room lacks what names and certificates are read from by now. */
  #renewHosts(fault: LoadFault): void {
    if (fault !== 'unreachable' && fault !== 'untrusted') return;
    if (this.#current?.tracker.isEmpty !== true || this.#starter?.hasOldHosts() !== true) return;
    this.#current.giveWay('cannot see the present list of name servers or certificates');
  }

  async load(request: LoadRequest): Promise<void> {
    if (!isTone(request)) checkedAddress(request.url);
    this.#alive();
    this.#dismiss(request.mode === 'append' ? 'append' : 'all');
    const isNew = request.mode === 'replace';
    const bar = isNew ? this.#trial.run() : undefined;
    await Promise.all([
      isNew ? hush(this.#alive()) : null,
      this.#ways.send(request, found => this.#hand(found), bar),
    ]);
  }

  async #hand({ request, failed, shown }: CheckedLoad): Promise<void> {
    if (failed === null) {
      if (shown !== null) this.#tell({ type: 'player.probed', loadId: request.loadId, shown });
      await handOver(request, this.#alive());
      return;
    }
    // This fails only if the process dies, which changes nothing about the address.
    if (request.mode === 'replace') await this.unload().catch(() => undefined);
    this.#tell(failed);
  }

  async pause(): Promise<void> {
    const { request, device } = this.#alive();
    device.stay();
    this.#ways.setPaused(true);
    await request(['set_property', 'pause', true]);
  }

  async resume(): Promise<void> {
    const { request, level, device } = this.#alive();
    // A replacing load is still being checked: the old sound stays paused, and the new load starts unpaused.
    if (this.#ways.setPaused(false)) return;
    // The samples waiting in the output would sound at the old level.
    const isStale = level.takeStale() || device.isStale;
    await (isStale ? device.renew() : request(['set_property', 'pause', false]));
  }

  async releaseDevice(): Promise<void> {
    await this.#alive().device.release();
  }

  async seek(positionMs: number): Promise<void> {
    await seekTo(positionMs, this.#alive());
  }

  async next(): Promise<void> {
    const { request, tracker, device } = this.#alive();
    if (this.#ways.hurry()) {
      await hush(this.#alive());
      return;
    }
    const opened = device.open();
    // `weak` does nothing at the last entry, so an entry that has just begun by itself is not skipped.
    await request(['playlist-next', 'weak']).catch(async () => {
      // mpv answers this after the event that reports that beginning.
      await request(['get_property', 'playlist-pos']);
      if (!tracker.isAtAppended) throw new Error('nothing is appended');
    });
    // Unpausing earlier would let the paused entry sound for a moment.
    await Promise.all([opened, request(['set_property', 'pause', false])]);
  }

  async dropAppended(): Promise<void> {
    const { request, tracker } = this.#alive();
    this.#dismiss('append');
    await request(['playlist-clear']);
    await tracker.prune(0);
  }

  async unload(): Promise<void> {
    const { request, tracker, device } = this.#alive();
    this.#dismiss('all');
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

  async duck(isDucked: boolean): Promise<void> {
    await this.#current?.duck.set(isDucked);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.announcer.stop();
    await this.#supervisor?.stop();
    this.#current = null;
    await this.#folder?.close();
  }

  get version(): string | null {
    return this.#version;
  }
}
