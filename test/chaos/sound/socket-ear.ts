import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { SLOT_MS } from './coded-tone.js';
import type { Ear, Heard } from './ear.js';

const EVERY_MS = 100;
/** A step that is longer than the time between two looks by as much is a jump, not sound. */
const JUMP_MS = 900;
const ASKED = ['path', 'time-pos', 'core-idle', 'mute', 'volume'] as const;

interface Line {
  readonly socket: Socket;
  answers: Record<string, unknown>;
  path: string | null;
  placeMs: number;
  lookedMs: number;
}

/** Asks every player over a second connection of its own where it is: for machines without a sound server. */
export function startSocketEar(runtimeDir: string, itemOf: (address: string) => number | null): Ear {
  const lines = new Map<string, Line>();
  const heard: Heard[] = [];
  let lastSoundMs = Number.NEGATIVE_INFINITY;
  let lastToneMs = Number.NEGATIVE_INFINITY;

  function open(name: string): Line {
    const socket = connect(join(runtimeDir, name));
    const line: Line = { socket, answers: {}, path: null, placeMs: 0, lookedMs: performance.now() };
    socket.on('error', () => undefined);
    socket.on('close', () => lines.delete(name));
    const lineReader = createInterface({ input: socket });
    lineReader.on('error', () => undefined);
    lineReader.on('line', text => {
      const { request_id: id, data } = JSON.parse(text) as { request_id?: number; data?: unknown };
      const asked = id === undefined ? undefined : ASKED[id - 1];
      if (asked === undefined) return;
      line.answers[asked] = data;
      if (asked === ASKED.at(-1)) look(line);
    });
    return line;
  }

  function look(line: Line): void {
    const { path, 'time-pos': seconds, 'core-idle': isIdle, mute, volume } = line.answers;
    line.answers = {};
    const betweenMs = performance.now() - line.lookedMs;
    line.lookedMs += betweenMs;
    if (typeof path !== 'string' || typeof seconds !== 'number') return;
    const fromMs = line.path === path ? line.placeMs : 0;
    line.path = path;
    line.placeMs = seconds * 1_000;
    const stepMs = line.placeMs - fromMs;
    if (isIdle === true || mute === true || volume === 0 || stepMs <= 0) return;
    const atMs = performance.now();
    const n = itemOf(path);
    if (path.startsWith('hex:')) lastToneMs = atMs;
    else lastSoundMs = atMs;
    if (n === null) return;
    const first = stepMs > betweenMs + JUMP_MS ? line.placeMs : fromMs;
    for (
      let slot = Math.ceil(first / SLOT_MS - 0.5);
      slot * SLOT_MS + SLOT_MS / 2 <= line.placeMs;
      slot += 1
    ) {
      heard.push({ atMs, n, slot });
    }
  }

  const timer = setInterval(() => {
    for (const name of socketsIn(runtimeDir)) {
      if (!lines.has(name)) lines.set(name, open(name));
    }
    for (const { socket } of lines.values()) {
      const words = ASKED.map((property, at) =>
        JSON.stringify({ command: ['get_property', property], request_id: at + 1 }),
      );
      // A stopped player reads nothing: what it does not read is not piled up.
      if (socket.writableLength === 0) socket.write(`${words.join('\n')}\n`);
    }
  }, EVERY_MS);

  return {
    how: 'mpv’s own position, asked for over a second connection',
    heard,
    // They sound by players without a socket.
    clips: null,
    get lastSoundMs() {
      return lastSoundMs;
    },
    get lastToneMs() {
      return lastToneMs;
    },
    async stop() {
      clearInterval(timer);
      for (const { socket } of lines.values()) socket.destroy();
    },
  };
}

function socketsIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter(name => /^mpv-.*\.sock$/.test(name));
  } catch {
    return [];
  }
}
