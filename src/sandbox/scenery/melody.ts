import { createRandom, type Random } from '../random.js';

/** One note: frames count from the start of the piece; `step` is table positions per frame. */
export interface MelodyNote {
  readonly start: number;
  readonly length: number;
  readonly step: number;
  readonly left: number;
  readonly right: number;
  /** A plucked note decays; a held note lasts until its end, which leaves no moment of a piece silent. */
  readonly held: boolean;
}

/** The structure of a piece, derived entirely from its id. */
export interface Melody {
  readonly id: string;
  readonly sampleRate: 44100 | 48000;
  readonly timbre: number;
  /** From `from` on, each frame equals the one `every` frames before it, to the last bit. */
  readonly repeats: { readonly from: number; readonly every: number };
  /** Returns all notes that sound within frames `from` (included) to `to` (excluded), always in the same order. */
  notes(from: number, to: number): readonly MelodyNote[];
}

export const TABLE_SIZE = 8192;
const TIMBRES = 6;

const STEPS_A_BAR = 8;
const PATTERN_STEPS = 64;
const LONGEST_PLUCK = 5;
const PROGRESSIONS = [
  [0, 4, 5, 3],
  [0, 5, 3, 4],
  [0, 3, 5, 4],
  [5, 3, 0, 4],
  [0, 2, 3, 4],
];
const SCALES = [
  [0, 2, 4, 5, 7, 9, 11],
  [0, 2, 3, 5, 7, 9, 10],
  [0, 2, 4, 5, 7, 9, 10],
];
const PLUCKED = [0, 2, 4, 7, 9, 11, 14];

/** Creates a small piece for an id, with its own key, scale, tempo, harmony, tune and timbre. */
export function createMelody(id: string): Melody {
  const random = createRandom(`melody/${id}`);
  const sampleRate = random.next() < 0.25 ? 48000 : 44100;
  const timbre = random.between(0, TIMBRES - 1);
  const root = random.between(50, 61);
  const scale = random.pick(SCALES);
  const progression = random.pick(PROGRESSIONS);
  const stepFrames = Math.round((sampleRate * 30) / random.between(70, 126));
  const tune = tuneOf(random);

  const pitch = (degree: number): number =>
    root + (scale[degree % scale.length] ?? 0) + 12 * Math.floor(degree / scale.length);
  const note = (
    midi: number,
    start: number,
    steps: number,
    gain: number,
    pan: number,
    held: boolean,
  ): MelodyNote => ({
    start: start * stepFrames,
    length: steps * stepFrames,
    step: ((440 * 2 ** ((midi - 69) / 12)) / sampleRate) * TABLE_SIZE,
    left: gain * (1 - pan),
    right: gain * (1 + pan),
    held,
  });

  function bar(number: number): readonly MelodyNote[] {
    const chord = progression[number % progression.length] ?? 0;
    const start = number * STEPS_A_BAR;
    const held = [0, 2, 4].map((third, at) =>
      note(pitch(chord + third), start, STEPS_A_BAR, 0.085, (at - 1) * 0.5, true),
    );
    const bass = [0, 4].map(step => note(pitch(chord) - 12, start + step, 4, 0.2, 0, false));
    return [...held, ...bass];
  }

  function pluck(step: number): MelodyNote | null {
    const degree = tune[step % PATTERN_STEPS];
    if (degree == null) return null;
    const chord = progression[Math.floor(step / STEPS_A_BAR) % progression.length] ?? 0;
    return note(12 + pitch(chord + degree), step, LONGEST_PLUCK, 0.17, step % 2 === 0 ? -0.35 : 0.35, false);
  }

  return {
    id,
    sampleRate,
    timbre,
    // Earlier, notes of a previous round would be missing. A round is the whole tune and the harmony, which is shorter.
    repeats: { from: LONGEST_PLUCK * stepFrames, every: PATTERN_STEPS * stepFrames },
    notes(from, to) {
      const firstStep = Math.max(0, Math.floor(from / stepFrames) - LONGEST_PLUCK);
      const lastStep = Math.floor((to - 1) / stepFrames);
      const sounding: MelodyNote[] = [];
      // A held note fades out in the bar after its own.
      const firstBar = Math.max(0, Math.floor(from / (stepFrames * STEPS_A_BAR)) - 1);
      for (let at = firstBar; at <= Math.floor(lastStep / STEPS_A_BAR); at += 1) sounding.push(...bar(at));
      for (let at = firstStep; at <= lastStep; at += 1) {
        const plucked = pluck(at);
        if (plucked !== null) sounding.push(plucked);
      }
      return sounding;
    },
  };
}

function tuneOf(random: Random): readonly (number | null)[] {
  const phrase = Array.from({ length: PATTERN_STEPS / 4 }, (_, step) =>
    step % 4 === 0 || random.next() < 0.6 ? random.pick(PLUCKED) : null,
  );
  const answer = phrase.map(degree => (random.next() < 0.3 ? random.pick(PLUCKED) : degree));
  return [...phrase, ...answer, ...phrase, ...answer.toReversed()];
}
