import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { mpvArguments } from '../../../src/player/sound/mpv-options.js';
import { type BenchChild, startChild } from '../rig/child.js';
import { until } from '../rig/waiting.js';

/** mpv with the agent's options, or hardly any, and nothing around it: the floor of whatever is played through it. */
export interface BareMpv {
  readonly child: BenchChild;
  readonly socketPath: string;
  /** Sends a command; answers nothing. */
  send(...words: readonly unknown[]): void;
  /** Opens an address at a place, in seconds. */
  open(url: string, startS?: number): void;
  stop(): Promise<void>;
}

export async function startBareMpv(options: {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly audioOutput: string;
  readonly audioDevice?: string;
  /** True: with mpv's own settings wherever it need not be told otherwise. */
  readonly isPlain?: boolean;
}): Promise<BareMpv> {
  const { audioOutput, audioDevice = null, isPlain = false } = options;
  const socketPath = join(options.folder, `floor-${process.hrtime.bigint().toString(36)}.sock`);
  const words = isPlain
    ? [
        ...['--no-config', '--idle=yes', '--no-terminal', '--no-video', `--ao=${audioOutput}`],
        ...(audioDevice === null ? [] : [`--audio-device=${audioDevice}`]),
        `--input-ipc-server=${socketPath}`,
      ]
    : mpvArguments({ socketPath, audioOutput, audioDevice, extraOptions: [] });
  const child = startChild('mpv', words, {
    env: { PATH: process.env['PATH'] ?? '', ...options.environment },
  });
  const socket = await until('bare mpv', () => tryConnect(socketPath));
  socket.resume();
  const say = (command: unknown): void => void socket.write(`${JSON.stringify({ command })}\n`);
  return {
    child,
    socketPath,
    send: (...words) => say(words),
    // The named form is the only one that all of mpv's versions agree on.
    open: (url, startS) =>
      say({
        name: 'loadfile',
        url,
        flags: 'replace',
        options: startS === undefined ? {} : { start: startS.toFixed(3) },
      }),
    async stop() {
      socket.destroy();
      await child.stop();
    },
  };
}

/** A bare mpv that is given its address as it starts. */
export function startMpvWith(
  url: string,
  options: { readonly folder: string; readonly environment: Readonly<Record<string, string>> },
): BenchChild {
  const socketPath = join(options.folder, 'floor-with.sock');
  const words = mpvArguments({ socketPath, audioOutput: 'pulse', audioDevice: null, extraOptions: [] });
  return startChild('mpv', [...words, url], {
    env: { PATH: process.env['PATH'] ?? '', ...options.environment },
  });
}

function tryConnect(path: string): Promise<Socket | null> {
  return new Promise(resolve => {
    const socket = connect(path);
    socket.once('connect', () => resolve(socket));
    socket.on('error', () => resolve(null));
  });
}
