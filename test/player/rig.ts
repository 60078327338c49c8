import { chmodSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Test } from 'tap';
import type { PlayerEvent } from '../../src/core/vocabulary/player-event.js';
import { createMpvPlayer, type MpvPlayerOptions } from '../../src/player/mpv-player.js';
import type { AudioBounds } from '../../src/player/address/reach.js';
import type { Clock, LoadRequest, Logger, Player } from '../../src/contract/ports.js';
import { removeFolder } from '../fakes/machine/remove-folder.js';

/** Of a service on this machine, which may lead anywhere. */
export const BOUNDS: AudioBounds = {
  serviceUrl: 'http://127.0.0.1',
  servicePeer: () => '127.0.0.1',
  plain: false,
  hosts: [],
};

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
  /** A property of the mpv that runs, asked by a connection of its own. */
  readonly ask: (property: string) => Promise<unknown>;
  readonly load: (request: Partial<LoadRequest> & { readonly url: string }) => Promise<number>;
}

/** Short, as a socket's address must be. */
export function createRuntimeDir(t: Test): string {
  const path = mkdtempSync(join(tmpdir(), 'player-'));
  t.teardown(() => removeFolder(path));
  return path;
}

async function askMpv(runtimeDir: string, property: string): Promise<unknown> {
  const name = readdirSync(runtimeDir).find(found => found.endsWith('.sock')) ?? '';
  const socket = connect(join(runtimeDir, name));
  socket.write(`${JSON.stringify({ command: ['get_property', property], request_id: 7 })}\n`);
  for await (const line of createInterface({ input: socket })) {
    const answer = JSON.parse(line) as { readonly request_id?: number; readonly data?: unknown };
    if (answer.request_id !== 7) continue;
    socket.destroy();
    return answer.data;
  }
  throw new Error('mpv did not answer');
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
    room: true,
    stateDir: runtimeDir,
    environment: process.env,
    bounds: BOUNDS,
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
    ask: property => askMpv(runtimeDir, property),
    async load(request) {
      loadId += 1;
      const usual = { loadId, startMs: 0, gainDb: null, mode: 'replace', paused: false } as const;
      await player.load({ ...usual, ...request });
      return request.loadId ?? loadId;
    },
  };
}
