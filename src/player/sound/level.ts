import { setTimeout as delay } from 'node:timers/promises';
import type { MpvCommand } from '../wire/mpv-message.js';

/**
 * How long the level takes for one percent. A few percent of a knob are then as quick as the press of a key has to be, and
 * a change that would click, such as a mute, spans several of the 20 ms pieces in which a sound server takes samples.
 */
const msAPercent = 1.5;
const mostSteps = 10;
/** mpv's amplitude is the cube of its volume: steps of equal volume would click, up to 27 % of the amplitude each. */
const toAmplitude = (volume: number): number => volume ** 3;

export interface LevelOptions {
  readonly request: (command: MpvCommand) => Promise<unknown>;
  /** Whether samples reach the output now: a jump of the level would then be audible as a click. */
  readonly isFlowing: () => boolean;
  /** Whether samples at the present level wait in a paused output. */
  readonly isHeld: () => boolean;
  /** Waits this many milliseconds. */
  readonly wait?: (ms: number) => Promise<unknown>;
}

/** The level of one mpv process, 0 to 100 on mpv's own scale. Nothing else sets it. */
export interface MpvLevel {
  /** Resolves when mpv has this level or that of a later call. Takes up to 150 ms while something sounds. */
  set(level: number): Promise<void>;
  /** Sets which part of the level is left from now on, from 0 to 1; at once. */
  scale(part: number): Promise<void>;
  /** Returns whether samples of an earlier level wait in the output, and clears that flag. */
  takeStale(): boolean;
}

export function createLevel({ request, isFlowing, isHeld, wait = delay }: LevelOptions): MpvLevel {
  let wanted: number | null = null;
  let applied: number | null = null;
  /** The most by which a step changes the amplitude. */
  let stepSize = 1;
  let stepMs = 0;
  let moving: Promise<void> | null = null;
  let stale = false;
  let scaled = 1;

  /** Returns the level one step further; within one of `goal`, that. */
  function after(level: number, goal: number): number {
    const left = toAmplitude(goal) - toAmplitude(level);
    const isNear = Math.abs(goal - level) <= 1 || Math.abs(left) < 1.01 * stepSize;
    return isNear ? goal : Math.cbrt(toAmplitude(level) + Math.sign(left) * stepSize);
  }

  async function move(): Promise<void> {
    while (wanted !== null && wanted !== applied) {
      const next: number = applied === null || !isFlowing() ? wanted : after(applied, wanted);
      stale ||= applied !== null && isHeld();
      applied = next;
      await request(['set_property', 'volume', next * scaled]);
      if (next !== wanted) await wait(stepMs);
    }
  }

  return {
    async set(level) {
      wanted = level;
      const from = applied ?? level;
      const percent = Math.abs(level - from);
      const steps = Math.min(mostSteps, Math.max(1, percent));
      stepMs = (percent * msAPercent) / steps;
      stepSize = Math.abs(toAmplitude(level) - toAmplitude(from)) / steps;
      moving ??= move().finally(() => {
        moving = null;
      });
      await moving;
    },
    async scale(part) {
      if (part === scaled) return;
      scaled = part;
      if (applied !== null) await request(['set_property', 'volume', applied * scaled]);
    },
    takeStale() {
      const was = stale;
      stale = false;
      return was;
    },
  };
}
