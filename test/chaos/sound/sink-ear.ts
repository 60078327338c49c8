import { startChild } from '../../bench/rig/child.js';
import { SINK_RATE, type SoundServer } from '../../bench/rig/sound-server.js';
import { CLIPS, createCodeReader, NAMES, WINDOW_MS } from './coded-tone.js';
import type { Ear, Heard, HeardClip } from './ear.js';

/** Listens at the sink of a sound server: what comes out of the speaker. */
export async function startSinkEar(
  server: SoundServer,
  sink: string,
  countOf: () => { readonly items: number; readonly clips: number },
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
  const clips: HeardClip[] = [];
  let lastSoundMs = Number.NEGATIVE_INFINITY;
  let lastToneMs = Number.NEGATIVE_INFINITY;
  let rest = Buffer.alloc(0);

  /** The youngest of that name. */
  function youngest(name: number, count: number, names: number): number {
    const last = count - 1;
    return last - ((((last - name) % names) + names) % names);
  }

  function hearClip(n: number, atMs: number): void {
    if (n < 0) return;
    const last = clips.at(-1);
    if (last?.n !== n) clips.push({ n, fromMs: atMs, toMs: atMs, heardMs: WINDOW_MS });
    else {
      last.toMs = atMs;
      last.heardMs += WINDOW_MS;
    }
  }

  stdout.on('data', (data: Buffer) => {
    const whole = Buffer.concat([rest, data]);
    const bytes = whole.length - (whole.length % 4);
    rest = Buffer.from(whole.subarray(bytes));
    const samples = new Int16Array(whole.buffer.slice(whole.byteOffset, whole.byteOffset + bytes));
    const said = reader.read(samples);
    const atMs = performance.now();
    const count = countOf();
    if (said.isSounding) lastSoundMs = atMs;
    if (said.isTone) lastToneMs = atMs;
    for (const name of said.clips) hearClip(youngest(name, count.clips, CLIPS), atMs);
    for (const { name, slot, peak } of said.readings) {
      const n = youngest(name, count.items, NAMES);
      const last = heard.at(-1);
      if (last?.n !== n || last.slot !== slot) heard.push({ atMs, n, slot, peak });
    }
  });
  await new Promise(resolve => stdout.once('data', resolve));

  return {
    how: 'a recording of the sound server’s sink',
    heard,
    clips,
    get lastSoundMs() {
      return lastSoundMs;
    },
    get lastToneMs() {
      return lastToneMs;
    },
    stop: () => child.stop(),
  };
}
