import { once } from 'node:events';
import { startChild } from './child.js';
import { SINK_RATE, type SoundServer } from './sound-server.js';

const FRAME_BYTES = 4;
/** Far above the noise of an encoder, far below a tone. */
const AUDIBLE = 1_500;

/** What a sink would play, as it would play it. Times are `performance.now()`. */
export interface Recording {
  /** Left and right in turn. */
  readonly samples: Int16Array;
  /** When frame `n` came in: what is recorded comes in pieces of a few milliseconds. */
  readonly timeOf: (frame: number) => number;
}

export interface Recorder {
  /** Forgets what was recorded so far. */
  rewind(): void;
  /** Everything since the last `rewind`. */
  take(): Recording;
  /** When the next sound after `afterMs` came; rejects after `withinMs`. */
  sound(afterMs: number, withinMs?: number): Promise<number>;
  /** Resolves once `ms` of silence have passed. */
  silence(ms: number): Promise<void>;
  stop(): Promise<void>;
}

interface Chunk {
  readonly bytes: Buffer;
  readonly firstFrame: number;
  readonly atMs: number;
}

function peakOf({ bytes }: Chunk): number {
  let peak = 0;
  for (let at = 0; at < bytes.length; at += 2) peak = Math.max(peak, Math.abs(bytes.readInt16LE(at)));
  return peak;
}

/** Records the monitor of a sink. Resolves once sound, or its absence, comes in. */
export async function startRecorder(server: SoundServer, sink: string): Promise<Recorder> {
  const words = [
    `--device=${sink}.monitor`,
    '--format=s16le',
    `--rate=${SINK_RATE}`,
    '--channels=2',
    '--raw',
  ];
  const child = startChild('parec', [...words, '--latency-msec=5'], {
    env: server.environment(sink),
    piped: true,
  });
  const { stdout } = child.process;
  if (stdout === null) throw new Error('parec has no output');
  let chunks: Chunk[] = [];
  let frames = 0;
  let rest = Buffer.alloc(0);
  const listeners = new Set<(chunk: Chunk) => void>();

  stdout.on('data', (data: Buffer) => {
    const whole = rest.length === 0 ? data : Buffer.concat([rest, data]);
    const count = Math.floor(whole.length / FRAME_BYTES);
    rest = Buffer.from(whole.subarray(count * FRAME_BYTES));
    if (count === 0) return;
    const chunk = {
      bytes: whole.subarray(0, count * FRAME_BYTES),
      firstFrame: frames,
      atMs: performance.now(),
    };
    frames += count;
    chunks.push(chunk);
    for (const listener of [...listeners]) listener(chunk);
  });
  await once(stdout, 'data');

  return {
    rewind() {
      chunks = chunks.slice(-1);
    },
    take() {
      const bytes = Buffer.concat(chunks.map(chunk => chunk.bytes));
      const first = chunks[0]?.firstFrame ?? 0;
      return {
        samples: new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)),
        timeOf(frame) {
          const chunk = chunks.findLast(({ firstFrame }) => firstFrame <= first + frame);
          return chunk?.atMs ?? Number.NaN;
        },
      };
    },
    sound: (afterMs, withinMs = 20_000) =>
      new Promise((resolve, reject) => {
        const look = (chunk: Chunk): void => {
          if (chunk.atMs < afterMs || peakOf(chunk) < AUDIBLE) return;
          settle();
          resolve(chunk.atMs);
        };
        const late = setTimeout(() => {
          settle();
          reject(new Error('no sound came'));
        }, withinMs);
        const settle = (): void => {
          clearTimeout(late);
          listeners.delete(look);
        };
        listeners.add(look);
      }),
    silence: ms =>
      new Promise(resolve => {
        let quiet = 0;
        const look = (chunk: Chunk): void => {
          const lengthMs = ((chunk.bytes.length / FRAME_BYTES) * 1000) / SINK_RATE;
          quiet = peakOf(chunk) > AUDIBLE ? 0 : quiet + lengthMs;
          if (quiet < ms) return;
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
      }),
    stop: () => child.stop(),
  };
}
