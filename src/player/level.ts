import { setTimeout as delay } from 'node:timers/promises';
import type { MpvCommand } from './mpv-message.js';

/** A sound server takes samples in pieces of about this length; within a piece the level is one. */
const stepMs = 20;
const mostSteps = 10;
/** mpv tells its volume as a fraction. */
const tolerance = 0.05;

export interface LevelOptions {
  readonly request: (command: MpvCommand) => Promise<unknown>;
  /** Whether samples reach the output now: then a jump of the level would be heard as a click. */
  readonly isFlowing: () => boolean;
  /** Whether samples of the present level wait in a paused output. */
  readonly isHeld: () => boolean;
}

/** The level of one mpv process, 0…100 on mpv's own scale. Nobody else sets it. */
export interface Level {
  /** Resolves once mpv is there, or where a later call sent it. Takes up to 200 ms where something sounds. */
  set(level: number): Promise<void>;
  /** What mpv told of its `volume` or `mute`: whatever was not set here is put back. */
  handle(property: string, data: unknown): void;
  /** Whether what waits in the output has a level of before; asking forgets it. */
  takeStale(): boolean;
}

export function createLevel({ request, isFlowing, isHeld }: LevelOptions): Level {
  let wanted: number | null = null;
  let applied: number | null = null;
  let stepSize = 1;
  let moving: Promise<void> | null = null;
  let stale = false;

  async function move(): Promise<void> {
    while (wanted !== null && wanted !== applied) {
      const left: number = applied === null || !isFlowing() ? 0 : wanted - applied;
      const next: number = Math.abs(left) <= stepSize ? wanted : wanted - left + Math.sign(left) * stepSize;
      stale ||= applied !== null && isHeld();
      applied = next;
      await request(['set_property', 'volume', next]);
      if (next !== wanted) await delay(stepMs);
    }
  }

  return {
    async set(level) {
      wanted = level;
      stepSize = Math.max(1, Math.abs(level - (applied ?? level)) / mostSteps);
      moving ??= move().finally(() => {
        moving = null;
      });
      await moving;
    },
    handle(property, data) {
      if (wanted === null || moving !== null) return;
      if (property === 'mute' && data === true)
        request(['set_property', 'mute', false]).catch(() => undefined);
      if (property !== 'volume' || typeof data !== 'number' || Math.abs(data - wanted) < tolerance) return;
      applied = data;
      this.set(wanted).catch(() => undefined);
    },
    takeStale() {
      const was = stale;
      stale = false;
      return was;
    },
  };
}
