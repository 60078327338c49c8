import { endianness } from 'node:os';
import type { Melody, MelodyNote } from './melody.js';
import { TABLE_SIZE } from './melody.js';

const HARMONICS: readonly (readonly number[])[] = [
  [1, 0.12, 0.05],
  [1, 0.5, 0.25, 0.12, 0.06],
  [1, 0, 0.33, 0, 0.2, 0, 0.1],
  [1, 0.7, 0.1, 0.3, 0.02, 0.08],
  [1, 0.05, 0.45, 0.02, 0.12],
  [1, 0.3, 0.6, 0.15, 0.05, 0.1],
];

/** Attack times of notes, in seconds. */
const ATTACK_PLUCKED = 0.004;
const ATTACK_HELD = 0.06;
/** Seconds of fade at both ends of a piece: too short for an audible gap, long enough to avoid clicks. */
const EDGE = 0.002;

export interface Synth {
  /** Renders frames `from` to `to` as 16-bit little-endian stereo; a piece cut anywhere gives the same samples. */
  render(melody: Melody, pieceFrames: number, from: number, to: number): Buffer;
}

/** Frames per cached block: a round of a melody that has been rendered once is copied from then on. */
const BLOCK = 8192;
/** Pieces whose rounds are cached, some megabytes each: the current one, the next one, and one more. */
const KEPT = 3;

/** Creates a wavetable synthesizer without state between frames, which can render any byte range on its own. */
export function createSynth(): Synth {
  const tables: Float64Array[] = [];
  const rounds = new Map<string, Round>();

  function roundOf(melody: Melody): Round {
    const round = rounds.get(melody.id) ?? createRound(melody, tableOf(melody));
    rounds.delete(melody.id);
    rounds.set(melody.id, round);
    for (const id of rounds.keys()) {
      if (rounds.size <= KEPT) break;
      rounds.delete(id);
    }
    return round;
  }

  function tableOf({ timbre }: Melody): Float64Array {
    return (tables[timbre] ??= createTable(HARMONICS[timbre] ?? [1]));
  }

  return {
    render(melody, pieceFrames, from, to) {
      const table = tableOf(melody);
      const samples = new Int16Array((to - from) * 2);
      const edge = Math.ceil(EDGE * melody.sampleRate);
      const first = Math.max(from, melody.repeats.from, edge);
      const last = Math.min(to, pieceFrames - edge);
      if (first >= last) {
        make(melody, table, { from, pieceFrames }, samples);
      } else {
        make(melody, table, { from, pieceFrames }, samples.subarray(0, (first - from) * 2));
        roundOf(melody).copy(first, samples.subarray((first - from) * 2, (last - from) * 2));
        make(melody, table, { from: last, pieceFrames }, samples.subarray((last - from) * 2));
      }
      const bytes = Buffer.from(samples.buffer);
      return endianness() === 'LE' ? bytes : bytes.swap16();
    },
  };
}

interface Round {
  /** Copies the frames from `from` on; only where the melody already repeats, away from the ends of a piece. */
  copy(from: number, samples: Int16Array): void;
}

/** Creates a round whose blocks are rendered when first needed. */
function createRound(melody: Melody, table: Float64Array): Round {
  const { from: start, every } = melody.repeats;
  const blocks: Int16Array[] = [];

  function blockOf(number: number): Int16Array {
    const frames = Math.min(BLOCK, every - number * BLOCK);
    return (blocks[number] ??= make(
      melody,
      table,
      { from: start + number * BLOCK, pieceFrames: Infinity },
      new Int16Array(frames * 2),
    ));
  }

  return {
    copy(from, samples) {
      for (let done = 0; done < samples.length; ) {
        const at = (from - start + done / 2) % every;
        const rest = blockOf(Math.floor(at / BLOCK)).subarray((at % BLOCK) * 2);
        const part = rest.subarray(0, samples.length - done);
        samples.set(part, done);
        done += part.length;
      }
    },
  };
}

/** Fills `samples` with the frames from `from` on. */
function make(
  melody: Melody,
  table: Float64Array,
  { from, pieceFrames }: { readonly from: number; readonly pieceFrames: number },
  samples: Int16Array,
): Int16Array {
  // Left and right samples alternate.
  const mixed = new Float64Array(samples.length);
  const frames = samples.length / 2;
  for (const note of frames === 0 ? [] : melody.notes(from, from + frames))
    mix(note, table, melody.sampleRate, from, mixed);
  const edge = EDGE * melody.sampleRate;
  const soften = (first: number, end: number): void => {
    for (let at = Math.max(0, first); at < Math.min(frames, end); at += 1) {
      const gain = Math.min(1, (from + at + 1) / edge, (pieceFrames - from - at) / edge);
      mixed[at * 2] = (mixed[at * 2] as number) * gain;
      mixed[at * 2 + 1] = (mixed[at * 2 + 1] as number) * gain;
    }
  };
  soften(0, Math.ceil(edge) - from);
  soften(Math.floor(pieceFrames - edge) - from, frames);
  for (let at = 0; at < samples.length; at += 1) samples[at] = toSample((mixed[at] as number) * 32767);
  return samples;
}

/** Math.round(value), clipped to 16 bits; written for speed, because it runs for every sample. */
function toSample(value: number): number {
  return value > 32767 ? 32767 : value < -32768 ? -32768 : ((value + 32768.5) | 0) - 32768;
}

function mix(
  note: MelodyNote,
  table: Float64Array,
  sampleRate: number,
  from: number,
  mixed: Float64Array,
): void {
  const attack = (note.held ? ATTACK_HELD : ATTACK_PLUCKED) * sampleRate;
  const release = note.held ? attack : 0;
  const { start, length, step, held, left: toLeft, right: toRight } = note;
  // The chord of the first bar has no attack, so a piece starts with sound.
  const attacked = held && start === 0 ? 0 : attack;
  const begin = Math.max(0, start - from);
  const end = Math.min(mixed.length / 2, start + length + release - from);
  for (let at = begin; at < end; at += 1) {
    const age = from + at - start;
    const fade = !held ? 1 - age / length : age <= length ? 1 : (length + release - age) / release;
    let envelope = held ? fade : fade * fade * fade;
    if (age < attacked) envelope *= age / attack;
    const sample = (table[(age * step) & (TABLE_SIZE - 1)] as number) * envelope;
    mixed[at * 2] = (mixed[at * 2] as number) + sample * toLeft;
    mixed[at * 2 + 1] = (mixed[at * 2 + 1] as number) + sample * toRight;
  }
}

function createTable(harmonics: readonly number[]): Float64Array {
  const table = Float64Array.from({ length: TABLE_SIZE }, (_, at) =>
    harmonics.reduce(
      (sum, share, nth) => sum + share * Math.sin((2 * Math.PI * (nth + 1) * at) / TABLE_SIZE),
      0,
    ),
  );
  const peak = table.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return table.map(value => value / peak);
}
