import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { type BenchChild, startChild } from '../rig/child.js';
import { SINK_RATE } from '../rig/sound-server.js';
import { until } from '../rig/waiting.js';

/** MPD of the system's own package, playing http addresses. */
export interface Mpd {
  readonly child: BenchChild;
  /** One command after the other; resolves when all were answered. */
  command(...lines: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

export async function startMpd(options: {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Of PulseAudio; null: no sound, and a volume that is only a number. */
  readonly sink: string | null;
  /** Where it answers beside its own socket. */
  readonly port?: number;
}): Promise<Mpd> {
  const home = join(options.folder, 'mpd');
  mkdirSync(home, { recursive: true });
  const socket = join(home, 'socket');
  const server = options.environment['PULSE_SERVER'] ?? '';
  const { sink, port } = options;
  const output =
    sink === null
      ? { type: 'null', name: 'bench', mixer_type: 'null' }
      : { type: 'pulse', name: 'bench', server, sink, mixer_type: 'none' };
  writeFileSync(
    join(home, 'mpd.conf'),
    [
      `bind_to_address "${socket}"`,
      ...(port === undefined ? [] : ['bind_to_address "127.0.0.1"', `port "${port}"`]),
      'auto_update "no"',
      // Left to change the rate with the piece, MPD 0.23 plays one piece at the rate of another.
      `audio_output_format "${SINK_RATE}:16:2"`,
      'zeroconf_enabled "no"',
      'input {\n  plugin "curl"\n}',
      'audio_output {',
      ...Object.entries(output).map(([name, value]) => `  ${name} "${value}"`),
      '}',
    ].join('\n'),
  );
  const child = startChild('mpd', ['--no-daemon', join(home, 'mpd.conf')], { env: options.environment });
  await until('mpd', () => exchange(socket, ['ping']).catch(() => null), { everyMs: 2 });
  return {
    child,
    async command(...lines) {
      await exchange(socket, lines);
    },
    stop: () => child.stop(),
  };
}

function exchange(path: string, lines: readonly string[]): Promise<true> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    let left = lines.length + 1;
    socket.on('error', reject);
    const answers = createInterface({ input: socket });
    answers.on('error', reject);
    answers.on('line', line => {
      if (line.startsWith('ACK')) reject(new Error(line));
      if (!line.startsWith('OK')) return;
      left -= 1;
      const next = lines[lines.length - left];
      if (next !== undefined) socket.write(`${next}\n`);
      else {
        socket.destroy();
        resolve(true);
      }
    });
  });
}
