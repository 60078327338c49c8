import { SINK_RATE } from '../../bench/rig/sound-server.js';

/**
 * Audio that says what it is and where it is: every tenth of a second is a tone that names the item, then one that
 * names the place. The right channel follows the left by a quarter of a wave, so that it is never silent.
 */
export const SLOT_MS = 100;
/** Items are named by their number modulo this. */
export const NAMES = 400;
/** Longest piece, in slots. */
const SLOTS_MAX = 400;

const HALF_FRAMES = (SINK_RATE * SLOT_MS) / 2_000;
const HEADER_BYTES = 44;
const FRAME_BYTES = 4;
const AMPLITUDE = 20_000;
const [NAME_HZ, PLACE_HZ, STEP_HZ] = [1_000, 6_000, 10];
/** Frames that are listened to at a time. */
const WINDOW = 480;
/** Above what resampling and fading leave behind, far below any volume a listener sets. */
const AUDIBLE = 60;

export const BYTES_A_SECOND = SINK_RATE * FRAME_BYTES;

/** A WAV file of item `n`, `seconds` long (at most 40). */
export function toCodedWav(n: number, seconds: number): Buffer {
  const frames = Math.round(seconds * SINK_RATE);
  const wav = Buffer.alloc(HEADER_BYTES + frames * FRAME_BYTES);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(36 + frames * FRAME_BYTES, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(2, 22);
  wav.writeUInt32LE(SINK_RATE, 24);
  wav.writeUInt32LE(BYTES_A_SECOND, 28);
  wav.writeUInt16LE(FRAME_BYTES, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(frames * FRAME_BYTES, 40);
  const samples = new Int16Array(frames * 2);
  for (let half = 0, from = 0; from < frames; half += 1, from += HALF_FRAMES) {
    const slot = half >> 1;
    const hertz = half % 2 === 0 ? NAME_HZ + STEP_HZ * (n % NAMES) : PLACE_HZ + STEP_HZ * slot;
    const turn = (2 * Math.PI * hertz) / SINK_RATE;
    const to = Math.min(frames, from + HALF_FRAMES);
    // Turned on from frame to frame, which takes a tenth of the time that a cosine and a sine of each would.
    const [along, across] = [Math.cos(turn), Math.sin(turn)];
    let [left, right] = [AMPLITUDE * Math.cos(from * turn), AMPLITUDE * Math.sin(from * turn)];
    for (let at = from; at < to; at += 1) {
      samples[at * 2] = left;
      samples[at * 2 + 1] = right;
      const next = left * along - right * across;
      right = left * across + right * along;
      left = next;
    }
  }
  Buffer.from(samples.buffer).copy(wav, HEADER_BYTES);
  return wav;
}

/** What a stretch of samples says. */
export interface Reading {
  readonly name: number;
  readonly slot: number;
}

export interface CodeReader {
  /** Left and right in turn; answers what was read, and whether anything at all was heard. */
  read(samples: Int16Array): { readonly readings: readonly Reading[]; readonly isSounding: boolean };
}

/** Reads coded tones from a stream of samples, from wherever it begins. */
export function createCodeReader(): CodeReader {
  let rest = new Int16Array(0);
  let before: number | null = null;
  let name: { readonly value: number; age: number } | null = null;

  function take(hertz: number | null, readings: Reading[]): void {
    const isSteady = hertz !== null && before !== null && Math.abs(hertz - before) < 3;
    before = hertz;
    if (name !== null) name.age += 1;
    if (!isSteady) return;
    const nameAt = Math.round((hertz - NAME_HZ) / STEP_HZ);
    const slot = Math.round((hertz - PLACE_HZ) / STEP_HZ);
    if (nameAt >= 0 && nameAt < NAMES) name = { value: nameAt, age: 0 };
    // A place belongs to the name right before it.
    else if (slot >= 0 && slot < SLOTS_MAX && name !== null && name.age <= 7) {
      readings.push({ name: name.value, slot });
    }
  }

  return {
    read(samples) {
      const all = new Int16Array(rest.length + samples.length);
      all.set(rest);
      all.set(samples, rest.length);
      const readings: Reading[] = [];
      let isSounding = false;
      let at = 0;
      for (; at + WINDOW * 2 <= all.length; at += WINDOW * 2) {
        const hertz = pitchOf(all, at);
        if (hertz !== null) isSounding = true;
        take(hertz, readings);
      }
      rest = all.slice(at);
      return { readings, isSounding };
    },
  };
}

/** The turn from each frame to the next; null for silence. */
function pitchOf(samples: Int16Array, from: number): number | null {
  let along = 0;
  let across = 0;
  let peak = 0;
  for (let at = from; at < from + (WINDOW - 1) * 2; at += 2) {
    const [a = 0, b = 0, c = 0, d = 0] = [samples[at], samples[at + 1], samples[at + 2], samples[at + 3]];
    peak = Math.max(peak, Math.abs(a), Math.abs(b));
    along += a * c + b * d;
    across += a * d - b * c;
  }
  return peak < AUDIBLE ? null : (Math.atan2(across, along) / (2 * Math.PI)) * SINK_RATE;
}
