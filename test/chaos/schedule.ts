import { createRandom, type Random } from '../../src/sandbox/random.js';
import type { Fault } from './faults/fault.js';

/** One turn of the wheel: a calm, a fault, and perhaps a second one while the first lasts. */
export interface Step {
  readonly calmMs: number;
  readonly strokes: readonly Stroke[];
  readonly seed: string;
}

export interface Stroke {
  readonly fault: Fault;
  readonly lastsMs: number;
  /** After the begin of the step. */
  readonly afterMs: number;
  readonly seed: string;
}

export interface Plan {
  readonly profile: 'core' | 'full';
  /** Of every track. */
  readonly seconds: number;
  /** How fast the audio comes; null: at once. */
  readonly pace: number | null;
  readonly isStation: (turn: number) => boolean;
  /** The step with this number: the same for the same seed. */
  step(at: number): Step;
}

const SECONDS = [6, 7.5, 9.2, 12, 16.4];
const PACES = [null, null, 1.6, 3];
/** How often a second fault comes into the first. */
const TWICE = 0.3;

export function drawPlan(seed: number, round: number, faults: readonly Fault[]): Plan {
  const own = `chaos/${seed}/${round}`;
  const random = createRandom(own);
  const draw = (what: string): Random => createRandom(`${own}/${what}`);
  return {
    profile: (seed + round) % 2 === 0 ? 'core' : 'full',
    seconds: random.pick(SECONDS),
    pace: random.pick(PACES),
    isStation: turn => draw(`source/${turn}`).next() < 0.6,
    step(at) {
      const chance = draw(`step/${at}`);
      const first = drawFault(faults, chance);
      const lastsMs = chance.between(...first.lastsMs);
      const second = drawFault(faults, chance);
      const isTwice = chance.next() < TWICE;
      const calmMs = chance.between(800, 6_000);
      const afterMs = chance.between(100, Math.max(1_500, lastsMs));
      const strokes = [{ fault: first, lastsMs, afterMs: 0, seed: `${own}/${at}/first` }];
      if (isTwice && second !== first) {
        const secondMs = Math.min(8_000, chance.between(...second.lastsMs));
        strokes.push({ fault: second, lastsMs: secondMs, afterMs, seed: `${own}/${at}/second` });
      }
      return { calmMs, strokes, seed: `${own}/${at}` };
    },
  };
}

function drawFault(faults: readonly Fault[], random: Random): Fault {
  const whole = faults.reduce((sum, { weight }) => sum + weight, 0);
  let at = random.next() * whole;
  for (const fault of faults) {
    at -= fault.weight;
    if (at < 0) return fault;
  }
  return random.pick(faults);
}
