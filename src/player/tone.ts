import { TONE_URL } from '../core/tone.js';
import type { LoadRequest } from '../ports.js';
import { toWave } from './wave.js';

const RATE = 8_000;
const SECONDS = 2;
/** Four short tones, then a rest. */
const BEEPS = [0, 0.25, 0.5, 0.75].map(fromS => ({ fromS, toS: fromS + 0.15 }));
const HERTZ = 880;
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
  const bytes = Buffer.from(samples().buffer);
  return `hex://${toWave({ bytes, rate: RATE, channels: 1 }).toString('hex')}`;
}

function samples(): Int16Array {
  return Int16Array.from({ length: RATE * SECONDS }, (_, at) => {
    const s = at / RATE;
    const beep = BEEPS.find(({ fromS, toS }) => s >= fromS && s < toS);
    if (beep === undefined) return 0;
    const edge = Math.min(1, (s - beep.fromS) / EDGE_S, (beep.toS - s) / EDGE_S);
    return Math.round(20_000 * edge * Math.sin(2 * Math.PI * HERTZ * s));
  });
}
