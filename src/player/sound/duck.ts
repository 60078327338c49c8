import { setTimeout as delay } from 'node:timers/promises';
import type { MpvLevel } from './level.js';
import type { MpvCommand } from '../wire/mpv-message.js';

/** 20 dB: mpv's amplitude is the cube of its volume, and so is PulseAudio's. */
const LOWERED = 10 ** (-20 / 60);
const FADE_MS = 85;
const STEP_MS = 5;
/** mpv's outputs on which several programs sound at once. */
const MIXING: readonly string[] = ['pulse', 'pipewire', 'jack', 'sndio', 'null'];
/** ALSA's own mixer, as mpv names it. */
const MIXER = /^alsa\/.*\bdmix\b/;
/** The output that lowers its streams itself. */
const SERVER = 'pulse';
const TOLERANCE = 0.5;

/** `device`: `TONEARM_AUDIO_DEVICE`. */
export function isMixing(output: string | null, device: string | null): boolean {
  if (output === 'alsa') return device !== null && MIXER.test(device);
  return output !== null && MIXING.includes(output);
}

/** Lowers the sound of one mpv process for an announcement. */
export interface Duck {
  set(isDucked: boolean): Promise<void>;
  /** Handles mpv's `current-ao`. Returns whether the output mixes, if that was told. */
  handle(property: string, data: unknown): boolean | null;
  /** Lowers a stream that was opened meanwhile: it begins at its full level. */
  restarted(): void;
}

export interface DuckOptions {
  readonly request: (command: MpvCommand) => Promise<unknown>;
  readonly level: Pick<MpvLevel, 'scale'>;
  /** `TONEARM_AUDIO_OUTPUT`. */
  readonly configured: string | null;
  /** `TONEARM_AUDIO_DEVICE`. */
  readonly device: string | null;
}

/**
 * PulseAudio lowers its streams itself (`ao-volume`): mpv's own volume would come as late as the server holds sound
 * back. Elsewhere that is a few milliseconds.
 */
export function createDuck({ request, level, configured, device }: DuckOptions): Duck {
  let isDucked = false;
  /** mpv's output; null: none was opened yet. */
  let output: string | null = null;
  /** The part of the level that is left now. */
  let part = 1;
  /** The level of the stream at the server while nothing lowers it; null: not known. */
  let ofServer: number | null = null;
  let moving: Promise<void> | null = null;

  async function apply(next: number): Promise<void> {
    part = next;
    if (output === null) return;
    if (output !== SERVER) return level.scale(next);
    await level.scale(1);
    if (ofServer !== null) await request(['set_property', 'ao-volume', ofServer * next]);
  }

  /** Reads the level at the server, which is the user's unless it was set here. */
  async function look(): Promise<void> {
    const told = output === SERVER ? await request(['get_property', 'ao-volume']).catch(() => null) : null;
    if (typeof told !== 'number') return;
    if (ofServer === null || Math.abs(told - ofServer * part) > TOLERANCE) ofServer = told;
  }

  async function move(): Promise<void> {
    if (part === 1) await look();
    const goal = () => (isDucked ? LOWERED : 1);
    for (let [to, from, sinceMs] = [goal(), part, performance.now()]; part !== goal(); ) {
      if (to !== goal()) [to, from, sinceMs] = [goal(), part, performance.now()];
      const gone = Math.min(1, (performance.now() - sinceMs) / FADE_MS);
      await apply(gone === 1 ? to : from + (to - from) * gone);
      if (part !== to) await delay(STEP_MS);
    }
  }

  return {
    async set(wanted) {
      isDucked = wanted;
      moving ??= move().finally(() => {
        moving = null;
      });
      await moving;
    },
    handle(property, data) {
      if (property === 'current-ao' && typeof data === 'string') {
        // An output that is given away is `null` meanwhile.
        if (data === 'null' && configured !== data) return null;
        output = data;
        return isMixing(data, device);
      }
      return null;
    },
    restarted() {
      if (isDucked && moving === null)
        void look()
          .then(() => apply(LOWERED))
          .catch(() => undefined);
    },
  };
}
