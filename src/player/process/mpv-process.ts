import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { PlayerEvent } from '../../core/vocabulary/player-event.js';
import type { Clock, Logger } from '../../contract/ports.js';
import type { Child } from './child.js';
import { SoundDevice } from '../sound/device.js';
import { createDuck, type Duck, isMixing } from '../sound/duck.js';
import { createLevel, type MpvLevel } from '../sound/level.js';
import { MpvLiveness } from './liveness.js';
import { withoutAddresses } from '../sound/load-fault.js';
import { LoadTracker, type LoadTrouble } from '../sound/load-tracker.js';
import {
  connectDriver,
  loadConnectionClass,
  type MpvDriver,
  type RequestOptions,
} from '../wire/mpv-driver.js';
import type { MpvCommand, MpvEvent } from '../wire/mpv-message.js';
import { WITHOUT_CURL } from '../sound/mpv-options.js';
import { waitPatiently } from './patience.js';

/** A cold start on a slow card takes seconds. Time in which this process itself is busy does not count. */
const answerWithinMs = 8000;
const quitWithinMs = 800;
const socketPollMs = 10;

const REMEDIES = { astray: ['stop'], standstill: ['playlist-remove', 'current'] } as const;
const observed = ['duration', 'paused-for-cache', 'pause', 'current-ao'];

/** An mpv process that answers. */
export interface MpvProcess {
  readonly version: string;
  readonly tracker: LoadTracker;
  /** Milliseconds since its last sign of life while it owes an answer; otherwise 0. */
  readonly silentMs: () => number;
  readonly level: MpvLevel;
  readonly duck: Duck;
  readonly device: SoundDevice;
  readonly request: (command: MpvCommand, options?: RequestOptions) => Promise<unknown>;
  /** Kills the process, to be replaced. `why` is a clause about the process, such as "did not answer". */
  readonly giveWay: (why: string) => void;
}

export interface MpvProcessOptions {
  readonly child: Child;
  readonly socketPath: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly emit: (event: PlayerEvent) => void;
  /** `TONEARM_AUDIO_OUTPUT`. */
  readonly audioOutput: string | null;
  /** `TONEARM_AUDIO_DEVICE`. */
  readonly audioDevice: string | null;
}

/** Resolves when the socket file exists. */
async function waitForSocket(path: string, signal: AbortSignal): Promise<void> {
  while (!existsSync(path)) {
    await delay(socketPollMs, undefined, { signal }).catch(() => undefined);
    signal.throwIfAborted();
  }
}

/** Passes a refusal by an mpv that has no such property; any other one means that mpv is not safe to use. */
async function switchOffCurl({ request }: MpvDriver): Promise<void> {
  const answers = WITHOUT_CURL.map(([name, value]) => request(['set_property', name, value]));
  for (const { reason } of (await Promise.allSettled(answers)) as { readonly reason?: unknown }[])
    if (reason instanceof Error && !reason.message.includes('property not found')) throw reason;
}

/**
 * A newly spawned process, which may not answer yet: connects to it, prepares it for playback, and monitors it until it
 * exits.
 */
