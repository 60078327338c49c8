import { startChild } from '../../bench/rig/child.js';
import { SINK_RATE, type SoundServer } from '../../bench/rig/sound-server.js';
import { createCodeReader, NAMES } from './coded-tone.js';
import type { Ear, Heard } from './ear.js';

/** Listens at the sink of a sound server: what comes out of the speaker. */
export async function startSinkEar(
  server: SoundServer,
  sink: string,
  countOfItems: () => number,
): Promise<Ear> {
  const format = ['--format=s16le', `--rate=${SINK_RATE}`, '--channels=2', '--raw', '--latency-msec=20'];
  const child = startChild('parec', [`--device=${sink}.monitor`, ...format], {
    env: server.environment(sink),
    piped: true,
  });
  const { stdout } = child.process;
  if (stdout === null) throw new Error('parec has no output');
  const reader = createCodeReader();
  const heard: Heard[] = [];
  let lastSoundMs = Number.NEGATIVE_INFINITY;
  let rest = Buffer.alloc(0);

  /** The youngest item of that name. */
  function itemOf(name: number): number {
    const last = countOfItems() - 1;
    return last - ((((last - name) % NAMES) + NAMES) % NAMES);
  }

  stdout.on('data', (data: Buffer) => {
    const whole = Buffer.concat([rest, data]);
    const bytes = whole.length - (whole.length % 4);
    rest = Buffer.from(whole.subarray(bytes));
    const samples = new Int16Array(whole.buffer.slice(whole.byteOffset, whole.byteOffset + bytes));
    const { readings, isSounding } = reader.read(samples);
    const atMs = performance.now();
    if (isSounding) lastSoundMs = atMs;
    for (const { name, slot } of readings) {
      const n = itemOf(name);
      const last = heard.at(-1);
      if (last?.n !== n || last.slot !== slot) heard.push({ atMs, n, slot });
    }
  });
  await new Promise(resolve => stdout.once('data', resolve));

  return {
    how: 'a recording of the sound server’s sink',
    heard,
    get lastSoundMs() {
      return lastSoundMs;
    },
    stop: () => child.stop(),
  };
}
