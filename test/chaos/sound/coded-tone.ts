import { SINK_RATE } from '../../bench/rig/sound-server.js';
import { createWav, HEADER_BYTES } from '../../bench/sound/tone.js';

/**
 * Audio that says what it is and where it is: every tenth of a second is a tone that names the item, then one that
 * names the place. The right channel follows the left by a quarter of a wave, so that it is never silent. In a clip
 * it leads, and one tone names the clip: so both are told apart when they sound together. The tone of an alarm, which is
 * the same in both, is lower than either.
 */
export const SLOT_MS = 100;
/** Items are named by their number modulo this. */
export const NAMES = 400;
/** Longest piece, in slots. */
const SLOTS_MAX = 400;

/** Clips are named by their number modulo this. */
export const CLIPS = 160;

const HALF_FRAMES = (SINK_RATE * SLOT_MS) / 2_000;
const FRAME_BYTES = 4;
const AMPLITUDE = 20_000;
/** Both together fit into 16 bits, before the music is lowered too. */
const CLIP_AMPLITUDE = 4_000;
const [NAME_HZ, PLACE_HZ, STEP_HZ] = [1_000, 6_000, 10];
const CLIP_STEP_HZ = 50;
/** Anything lower is no music. */
const LOWEST_HZ = NAME_HZ - STEP_HZ / 2;
/** Frames that are listened to at a time. */
const WINDOW = 480;
export const WINDOW_MS = (WINDOW * 1_000) / SINK_RATE;
/** Above what resampling and a clip leave behind, below the beginning of an alarm that is lowered for a clip. */
const AUDIBLE = 25;

export const BYTES_A_SECOND = SINK_RATE * FRAME_BYTES;

/** A WAV file of item `n`, `seconds` long (at most 40). */
export function toCodedWav(n: number, seconds: number): Buffer {
  return toWav(seconds, half =>
    half % 2 === 0 ? NAME_HZ + STEP_HZ * (n % NAMES) : PLACE_HZ + STEP_HZ * (half >> 1),
  );
}

/** A WAV file of clip `n`. */
export function toCodedClip(n: number, seconds: number): Buffer {
  return toWav(seconds, () => -(NAME_HZ + CLIP_STEP_HZ * (n % CLIPS)), CLIP_AMPLITUDE);
}

