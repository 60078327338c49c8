import { existsSync, mkdirSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BenchChild, startChild } from './child.js';
import { until } from './waiting.js';

const run = promisify(execFile);

/** Samples a second of every sink. */
export const SINK_RATE = 48_000;
/** Each question starts a program. */
const ASK_MS = 200;

/** A PulseAudio daemon of this run's own: no sound card, no settings of the user's, sinks that only can be recorded. */
export interface SoundServer {
  readonly pid: number;
  /** For programs that shall play here. */
  environment(sink: string): Record<string, string>;
  /** A null sink; its monitor is `<name>.monitor`. Answers the number by which it is taken away. */
  addSink(name: string): Promise<string>;
  removeSink(number: string): Promise<void>;
  /** How many programs hold a sink at this moment. */
  holders(): Promise<number>;
  /** Waits until so many do. */
  untilHolders(count: number): Promise<unknown>;
  stop(): Promise<void>;
}

export async function startSoundServer(folder: string): Promise<SoundServer> {
  const home = join(folder, 'pulse');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const socket = join(home, 'native');
  const own = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    XDG_RUNTIME_DIR: home,
    PULSE_RUNTIME_PATH: home,
    PULSE_SERVER: `unix:${socket}`,
  };
  const words = ['-n', '--daemonize=no', '--use-pid-file=no', '--exit-idle-time=-1', '--disable-shm=yes'];
  const child: BenchChild = startChild(
    'pulseaudio',
    [...words, '-L', `module-native-protocol-unix socket=${socket} auth-anonymous=1`],
    { env: own },
  );
  await until('the sound server', () => existsSync(socket));
  const control = async (...args: readonly string[]): Promise<string> =>
    (await run('pactl', [...args], { env: own })).stdout.trim();
  const holders = async (): Promise<number> =>
    (await control('list', 'short', 'sink-inputs')).split('\n').filter(line => line !== '').length;
  return {
    pid: child.pid,
    environment: sink => ({ ...own, PULSE_SINK: sink }),
    addSink: name =>
      control(
        'load-module',
        'module-null-sink',
        `sink_name=${name}`,
        `rate=${SINK_RATE}`,
        'channels=2',
        'format=s16le',
      ),
    holders,
    untilHolders: count =>
      until(`${count} hold a sink`, async () => (await holders()) === count, { everyMs: ASK_MS }),
    async removeSink(number) {
      await control('unload-module', number);
    },
    stop: () => child.stop(),
  };
}
