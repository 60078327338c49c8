import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';
import type { PlayerEvent } from '../../src/core/player-event.js';
import { createMpvPlayer, type MpvPlayerOptions } from '../../src/player/mpv-player.js';
import type { Clock, LoadRequest, Logger, Player } from '../../src/ports.js';

export const clock: Clock = { epochMs: () => Date.now(), steadyMs: () => performance.now() };
const fakeProgram = join(import.meta.dirname, '../fakes/mpv/stand-in.js');

type EventType = PlayerEvent['type'];
type EventOf<T extends EventType> = Extract<PlayerEvent, { type: T }>;

export interface EventLog {
  readonly all: readonly PlayerEvent[];
  readonly add: (event: PlayerEvent) => void;
  /** The next event of this type, after the last one that was waited for. */
  next<T extends EventType>(type: T, loadId?: number): Promise<EventOf<T>>;
}

export function createEventLog(): EventLog {
  const all: PlayerEvent[] = [];
  let read = 0;
  let wake = () => undefined as unknown;
  return {
    all,
    add(event) {
      all.push(event);
      wake();
    },
    async next<T extends EventType>(type: T, loadId?: number) {
      for (;;) {
        const event = all[read];
        if (event === undefined) {
          await new Promise(resolve => {
            wake = () => resolve(undefined);
          });
          continue;
        }
        read += 1;
        if (event.type !== type) continue;
        if (loadId === undefined || ('loadId' in event && event.loadId === loadId))
          return event as EventOf<T>;
      }
    },
  };
}

export interface LoggedLine {
  readonly level: string;
  readonly details: object;
  readonly message: string;
}

export function createTestLogger(lines: LoggedLine[] = []): Logger {
  const at = (level: string) => (details: object, message: string) =>
    void lines.push({ level, details, message });
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** A script that stands in for mpv: the environment of a player is too small to tell a fake how to behave. */
export function writeFakeMpv(t: Test, mood: string): string {
  const path = join(t.testdir(), 'mpv');
  writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' '${fakeProgram}' '${mood}' "$@"\n`);
  chmodSync(path, 0o755);
  return path;
}

export interface Rig {
  readonly player: Player;
  readonly log: EventLog;
  readonly lines: readonly LoggedLine[];
  readonly runtimeDir: string;
  readonly load: (request: Partial<LoadRequest> & { readonly url: string }) => Promise<number>;
}

/** Short, as a socket's address must be. */
export function createRuntimeDir(t: Test): string {
  const path = mkdtempSync(join(tmpdir(), 'player-'));
  t.teardown(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A player on the real mpv, without a sound card, stopped with the test. */
export function createRig(t: Test, options: Partial<MpvPlayerOptions> = {}): Rig {
  const runtimeDir = options.runtimeDir ?? createRuntimeDir(t);
  const lines: LoggedLine[] = [];
  const logger = createTestLogger(lines);
  const fixed = {
    mpvPath: 'mpv',
    audioOutput: 'null',
    audioDevice: null,
    extraOptions: [],
    environment: process.env,
    runtimeDir,
    logger,
    clock,
  };
  const player = createMpvPlayer({ ...fixed, ...options });
  const log = createEventLog();
  t.teardown(() => player.stop());
  let loadId = 0;
  return {
    player,
    log,
    lines,
    runtimeDir,
    async load(request) {
      loadId += 1;
      const usual = { loadId, startMs: 0, gainDb: null, mode: 'replace', paused: false } as const;
      await player.load({ ...usual, ...request });
      return request.loadId ?? loadId;
    },
  };
}
