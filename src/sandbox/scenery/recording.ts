import { createMelody } from './melody.js';
import type { Synth } from './synth.js';

/** A WAV file that is generated while it is read. */
export interface Recording {
  readonly bytes: number;
  /** Yields bytes `from` (included) to `to` (excluded), in chunks of at most 64 KiB. */
  read(from: number, to: number): Iterable<Buffer>;
}

const HEADER_BYTES = 44;
const FRAME_BYTES = 4;
const CHUNK_FRAMES = 8192;

/** Creates the sound of a piece: 16-bit stereo, `seconds` long, the same bytes for the same id and length. */
export function createRecording(synth: Synth, id: string, seconds: number): Recording {
  const melody = createMelody(id);
  const frames = Math.round(seconds * melody.sampleRate);
  const bytes = HEADER_BYTES + frames * FRAME_BYTES;
  return {
    bytes,
    *read(from, to) {
      if (from < HEADER_BYTES) {
        yield headerOf(melody.sampleRate, frames).subarray(from, Math.min(to, HEADER_BYTES));
      }
      let at = Math.max(from, HEADER_BYTES);
      const end = Math.min(to, bytes);
      while (at < end) {
        const first = Math.floor((at - HEADER_BYTES) / FRAME_BYTES);
        const last = Math.min(first + CHUNK_FRAMES, Math.ceil((end - HEADER_BYTES) / FRAME_BYTES));
        const start = HEADER_BYTES + first * FRAME_BYTES;
        const chunk = synth.render(melody, frames, first, last).subarray(at - start, end - start);
        yield chunk;
        at += chunk.length;
      }
    },
  };
}

function headerOf(sampleRate: number, frames: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  const sound = frames * FRAME_BYTES;
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(HEADER_BYTES - 8 + sound, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(2, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * FRAME_BYTES, 28);
  header.writeUInt16LE(FRAME_BYTES, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(sound, 40);
  return header;
}
