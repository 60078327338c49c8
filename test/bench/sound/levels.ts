import type { Recording } from '../rig/recorder.js';
import { median } from '../frame/statistics.js';
import { SINK_RATE } from '../rig/sound-server.js';

/** Frames of a window: 5 ms, which hold whole beats of two tones whose pitches are 200, 400, … Hz apart. */
const WINDOW = SINK_RATE / 200;
/** The last of a recording, in windows, in which a level is what it will be: 100 ms. */
const LAST = 20;
/** Of an amplitude: what is nearer is at that level. */
const AT_LEVEL = 0.03;

/** The amplitude of a tone (`tone.ts`) in each window. */
function loudnessOf({ samples }: Recording, frequency: number): readonly number[] {
  const step = (2 * Math.PI * frequency) / SINK_RATE;
  return Array.from({ length: Math.floor(samples.length / 2 / WINDOW) }, (_, nth) => {
    let [along, across] = [0, 0];
    for (let at = nth * WINDOW; at < (nth + 1) * WINDOW; at += 1) {
      const [left = 0, right = 0] = [samples[at * 2], samples[at * 2 + 1]];
      along += left * Math.cos(step * at) + right * Math.sin(step * at);
      across += right * Math.cos(step * at) - left * Math.sin(step * at);
    }
    return Math.hypot(along, across) / WINDOW;
  });
}

/** The amplitude of a tone at the end of a recording. */
export function lastLoudness(recording: Recording, frequency: number): number {
  return median(loudnessOf(recording, frequency).slice(-LAST));
}

/** Milliseconds from a moment until a tone is as loud as `is` says; throws if it never is. */
export function untilLoudness(
  recording: Recording,
  { frequency, fromMs, is }: { frequency: number; fromMs: number; is: (loudness: number) => boolean },
): number {
  const timeAt = (window: number): number => recording.timeOf(window * WINDOW);
  const at = loudnessOf(recording, frequency).findIndex((one, nth) => timeAt(nth) >= fromMs && is(one));
  if (at === -1) throw new Error('it was not heard');
  return timeAt(at) - fromMs;
}

/** Milliseconds from a moment until a tone has the level that it has at the end. */
export function untilLevel(recording: Recording, frequency: number, fromMs: number): number {
  const level = lastLoudness(recording, frequency);
  const last = loudnessOf(recording, frequency).findLastIndex(
    one => Math.abs(one - level) > AT_LEVEL * level,
  );
  return Math.max(0, recording.timeOf((last + 1) * WINDOW) - fromMs);
}
