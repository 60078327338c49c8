import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Announcer, Logger } from '../ports.js';
import type { ChildOptions } from './child.js';
import { rankBeforeUs } from './memory.js';
import { decodingArguments, speakingArguments, type OutputOptions } from './mpv-options.js';
import { lengthOf, samplesOf, toWave } from './wave.js';

const SPEECH = 'espeak-ng';
const RATE = 48_000;
const CHANNELS = 2;
const DECODES_WITHIN_MS = 10_000;
/** The music may still hold the sound device. */
const TRIES = 4;
const PAUSE_MS = 150;

export interface AnnouncerOptions {
  readonly output: OutputOptions;
  /** How a further player is started now; null: none can be. */
  readonly plan: (args: readonly string[]) => ChildOptions | null;
  readonly logger: Logger;
}

/** Sounds each clip by an mpv of its own, beside that of the music. */
export function createAnnouncer(options: AnnouncerOptions): Announcer {
  return new MpvAnnouncer(options);
}

class MpvAnnouncer implements Announcer {
  readonly #options: AnnouncerOptions;
  /** Clips in hand, in their order. */
  readonly #clips = new Map<string, Buffer>();
  #spoken: { readonly id: string; readonly stop: AbortController } | null = null;

  constructor(options: AnnouncerOptions) {
    this.#options = options;
  }

  async take(id: string, clip: Uint8Array): Promise<number | null> {
    const plan = this.#options.plan(decodingArguments({ rate: RATE, channels: CHANNELS }));
    if (plan === null) return null;
    const { output } = await fed(plan, clip, AbortSignal.timeout(DECODES_WITHIN_MS));
    const samples = { bytes: samplesOf(output), rate: RATE, channels: CHANNELS };
    const lengthMs = lengthOf(samples);
    if (lengthMs === 0) return null;
    this.#clips.set(id, toWave(samples));
    return lengthMs;
  }

  async say(id: string, text: string): Promise<number | null> {
    const plan = this.#options.plan(['--stdin', '--stdout']);
    if (plan === null) return null;
    // On standard input: a text may begin with a dash.
    const speaking = { ...plan, program: SPEECH };
    const { output } = await fed(speaking, Buffer.from(text), AbortSignal.timeout(DECODES_WITHIN_MS));
    return output.length === 0 ? null : this.take(id, output);
  }

  async begin(id: string, volume: number): Promise<void> {
    const clip = this.#clips.get(id);
    // Those before it were cancelled.
    for (const held of this.#clips.keys()) {
      this.#clips.delete(held);
      if (held === id) break;
    }
    const spoken = { id, stop: new AbortController() };
    this.#spoken?.stop.abort();
    this.#spoken = spoken;
    if (clip !== undefined) await this.#sound(clip, volume, spoken.stop.signal);
    if (this.#spoken === spoken) this.#spoken = null;
  }

  async #sound(clip: Buffer, volume: number, stop: AbortSignal): Promise<void> {
    const { output, plan, logger } = this.#options;
    let why = 'no player';
    for (let tries = 0; tries < TRIES; tries += 1) {
      if (tries > 0) await delay(PAUSE_MS);
      const child = plan(speakingArguments({ ...output, volume }));
      const { isWell, detail } =
        child === null ? { isWell: false, detail: why } : await fed(child, clip, stop);
      if (isWell || stop.aborted) return;
      why = detail;
    }
    logger.warn({ detail: why }, 'An announcement could not be heard.');
  }

  end(id: string): void {
    if (this.#spoken?.id === id) this.#spoken.stop.abort();
  }

  stop(): void {
    this.#spoken?.stop.abort();
    this.#clips.clear();
  }
}

/** Runs a program that reads `input`, until it ends or `signal` aborts. */
async function fed(
  { program, args, environment, before }: ChildOptions,
  input: Uint8Array,
  signal: AbortSignal,
): Promise<{ readonly isWell: boolean; readonly output: Buffer; readonly detail: string }> {
  const [command = program, ...rest] = [...before, program, ...args];
  const child = spawn(command, rest, { env: environment, signal, killSignal: 'SIGKILL' });
  if (child.pid !== undefined) rankBeforeUs(child.pid);
  const parts: Buffer[] = [];
  let words = '';
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  child.stderr.on('data', (part: Buffer) => (words = (words + part.toString()).slice(-300)));
  // It may end before it has read everything.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  return new Promise(resolve => {
    const settle = (isWell: boolean, detail: string): void =>
      resolve({ isWell, output: isWell ? Buffer.concat(parts) : Buffer.alloc(0), detail });
    child.on('error', error => settle(false, error.message));
    child.on('close', code => settle(code === 0, `exited with ${code ?? 'no code'}: ${words}`));
  });
}
