import { endianness } from 'node:os';
import type { Melody, Note } from './melody.js';
import { TABLE_SIZE, TIMBRES } from './melody.js';

const HARMONICS: readonly (readonly number[])[] = [
  [1, 0.12, 0.05],
  [1, 0.5, 0.25, 0.12, 0.06],
  [1, 0, 0.33, 0, 0.2, 0, 0.1],
  [1, 0.7, 0.1, 0.3, 0.02, 0.08],
  [1, 0.05, 0.45, 0.02, 0.12],
  [1, 0.3, 0.6, 0.15, 0.05, 0.1],
];

/** Seconds. */
const ATTACK_PLUCKED = 0.004;
const ATTACK_HELD = 0.06;
/** Ends are softened for this long: too short to be heard as a gap, long enough not to click. */
const EDGE = 0.002;

export interface Synth {
  /** Frames `from` to `to` as 16-bit little-endian stereo; any cut of a piece gives the same samples. */
  render(melody: Melody, pieceFrames: number, from: number, to: number): Buffer;
}

/** Wavetable synthesis without any state between frames, so that a byte range can be made on its own. */
export function createSynth(): Synth {
  const tables = Array.from({ length: TIMBRES }, (_, timbre) => tableOf(HARMONICS[timbre] ?? [1]));

  return {
    render(melody, pieceFrames, from, to) {
      const left = new Float64Array(to - from);
      const right = new Float64Array(to - from);
      const table = tables[melody.timbre] ?? new Float64Array(TABLE_SIZE);
      for (const note of melody.notes(from, to)) mix(note, table, melody.sampleRate, from, left, right);
      const edge = EDGE * melody.sampleRate;
      const samples = new Int16Array((to - from) * 2);
      for (let at = 0; at < to - from; at += 1) {
        const before = from + at + 1;
        const after = pieceFrames - from - at;
        const gain = before < edge || after < edge ? 32767 * Math.min(1, before / edge, after / edge) : 32767;
        samples[at * 2] = toSample((left[at] as number) * gain);
        samples[at * 2 + 1] = toSample((right[at] as number) * gain);
      }
      const bytes = Buffer.from(samples.buffer);
      return endianness() === 'LE' ? bytes : bytes.swap16();
    },
  };
}

/** Math.round(value) within 16 bits, where what lies beyond is cut: it is done for every sample, and this is the quick way. */
function toSample(value: number): number {
  return value > 32767 ? 32767 : value < -32768 ? -32768 : ((value + 32768.5) | 0) - 32768;
}

function mix(
  note: Note,
  table: Float64Array,
  sampleRate: number,
  from: number,
  left: Float64Array,
  right: Float64Array,
): void {
  const attack = (note.held ? ATTACK_HELD : ATTACK_PLUCKED) * sampleRate;
  const release = note.held ? attack : 0;
  const { start, length, step, held, left: toLeft, right: toRight } = note;
  // The chord of the first bar is there at once: a piece starts with sound.
  const attacked = held && start === 0 ? 0 : attack;
  const begin = Math.max(0, start - from);
  const end = Math.min(left.length, start + length + release - from);
  for (let at = begin; at < end; at += 1) {
    const age = from + at - start;
    const fade = !held ? 1 - age / length : age <= length ? 1 : (length + release - age) / release;
    let envelope = held ? fade : fade * fade * fade;
    if (age < attacked) envelope *= age / attack;
    const sample = (table[(age * step) & (TABLE_SIZE - 1)] as number) * envelope;
    left[at] = (left[at] as number) + sample * toLeft;
    right[at] = (right[at] as number) + sample * toRight;
  }
}

function tableOf(harmonics: readonly number[]): Float64Array {
  const table = Float64Array.from({ length: TABLE_SIZE }, (_, at) =>
    harmonics.reduce(
      (sum, share, nth) => sum + share * Math.sin((2 * Math.PI * (nth + 1) * at) / TABLE_SIZE),
      0,
    ),
  );
  const peak = table.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return table.map(value => value / peak);
}
