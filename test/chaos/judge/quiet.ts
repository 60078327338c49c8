import type { Incident, Ledger } from '../ledger.js';

/** The largest sample at full volume. */
const FULL = 20_000;
/** What is louder when they begin fades down over ten seconds; the ear may lag. */
const FADES_MS = 10_000 + 1_500;
/** A clip over the music adds to it. */
const CLIP_MS = 500;
/** One decibel. */
const TOLERANCE = 10 ** (1 / 20);
/** Readings in a row. */
const RUN = 3;

/** Sound above the limit of the quiet hours. */
export function judgeQuiet({ quiet, heard, clips }: Ledger): readonly Incident[] {
  if (quiet === null) return [];
  const { fromMs, toMs, volumeMax } = quiet;
  const most = FULL * (volumeMax / 100) ** 3 * TOLERANCE;
  const isWithClip = (atMs: number): boolean =>
    (clips ?? []).some(clip => atMs >= clip.fromMs - CLIP_MS && atMs <= clip.toMs + CLIP_MS);
  let run = 0;
  for (const { atMs, peak } of heard) {
    if (atMs < fromMs + FADES_MS || atMs > toMs) continue;
    run = peak !== undefined && peak > most && !isWithClip(atMs) ? run + 1 : 0;
    if (run === RUN)
      return [{ atMs, what: `a peak of ${peak} in the quiet hours, where ${Math.round(most)} are allowed` }];
  }
  return [];
}
