import { RECORDED_RATE } from './recording.js';

/** A window of the measurement, milliseconds. */
export const WINDOW_MS = 10;

/** The amplitude of a tone in each window of a recording, in units of its samples. */
export function loudnessAt(samples: Int16Array, hertz: number): number[] {
  const size = (RECORDED_RATE * WINDOW_MS) / 1_000;
  const step = (2 * Math.PI * hertz) / RECORDED_RATE;
  return Array.from({ length: Math.floor(samples.length / size) }, (_, window) => {
    let [sine, cosine] = [0, 0];
    for (let at = window * size; at < (window + 1) * size; at += 1) {
      sine += (samples[at] ?? 0) * Math.sin(step * at);
      cosine += (samples[at] ?? 0) * Math.cos(step * at);
    }
    return (2 * Math.hypot(sine, cosine)) / size;
  });
}
