import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../contract/ports.js';
import type { Announcer } from '../../contract/announcer-port.js';
import { type ChildOptions, trySpawn } from './child.js';
import { rankBeforeUs } from './memory.js';
import { decodingArguments, speakingArguments, type OutputOptions } from '../sound/mpv-options.js';
import { lowTones } from '../sound/tone.js';
import { lengthOf, type Samples, samplesOf, toWave } from '../sound/wave.js';

const SPEECH = 'espeak-ng';
const RATE = 48_000;
const CHANNELS = 2;
/** The music may still hold the sound device. */
const TRIES = 4;
const PAUSE_MS = 150;
/** What ends sooner has not sounded. */
const SOONEST_MS = 1_000;
/** How much longer than its clip an mpv may take: a sound server may stand still. */
const PATIENCE_MS = 5_000;

export interface AnnouncerOptions extends OutputOptions {
  /** How a further player is started now; null: none can be. */
  readonly plan: (args: readonly string[]) => ChildOptions | null;
  readonly logger: Logger;
}

interface Ended {
  readonly isWell: boolean;
  readonly output: Buffer;
  readonly detail: string;
}

/** Sounds each clip by an mpv of its own, beside that of the music. */
export function createAnnouncer(options: AnnouncerOptions): Announcer {
  return new MpvAnnouncer(options);
}

class MpvAnnouncer implements Announcer {
  readonly #options: AnnouncerOptions;
  /** Clips in hand, in their order. */
  readonly #clips = new Map<string, Buffer>();
  readonly #all = new AbortController();
  #spoken: { readonly id: string; readonly stop: AbortController } | null = null;

  constructor(options: AnnouncerOptions) {
    this.#options = options;
  }

  async take(id: string, clip: Uint8Array, signal: AbortSignal): Promise<number | null> {
    const plan = this.#options.plan(decodingArguments({ rate: RATE, channels: CHANNELS }));
    const { output } = await this.#run(plan, clip, signal);
    const samples = { bytes: samplesOf(output), rate: RATE, channels: CHANNELS };
    return samples.bytes.length === 0 ? null : this.#keep(id, samples);
  }

  takeTones(id: string): number {
    return this.#keep(id, { bytes: lowTones(RATE, CHANNELS), rate: RATE, channels: CHANNELS });
  }

  #keep(id: string, samples: Samples): number {
    this.#clips.set(id, toWave(samples));
    return lengthOf(samples);
  }

  async say(id: string, text: string, signal: AbortSignal): Promise<number | null> {
    const plan = this.#options.plan(['--stdin', '--stdout']);
    // On standard input: a text may begin with a dash.
    const { output } = await this.#run(plan && { ...plan, program: SPEECH }, Buffer.from(text), signal);
    return output.length === 0 ? null : this.take(id, output, signal);
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
    const { plan, logger } = this.#options;
    const lengthMs = lengthOf({ bytes: clip, rate: RATE, channels: CHANNELS });
    const signal = AbortSignal.any([stop, AbortSignal.timeout(lengthMs + PATIENCE_MS)]);
    for (let tries = 1; ; tries += 1) {
      const begunMs = performance.now();
      const { isWell, detail } = await this.#run(
        plan(speakingArguments({ ...this.#options, volume })),
        clip,
        signal,
      );
      if (isWell || stop.aborted) return;
      const mayHaveSounded = performance.now() - begunMs > SOONEST_MS;
      if (mayHaveSounded || tries === TRIES || signal.aborted) {
        logger.warn({ detail }, 'An announcement could not be heard to its end.');
        return;
      }
      await delay(PAUSE_MS);
    }
  }

  async #run(plan: ChildOptions | null, input: Uint8Array, signal: AbortSignal): Promise<Ended> {
    if (plan === null) return failed('no player');
    return fed(plan, input, AbortSignal.any([signal, this.#all.signal]));
  }

  end(id: string): void {
    this.#clips.delete(id);
    if (this.#spoken?.id === id) this.#spoken.stop.abort();
  }

  stop(): void {
    this.#all.abort();
    this.#clips.clear();
  }
}

function failed(detail: string): Ended {
  return { isWell: false, output: Buffer.alloc(0), detail };
}

/** Runs a program that reads `input`, until it ends, `signal` aborts, or this process exits. */
async function fed(
  { program, args, environment, before }: ChildOptions,
  input: Uint8Array,
  signal: AbortSignal,
): Promise<Ended> {
  const [command = program, ...rest] = [...before, program, ...args];
  if (signal.aborted) return failed('stopped');
  const child = trySpawn<ChildProcessWithoutNullStreams>(() => spawn(command, rest, { env: environment }));
  if (child instanceof Error) return failed(child.message);
  const kill = () => void child.kill('SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  process.once('exit', kill);
  if (child.pid !== undefined) rankBeforeUs(child.pid);
  const parts: Buffer[] = [];
  let words = '';
  const ended = new Promise<Ended>(resolve => {
    child.on('error', error => resolve(failed(error.message)));
    child.on('close', code => {
      const isWell = code === 0;
      const detail = `exited with ${code ?? 'no code'}: ${words}`;
      resolve(isWell ? { isWell, output: Buffer.concat(parts), detail } : failed(detail));
    });
  });
  // Where no descriptor is left, it has none of these.
  if (child.pid !== undefined) {
    child.stdout.on('data', (part: Buffer) => parts.push(part));
    child.stderr.on('data', (part: Buffer) => (words = (words + part.toString()).slice(-300)));
    // It may end before it has read everything.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  }
  return ended.finally(() => {
    signal.removeEventListener('abort', kill);
    process.off('exit', kill);
  });
}
