import { once } from 'node:events';
import { startChild } from './child.js';
import { SINK_RATE, type SoundServer } from './sound-server.js';

const FRAME_BYTES = 4;
/** Far above the noise of an encoder, far below a tone. */
export const AUDIBLE = 1_500;

/** What a sink would play, as it would play it. Times are `performance.now()`. */
export interface Recording {
  /** Left and right in turn. */
  readonly samples: Int16Array;
  /** When frame `n` would have been heard. */
  timeOf(frame: number): number;
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

/** Records the monitor of a sink. Resolves once sound, or its absence, comes in. */
export async function startRecorder(server: SoundServer, sink: string): Promise<Recorder> {
  const words = [`--device=${sink}.monitor`, '--format=s16le', `--rate=${SINK_RATE}`, '--channels=2', '--raw'];
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

  /** A chunk comes late or in time, never early: the earliest of them tells when frame 0 was. */
  const origin = (): number =>
    Math.min(
      ...chunks
        .slice(-2_000)
        .map(({ atMs, firstFrame, bytes }) => atMs - ((firstFrame + bytes.length / 4) * 1000) / SINK_RATE),
    );

  return {
    rewind() {
      chunks = chunks.slice(-1);
    },
    take() {
      const bytes = Buffer.concat(chunks.map(chunk => chunk.bytes));
      const first = chunks[0]?.firstFrame ?? 0;
      const start = origin();
      return {
        samples: new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)),
        timeOf: frame => start + ((first + frame) * 1000) / SINK_RATE,
      };
    },
    sound: (afterMs, withinMs = 20_000) =>
      new Promise((resolve, reject) => {
        const look = ({ bytes, firstFrame }: Chunk): void => {
          const start = origin();
          for (let at = 0; at < bytes.length; at += FRAME_BYTES) {
            const loud =
              Math.abs(bytes.readInt16LE(at)) > AUDIBLE || Math.abs(bytes.readInt16LE(at + 2)) > AUDIBLE;
            const timeMs = start + ((firstFrame + at / FRAME_BYTES) * 1000) / SINK_RATE;
            if (!loud || timeMs < afterMs) continue;
            settle();
            resolve(timeMs);
            return;
          }
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
        const look = ({ bytes }: Chunk): void => {
          let peak = 0;
          for (let at = 0; at < bytes.length; at += 2) peak = Math.max(peak, Math.abs(bytes.readInt16LE(at)));
          quiet = peak > AUDIBLE ? 0 : quiet + ((bytes.length / FRAME_BYTES) * 1000) / SINK_RATE;
          if (quiet < ms) return;
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
      }),
    stop: () => child.stop(),
  };
}
