/** PCM of 16 bits. */
export interface Samples {
  readonly bytes: Buffer;
  /** Samples a second. */
  readonly rate: number;
  readonly channels: number;
}

const BYTES = 2;

/** Returns a WAV file. */
export function toWave({ bytes, rate, channels }: Samples): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + bytes.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * channels * BYTES, 28);
  head.writeUInt16LE(channels * BYTES, 32);
  head.writeUInt16LE(8 * BYTES, 34);
  head.write('data', 36);
  head.writeUInt32LE(bytes.length, 40);
  return Buffer.concat([head, bytes]);
}

/** Returns the samples of a WAV file, whatever length its head states: a program that writes to a pipe cannot know it. */
export function samplesOf(wave: Buffer): Buffer {
  for (let at = 12; at + 8 <= wave.length; ) {
    const size = wave.readUInt32LE(at + 4);
    if (wave.toString('latin1', at, at + 4) === 'data') return wave.subarray(at + 8, at + 8 + size);
    // A chunk takes an even number of bytes.
    at += 8 + size + (size % 2);
  }
  return Buffer.alloc(0);
}

/** How long they sound, milliseconds. */
export function lengthOf({ bytes, rate, channels }: Samples): number {
  return Math.round((bytes.length / (rate * channels * BYTES)) * 1_000);
}
