import { existsSync, watch } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock, Logger } from '../ports.js';
import type { Child } from './child.js';
import { createDevice, type Device } from './device.js';
import { createLevel, type Level } from './level.js';
import { watchLiveness } from './liveness.js';
import { withoutAddresses } from './load-fault.js';
import type { LoadTracker } from './load-tracker.js';
import { connectDriver, loadConnectionClass, type MpvDriver, type RequestOptions } from './mpv-driver.js';
import type { MpvCommand, MpvEvent } from './mpv-message.js';

/** A cold start on a slow card takes seconds. */
const answerWithinMs = 8000;
const quitWithinMs = 800;
const socketPollMs = 25;

const observed = ['time-pos', 'duration', 'paused-for-cache', 'pause', 'volume', 'mute'];

/** One mpv that answers. */
export interface MpvProcess {
  readonly version: string;
  readonly tracker: LoadTracker;
  /** Steady milliseconds of its last sign of life. */
  readonly heardMs: () => number;
  readonly level: Level;
  readonly device: Device;
  readonly request: (command: MpvCommand, options?: RequestOptions) => Promise<unknown>;
}

export interface MpvProcessOptions {
  readonly child: Child;
  readonly socketPath: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly createTracker: (ask: (property: string) => Promise<unknown>) => LoadTracker;
}

/** A process that was started; it may answer one day. */
export interface LaunchedProcess {
  /** Rejects when it does not answer in time, or dies before. */
  readonly ready: Promise<MpvProcess>;
  /** Resolves with what became of it, after `ready` has settled or will reject. */
  readonly exited: Promise<string>;
  /** Asks it to end, waits, then ends it: at most 2 s. */
  quit(): Promise<void>;
}

/** Resolves as the socket appears: the folder is watched, and looked at now and then where it cannot be. */
async function waitForSocket(path: string, signal: AbortSignal): Promise<void> {
  const appeared = new AbortController();
  const either = AbortSignal.any([signal, appeared.signal]);
  const watcher = watch(dirname(path), (_kind, name) => {
    if (name === basename(path)) appeared.abort();
  });
  watcher.on('error', () => undefined);
  try {
    while (!existsSync(path)) {
      signal.throwIfAborted();
      await delay(socketPollMs, undefined, { signal: either }).catch(() => undefined);
    }
  } finally {
    watcher.close();
  }
}

/** Connects to a process just spawned, makes it ready to play, and watches over it until it exits. */
export function superviseProcess(options: MpvProcessOptions): LaunchedProcess {
  const { child, socketPath, clock, logger, createTracker } = options;
  const starting = new AbortController();
  let driver: MpvDriver | null = null;
  let outstanding = 0;
  let release: () => void = () => undefined;

  const ask = async (property: string): Promise<unknown> => {
    try {
      return (await driver?.request(['get_property', property])) ?? null;
    } catch {
      return null;
    }
  };

  async function prepare(): Promise<MpvProcess> {
    const tracker = createTracker(ask);
    const level = createLevel({
      request: async command => await driver?.request(command),
      isFlowing: () => tracker.sound.isFlowing,
      isHeld: () => tracker.sound.isHeld,
    });
    const onEvent = (event: MpvEvent) => {
      if (event.event === 'log-message')
        logger.debug({ prefix: event.prefix, text: withoutAddresses(event.text) }, 'mpv warns');
      if (event.event === 'property-change') level.handle(event.property, event.data);
      tracker.handle(event);
    };
    const onLost = (detail: string) => child.kill(detail);
    const { signal } = starting;
    await Promise.all([waitForSocket(socketPath, signal), loadConnectionClass()]);
    const connected = await connectDriver({ socketPath, clock, onEvent, onLost, signal });
    driver = connected;
    const liveness = watchLiveness({
      clock,
      heardMs: () => connected.heardMs,
      isBusy: () => outstanding > 0 || tracker.busy,
      ping(timeoutMs) {
        void ask('time-pos').then(tracker.sound.see);
        return connected.request(['get_property', 'mpv-version'], { timeoutMs });
      },
      onHung: () => child.kill('did not answer'),
    });
    release = () => {
      liveness.stop();
      tracker.close();
      connected.close();
    };
    const [version, output] = await Promise.all([
      connected.request(['get_property', 'mpv-version']),
      connected.request(['get_property', 'ao']),
      connected.request(['request_log_messages', 'warn']),
      ...observed.map((name, index) => connected.request(['observe_property', index + 1, name])),
    ]);
    signal.throwIfAborted();
    return {
      version: String(version).replace(/^mpv v?/, ''),
      tracker,
      heardMs: () => connected.heardMs,
      level,
      device: createDevice({ request: connected.request, sound: tracker.sound, output }),
      async request(command, settings) {
        outstanding += 1;
        liveness.hurry();
        try {
          return await connected.request(command, settings);
        } finally {
          outstanding -= 1;
        }
      },
    };
  }

  const allowance = setTimeout(() => {
    starting.abort();
    child.kill('did not answer');
  }, answerWithinMs);
  const exited = child.exited.then(async detail => {
    clearTimeout(allowance);
    starting.abort(new Error(detail));
    release();
    await rm(socketPath, { force: true }).catch(() => undefined);
    return detail;
  });
  const ready = prepare().finally(() => clearTimeout(allowance));
  ready.catch((error: unknown) => {
    release();
    child.kill(error instanceof Error ? error.message : 'not ready');
  });

  return {
    ready,
    exited,
    async quit() {
      starting.abort(new Error('stopped'));
      const ending = setTimeout(() => child.kill('stopped'), driver === null ? 0 : quitWithinMs);
      driver?.request(['quit']).catch(() => undefined);
      await exited;
      clearTimeout(ending);
    },
  };
}