/** `hertzOf`: of each half of a slot; below 0 the right channel leads. */
function toWav(seconds: number, hertzOf: (half: number) => number, amplitude = AMPLITUDE): Buffer {
  const frames = Math.round(seconds * SINK_RATE);
  const wav = createWav(frames, SINK_RATE);
  const samples = new Int16Array(frames * 2);
  for (let half = 0, from = 0; from < frames; half += 1, from += HALF_FRAMES) {
    const turn = (2 * Math.PI * hertzOf(half)) / SINK_RATE;
    const to = Math.min(frames, from + HALF_FRAMES);
    // Turned on from frame to frame, which takes a tenth of the time that a cosine and a sine of each would.
    const [along, across] = [Math.cos(turn), Math.sin(turn)];
    let [left, right] = [amplitude * Math.cos(from * turn), amplitude * Math.sin(from * turn)];
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
  /** The largest sample, of 20,000 at full volume. */
  readonly peak: number;
}

/** What was heard of a stream in one go. */
export interface Said {
  readonly readings: readonly Reading[];
  /** Music. */
  readonly isSounding: boolean;
  /** The tone of an alarm. */
  readonly isTone: boolean;
  /** The names of clips, once for each window in which they sound. */
  readonly clips: readonly number[];
}

export interface CodeReader {
  /** Left and right in turn. */
  read(samples: Int16Array): Said;
}

/** Reads coded tones from a stream of samples, from wherever it begins. */
export function createCodeReader(): CodeReader {
  let rest = new Int16Array(REACH * 2);
  const before: { music: number | null; clip: number | null } = { music: null, clip: null };
  let name: { readonly value: number; age: number } | null = null;

  /** Only what lasts counts: where one tone follows another, and at an edge, anything can be read. */
  function steady(kind: 'music' | 'clip', hertz: number | null, within: number): number | null {
    const last = before[kind];
    before[kind] = hertz;
    return hertz !== null && last !== null && Math.abs(hertz - last) < within ? hertz : null;
  }

  function take(hertz: number | null, peak: number, readings: Reading[]): void {
    if (name !== null) name.age += 1;
    if (hertz === null) return;
    const nameAt = Math.round((hertz - NAME_HZ) / STEP_HZ);
    const slot = Math.round((hertz - PLACE_HZ) / STEP_HZ);
    if (nameAt >= 0 && nameAt < NAMES) name = { value: nameAt, age: 0 };
    // A place belongs to the name right before it.
    else if (slot >= 0 && slot < SLOTS_MAX && name !== null && name.age <= 7) {
      readings.push({ name: name.value, slot, peak: Math.round(peak) });
    }
  }

  return {
    read(samples) {
      const all = new Int16Array(rest.length + samples.length);
      all.set(rest);
      all.set(samples, rest.length);
      const readings: Reading[] = [];
      const clips: number[] = [];
      let [isSounding, isTone] = [false, false];
      let from = REACH;
      for (; (from + WINDOW + REACH) * 2 <= all.length; from += WINDOW) {
        const { music, clip, peak } = pitchesOf(all, from);
        const hertz = steady('music', music, 3);
        if (hertz !== null && hertz >= LOWEST_HZ) isSounding = true;
        else if (hertz !== null) isTone = true;
        take(hertz, peak, readings);
        const clipAt = Math.round((-(steady('clip', clip, CLIP_STEP_HZ / 2) ?? 0) - NAME_HZ) / CLIP_STEP_HZ);
        if (clipAt >= 0 && clipAt < CLIPS) clips.push(clipAt);
      }
      rest = all.slice((from - REACH) * 2);
      return { readings, isSounding, isTone, clips };
    },
  };
}

/** So many frames around one are needed to part what turns one way from what turns the other. */
const REACH = 79;
/** The odd places of a Hilbert transformer, under a Blackman window: what turns the other way is left a four-thousandth; the even ones are 0. */
const PARTING = Array.from({ length: (REACH + 1) / 2 }, (_, at) => {
  const place = 2 * at + 1;
  const turn = (Math.PI * place) / (REACH + 1);
  return (2 / (Math.PI * place)) * (0.42 + 0.5 * Math.cos(turn) + 0.08 * Math.cos(2 * turn));
});

interface Pitch {
  along: number;
  across: number;
  peak: number;
  left: number;
  right: number;
}

/** The turn from each frame to the next, one way and the other; null for silence. */
function pitchesOf(
  samples: Int16Array,
  from: number,
): { readonly music: number | null; readonly clip: number | null; readonly peak: number } {
  const music: Pitch = { along: 0, across: 0, peak: 0, left: 0, right: 0 };
  const clip: Pitch = { ...music };
  for (let frame = from; frame < from + WINDOW; frame += 1) {
    const at = frame * 2;
    let [acrossLeft, acrossRight] = [0, 0];
    for (let tap = 0; tap < PARTING.length; tap += 1) {
      const away = 4 * tap + 2;
      const part = PARTING[tap] ?? 0;
      acrossLeft += part * ((samples[at - away] ?? 0) - (samples[at + away] ?? 0));
      acrossRight += part * ((samples[at + 1 - away] ?? 0) - (samples[at + 1 + away] ?? 0));
    }
    const [left, right] = [samples[at] ?? 0, samples[at + 1] ?? 0];
    turned(music, (left - acrossRight) / 2, (right + acrossLeft) / 2, frame > from);
    turned(clip, (left + acrossRight) / 2, (right - acrossLeft) / 2, frame > from);
  }
  return { music: hertzOf(music), clip: hertzOf(clip), peak: music.peak };
}

function turned(pitch: Pitch, left: number, right: number, isWithin: boolean): void {
  pitch.peak = Math.max(pitch.peak, Math.abs(left), Math.abs(right));
  if (isWithin) {
    pitch.along += pitch.left * left + pitch.right * right;
    pitch.across += pitch.left * right - pitch.right * left;
  }
  pitch.left = left;
  pitch.right = right;
}

function hertzOf({ peak, along, across }: Pitch): number | null {
  return peak < AUDIBLE ? null : (Math.atan2(across, along) / (2 * Math.PI)) * SINK_RATE;
}
