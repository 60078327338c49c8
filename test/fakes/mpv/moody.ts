/**
 * `node moody.js MOOD_FILE OPTIONS…`: the real mpv behind a socket that misbehaves as the file says, now:
 * `good`; `torn`: what mpv says comes in pieces of seven bytes; `flood`: a thousand events a moment between its words;
 * `refuse`: it ends at once, as without a library. With a fault in the file it goes on running.
 */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Test } from 'tap';

const PIECE = 7;
const FLOOD_MS = 5;
const SOCKET = '--input-ipc-server=';

export type MpvMood = 'good' | 'torn' | 'flood' | 'refuse';

export interface MoodyMpv {
  /** For `TONEARM_MPV_PATH`. */
  readonly path: string;
  readonly set: (mood: MpvMood) => void;
  /** Whether it has behaved like that. */
  readonly wasIn: (mood: MpvMood) => boolean;
}

/** A program in the place of mpv, in a folder of the test's own. */
export function writeMoodyMpv(t: Test): MoodyMpv {
  const folder = t.testdir();
  const path = join(folder, 'mpv');
  const moodFile = join(folder, 'mood');
  writeFileSync(moodFile, 'good');
  const words = [process.execPath, import.meta.filename, moodFile].map(word => `'${word}'`).join(' ');
  writeFileSync(path, `#!/bin/sh\nexec ${words} "$@"\n`);
  chmodSync(path, 0o755);
  return {
    path,
    set: mood => writeFileSync(moodFile, mood),
    wasIn: mood => existsSync(`${moodFile}-${mood}`),
  };
}

/** Each piece is read by itself: the next one follows when the one before was taken. */
function tear(to: Socket, bytes: Buffer, done: () => void, at = 0): void {
  if (at >= bytes.length || to.destroyed) done();
  else to.write(bytes.subarray(at, at + PIECE), () => setImmediate(() => tear(to, bytes, done, at + PIECE)));
}

function serve(
  realPath: string,
  socketPath: string,
  mood: () => string,
  note: (mood: MpvMood) => void,
): void {
  const event = `${JSON.stringify({ event: 'property-change', id: 99, name: 'nothing', data: 1 })}\n`;
  const flood = event.repeat(1_000);
  createServer(client => {
    const mpv = connect(realPath);
    const flooding = setInterval(() => {
      // Only between two lines, and only as fast as it is read.
      if (mood() !== 'flood' || !isWhole || client.writableLength > 0) return;
      client.write(flood, () => note('flood'));
    }, FLOOD_MS);
    let isWhole = true;
    const end = (): void => {
      clearInterval(flooding);
      client.destroy();
      mpv.destroy();
    };
    for (const socket of [client, mpv]) socket.setNoDelay(true).on('error', end).on('close', end);
    client.pipe(mpv);
    mpv.on('data', (bytes: Buffer) => {
      isWhole = bytes.at(-1) === 10;
      if (mood() !== 'torn') {
        client.write(bytes);
        return;
      }
      mpv.pause();
      tear(client, bytes, () => {
        if (bytes.length > PIECE) note('torn');
        mpv.resume();
      });
    });
  }).listen(socketPath);
}

function run([moodFile = '', ...options]: readonly string[]): void {
  const mood = (): string => readFileSync(moodFile, 'utf8');
  const noted = new Set<MpvMood>();
  const note = (was: MpvMood): void => {
    if (!noted.has(was)) writeFileSync(`${moodFile}-${was}`, '');
    noted.add(was);
  };
  if (options.includes('--version')) {
    spawn('mpv', options, { stdio: 'inherit' });
    return;
  }
  if (mood() === 'refuse') {
    note('refuse');
    process.stderr.write('error while loading shared libraries\n');
    process.exit(127);
  }
  const asked = options.find(option => option.startsWith(SOCKET)) ?? '';
  const socketPath = asked.slice(SOCKET.length);
  const realPath = `${socketPath}.real`;
  const real = options.map(option => (option === asked ? `${SOCKET}${realPath}` : option));
  // It goes with this process, however that ends: its guard waits for the end of a pipe.
  const guard = 'mpv "$@" <&- & pid=$!; cat >/dev/null; kill -9 $pid';
  const child = spawn('sh', ['-c', guard, 'sh', ...real], { stdio: ['pipe', 'ignore', 'inherit'] });
  child.on('exit', () => process.exit(0));
  const timer = setInterval(() => {
    const probe = connect(realPath);
    probe.on('error', () => undefined);
    probe.on('connect', () => {
      probe.destroy();
      clearInterval(timer);
      serve(realPath, socketPath, mood, note);
    });
  }, 20);
}

if (process.argv[1] === import.meta.filename) run(process.argv.slice(2));
