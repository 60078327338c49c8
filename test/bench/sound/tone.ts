import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../../fakes/machine/remove-folder.js';

export const FORMATS = ['wav', 'flac', 'mp3', 'm4a'] as const;
export type Format = (typeof FORMATS)[number];

export interface ToneRequest {
  readonly frequency: number;
  readonly rate: 44_100 | 48_000;
  /** A whole number of tenths, so that a tone ends where it began. */
  readonly seconds: number;
  readonly format: Format;
  /** The second half is of another pitch, so that a jump into it is heard. */
  readonly turns?: boolean;
  /** The pitch rises by `SWEEP` a second, so that it tells the place. */
  readonly sweeps?: boolean;
}

/** Hertz a second. */
export const SWEEP = 100;

/** The second half's pitch above the first's. */
export const TURN = 1_300;
const TONES = 12;
const AMPLITUDE = 20_000;

/** Neighbouring pieces differ in pitch, so that a recording tells which of them sounds. */
export function frequencyOf(piece: number): number {
  return 400 + 100 * (piece % TONES);
}

/** Bytes before the first sample. */
export const HEADER_BYTES = 44;

/** A file of so many frames of two channels, silent still. */
export function createWav(frames: number, rate: number): Buffer {
  const wav = Buffer.alloc(HEADER_BYTES + frames * 4);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(36 + frames * 4, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(2, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate * 4, 28);
  wav.writeUInt16LE(4, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(frames * 4, 40);
  return wav;
}

/**
 * A tone that is never silent: the right channel follows the left by a quarter of a wave, so that the two together
 * are equally loud at every sample.
 */
function toWav({ frequency, rate, seconds, turns = false, sweeps = false }: ToneRequest): Buffer {
  const frames = Math.round(seconds * rate);
  const wav = createWav(frames, rate);
  for (let at = 0; at < frames; at += 1) {
    const pitch = turns && at >= frames / 2 ? frequency + TURN : frequency;
    const mean = sweeps ? pitch + (SWEEP * at) / rate / 2 : pitch;
    const step = (2 * Math.PI * mean) / rate;
    wav.writeInt16LE(Math.round(AMPLITUDE * Math.cos(at * step)), HEADER_BYTES + at * 4);
    wav.writeInt16LE(Math.round(AMPLITUDE * Math.sin(at * step)), HEADER_BYTES + 2 + at * 4);
  }
  return wav;
}

const ENCODING: Record<Exclude<Format, 'wav'>, readonly string[]> = {
  flac: ['-c:a', 'flac'],
  mp3: ['-c:a', 'libmp3lame', '-b:a', '192k'],
  m4a: ['-c:a', 'aac', '-b:a', '192k', '-movflags', '+faststart'],
};

/** The file as a service would hand it out; ffmpeg makes all but WAV. */
function toFile(request: ToneRequest): Buffer {
  const wav = toWav(request);
  if (request.format === 'wav') return wav;
  const folder = mkdtempSync(join(tmpdir(), 'tonearm-tone-'));
  try {
    const target = join(folder, `tone.${request.format}`);
    const words = ['-loglevel', 'error', '-f', 'wav', '-i', 'pipe:0', ...ENCODING[request.format], target];
    execFileSync('ffmpeg', words, { input: wav });
    return readFileSync(target);
  } finally {
    removeFolder(folder);
  }
}

/** Makes each file once. */
export function createTones(): (request: ToneRequest) => Buffer {
  const made = new Map<string, Buffer>();
  return request => {
    const key = JSON.stringify(request);
    const file = made.get(key) ?? toFile(request);
    made.set(key, file);
    return file;
  };
}