export class LaunchedProcess {
  readonly #options: MpvProcessOptions;
  readonly #starting = new AbortController();
  #driver: MpvDriver | null = null;
  #liveness: MpvLiveness | null = null;
  #outstanding = 0;
  #release: () => void = () => undefined;
  readonly #endPatience = waitPatiently(answerWithinMs, () => {
    this.#starting.abort();
    this.#options.child.kill('did not answer');
  });
  /** Resolves with a description of how the process ended. By then `ready` has settled or is about to reject. */
  readonly exited: Promise<string>;
  /** Rejects if the process does not answer in time, or dies before. */
  readonly ready: Promise<MpvProcess>;

  constructor(options: MpvProcessOptions) {
    this.#options = options;
    this.exited = options.child.exited.then(async detail => {
      this.#endPatience();
      this.#starting.abort(new Error(detail));
      this.#release();
      await rm(options.socketPath, { force: true }).catch(() => undefined);
      return detail;
    });
    this.ready = this.#prepare().finally(() => this.#endPatience());
    this.ready.catch((error: unknown) => {
      this.#release();
      options.child.kill(error instanceof Error ? error.message : 'not ready');
    });
  }

  readonly #ask = async (property: string, settings?: RequestOptions): Promise<unknown> => {
    try {
      return (await this.#driver?.request(['get_property', property], settings)) ?? null;
    } catch {
      return null;
    }
  };

  readonly #help = (trouble: LoadTrouble): void => {
    if (trouble === 'endless') this.#options.child.kill('read without end');
    else this.#driver?.request(REMEDIES[trouble]).catch(() => undefined);
  };

  async #prepare(): Promise<MpvProcess> {
    const { child, socketPath, clock, emit, audioOutput: configured, audioDevice: device } = this.#options;
    const tracker = new LoadTracker({ clock, emit, ask: this.#ask, onTrouble: this.#help });
    const request = async (command: MpvCommand): Promise<unknown> => await this.#driver?.request(command);
    const level = createLevel({
      request,
      isFlowing: () => tracker.sound.isFlowing,
      isHeld: () => tracker.sound.isHeld,
    });
    const duck = createDuck({ request, level, configured, device });
    const onEvent = (event: MpvEvent) => this.#handle(event, { tracker, duck });
    const { signal } = this.#starting;
    await Promise.all([waitForSocket(socketPath, signal), loadConnectionClass()]);
    const connected = await connectDriver({
      socketPath,
      clock,
      onEvent,
      onLost: detail => child.kill(detail),
      signal,
    });
    this.#driver = connected;
    const liveness = (this.#liveness = new MpvLiveness({
      clock,
      heardMs: () => connected.heardMs,
      busyForMs: () => (this.#outstanding > 0 || tracker.busy ? tracker.sound.askInMs : null),
      ask: () => void tracker.look(),
      onHung: () => child.kill('did not answer'),
    }));
    this.#release = () => {
      liveness.stop();
      tracker.close();
      connected.close();
    };
    const [version, output] = await Promise.all([
      connected.request(['get_property', 'mpv-version']),
      connected.request(['get_property', 'ao']),
      connected.request(['request_log_messages', 'warn']),
      switchOffCurl(connected),
      ...observed.map((name, index) => connected.request(['observe_property', index + 1, name])),
    ]);
    signal.throwIfAborted();
    // Where mpv chooses, it is known once a device is open.
    if (isMixing(configured, device)) emit({ type: 'player.output', mixes: true });
    return {
      version: String(version).replace(/^mpv v?/, ''),
      tracker,
      silentMs: () => liveness.silentMs,
      level,
      duck,
      giveWay: why => child.kill(why),
      device: new SoundDevice({ request: connected.request, sound: tracker.sound, output }),
      request: async (command, settings) => {
        this.#outstanding += 1;
        liveness.hurry();
        return await connected.request(command, settings).finally(() => (this.#outstanding -= 1));
      },
    };
  }

  #handle(event: MpvEvent, { tracker, duck }: Pick<MpvProcess, 'tracker' | 'duck'>): void {
    const { logger, emit } = this.#options;
    if (event.event === 'log-message')
      logger.debug({ prefix: event.prefix, text: withoutAddresses(event.text) }, 'mpv warned.');
    if (event.event === 'property-change') {
      const mixes = duck.handle(event.property, event.data);
      if (mixes !== null) emit({ type: 'player.output', mixes });
    }
    if (event.event === 'playback-restart') duck.restarted();
    if (event.event === 'event-queue-overflow') {
      this.#options.child.kill('lost events');
      // What came after them means nothing without them.
      this.#release();
      return;
    }
    tracker.handle(event);
    // Whatever started the sound, from now on mpv is asked for the position.
    if (tracker.busy) this.#liveness?.hurry();
  }

  /** Asks the process to quit, waits, then kills it: at most 2 s. */
  async quit(): Promise<void> {
    this.#starting.abort(new Error('stopped'));
    const ending = setTimeout(
      () => this.#options.child.kill('stopped'),
      this.#driver === null ? 0 : quitWithinMs,
    );
    this.#driver?.request(['quit']).catch(() => undefined);
    await this.exited;
    clearTimeout(ending);
  }
}
