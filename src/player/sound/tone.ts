import { TONE_URL } from '../../core/vocabulary/tone.js';
import type { LoadRequest } from '../../contract/ports.js';
import { toWave } from './wave.js';

const RATE = 8_000;
/** Tones with silence between them. */
interface Beeps {
  readonly hertz: number;
  readonly fromS: readonly number[];
  readonly eachS: number;
  readonly allS: number;
}
/** Four short tones, then a rest. */
const ALARM: Beeps = { hertz: 880, fromS: [0, 0.25, 0.5, 0.75], eachS: 0.15, allS: 2 };
/** Two short low tones, unlike those of an alarm. */
const REFUSAL: Beeps = { hertz: 220, fromS: [0.05, 0.25], eachS: 0.12, allS: 0.45 };
/** The rise and fall of each, seconds: without them it clicks. */
const EDGE_S = 0.01;

export function isTone({ url }: Pick<LoadRequest, 'url'>): boolean {
  return url === TONE_URL;
}

/**
 * Returns the tone of an alarm as an address that holds the sound itself (mpv's `hex://`): it needs no file, which the
 * player's room would not let it read, and no network.
 */
export function toneAddress(): string {
  const bytes = Buffer.from(samples(ALARM, RATE, 1).buffer);
  return `hex://${toWave({ bytes, rate: RATE, channels: 1 }).toString('hex')}`;
}

/** Returns the samples of two short low tones: what a press means cannot be done. `rate`: samples a second. */
export function lowTones(rate: number, channels: number): Buffer {
  return Buffer.from(samples(REFUSAL, rate, channels).buffer);
}

function samples({ hertz, fromS, eachS, allS }: Beeps, rate: number, channels: number): Int16Array {
  return Int16Array.from({ length: rate * allS * channels }, (_, at) => {
    const s = Math.floor(at / channels) / rate;
    const begun = fromS.find(from => s >= from && s < from + eachS);
    if (begun === undefined) return 0;
    const edge = Math.min(1, (s - begun) / EDGE_S, (begun + eachS - s) / EDGE_S);
    return Math.round(20_000 * edge * Math.sin(2 * Math.PI * hertz * s));
  });
}
