import { SINK_RATE } from '../rig/sound-server.js';

/** Loudness, squared, below which a frame is silent: an eighth of the amplitude of a tone. */
const SILENT = (20_000 / 8) ** 2;
/** Frames that are listened to at a time to tell the pitch. */
const WINDOW = 120;

/** The window in which one tone becomes another may look like a third; no piece is as short as this. */
const BRIEF_MS = 20;

/** A stretch of one pitch, or of silence (`frequency` null). Frames; `to` is excluded. */
export interface Stretch {
  readonly frequency: number | null;
  readonly from: number;
  readonly to: number;
}

export interface Passage {
  readonly from: number;
  readonly to: number;
  /** Silent samples between the one piece and the next. */
  readonly silentMs: number;
}

export interface Heard {
  readonly passages: readonly Passage[];
  /** Silence inside pieces, in milliseconds. */
  readonly insideMs: number;
  /** Length of every piece that was heard from its beginning to its end, in milliseconds. */
  readonly lengthsMs: readonly { readonly frequency: number; readonly ms: number }[];
}

export const toMs = (frames: number): number => (frames * 1000) / SINK_RATE;

function isSilent(samples: Int16Array, frame: number): boolean {
  const left = samples[frame * 2] ?? 0;
  const right = samples[frame * 2 + 1] ?? 0;
  return left * left + right * right < SILENT;
}

/** The longest silence in a recording. */
export function longestSilenceMs(samples: Int16Array): number {
  let longest = 0;
  let since = 0;
  for (let frame = 0; frame < samples.length / 2; frame += 1) {
    if (!isSilent(samples, frame)) since = frame + 1;
    longest = Math.max(longest, frame + 1 - since);
  }
  return toMs(longest);
}

/** The pitch of so many frames by the turn from each to the next; null where one of them is silent. */
export function exactPitchOf(samples: Int16Array, from: number, frames: number): number | null {
  let along = 0;
  let across = 0;
  for (let at = from; at < from + frames - 1; at += 1) {
    if (isSilent(samples, at)) return null;
    const [a = 0, b = 0, c = 0, d = 0] = samples.subarray(at * 2, at * 2 + 4);
    along += a * c + b * d;
    across += a * d - b * c;
  }
  return (Math.atan2(across, along) / (2 * Math.PI)) * SINK_RATE;
}

/** The pitch of a window; null where it is not one tone throughout. */
function pitchOf(samples: Int16Array, from: number): number | null {
  const frequency = exactPitchOf(samples, from, WINDOW);
  if (frequency === null) return null;
  const nearest = Math.round(frequency / 100) * 100;
  return Math.abs(frequency - nearest) < 12 ? nearest : null;
}

/** Pitches in the order in which they were heard; what is in between belongs to no stretch. */
export function pitchesOf(samples: Int16Array): readonly Stretch[] {
  const stretches: { frequency: number; from: number; to: number }[] = [];
  for (let at = 0; at + WINDOW <= samples.length / 2; at += WINDOW) {
    const frequency = pitchOf(samples, at);
    if (frequency === null) continue;
    const last = stretches.at(-1);
    if (last?.frequency === frequency) last.to = at + WINDOW;
    else stretches.push({ frequency, from: at, to: at + WINDOW });
  }
  return stretches;
}

function countSilent(samples: Int16Array, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) if (isSilent(samples, at)) count += 1;
  return count;
}

/** What was heard of tones played one after the other: sample by sample where it matters. */
export function listen(samples: Int16Array): Heard {
  const stretches = pitchesOf(samples).filter(({ from, to }) => toMs(to - from) >= BRIEF_MS);
  const passages = stretches.slice(1).map((next, at): Passage => {
    const before = stretches[at] ?? next;
    return {
      from: before.frequency ?? 0,
      to: next.frequency ?? 0,
      silentMs: toMs(countSilent(samples, before.to, next.from)),
    };
  });
  const inside = stretches.reduce((sum, { from, to }) => sum + countSilent(samples, from, to), 0);
  const lengthsMs = stretches
    .slice(1, -1)
    .map(({ frequency, from, to }) => ({ frequency: frequency ?? 0, ms: toMs(to - from) }));
  return { passages, insideMs: toMs(inside), lengthsMs };
}
