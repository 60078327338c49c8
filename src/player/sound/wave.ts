/** PCM of 16 bits. */
export interface Samples {
  readonly bytes: Buffer;
  /** Samples a second. */
  readonly rate: number;
  readonly channels: number;
}

const BYTES = 2;
/** The format tag of a WAV file that is not compressed. */
const PCM = 1;
const RATES = { least: 8_000, most: 192_000 };

/** Returns a WAV file. */
export function toWave({ bytes, rate, channels }: Samples): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + bytes.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(PCM, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * channels * BYTES, 28);
  head.writeUInt16LE(channels * BYTES, 32);
  head.writeUInt16LE(8 * BYTES, 34);
  head.write('data', 36);
  head.writeUInt32LE(bytes.length, 40);
  return Buffer.concat([head, bytes]);
}

/**
 * Returns the samples of a WAV file of plain PCM, 16 bits, mono or stereo; null for any other file. The length that its
 * head states is not believed: a program that writes to a pipe cannot know it.
 */
export function samplesOf(wave: Buffer): Samples | null {
  if (wave.toString('latin1', 0, 4) !== 'RIFF' || wave.toString('latin1', 8, 12) !== 'WAVE') return null;
  let format: Omit<Samples, 'bytes'> | null = null;
  for (let at = 12; at + 8 <= wave.length; ) {
    const name = wave.toString('latin1', at, at + 4);
    const size = wave.readUInt32LE(at + 4);
    const body = wave.subarray(at + 8, at + 8 + size);
    if (name === 'fmt ') format = formatOf(body);
    if (name === 'data') {
      if (format === null) return null;
      const frame = format.channels * BYTES;
      return { ...format, bytes: body.subarray(0, body.length - (body.length % frame)) };
    }
    // A chunk takes an even number of bytes.
    at += 8 + size + (size % 2);
  }
  return null;
}

/** Reads a `fmt ` chunk. */
function formatOf(chunk: Buffer): Omit<Samples, 'bytes'> | null {
  if (chunk.length < 16 || chunk.readUInt16LE(0) !== PCM || chunk.readUInt16LE(14) !== 8 * BYTES) return null;
  const [channels, rate] = [chunk.readUInt16LE(2), chunk.readUInt32LE(4)];
  const isUsual = (channels === 1 || channels === 2) && rate >= RATES.least && rate <= RATES.most;
  return isUsual ? { channels, rate } : null;
}

/** How long they sound, milliseconds. */
export function lengthOf({ bytes, rate, channels }: Samples): number {
  return Math.round((bytes.length / (rate * channels * BYTES)) * 1_000);
}
