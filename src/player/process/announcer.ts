import { spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';
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
/** A clip that ends sooner has not sounded. */
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

/** A program that was started. */
interface Started {
  /** Its file descriptor 3; null: it has none. */
  readonly control: Duplex | null;
  /** Writes everything to its standard input. */
  feed(input: Uint8Array): void;
  kill(): void;
  readonly ended: Promise<Ended>;
}

/** Sounds each clip by an mpv of its own, beside that of the music. */
export function createAnnouncer(options: AnnouncerOptions): Announcer {
  return new MpvAnnouncer(options);
}

class MpvAnnouncer implements Announcer {
  readonly #options: AnnouncerOptions;
  /** Clips in hand, in their order. */
  readonly #clips = new Map<string, Samples>();
  readonly #all = new AbortController();
  /** An mpv that waits for a clip: to start it takes as long as to decode one. */
  #spare: Started | null = null;
  #spoken: { readonly id: string; readonly stop: AbortController } | null = null;

  constructor(options: AnnouncerOptions) {
    this.#options = options;
  }

  async take(id: string, clip: Buffer, signal: AbortSignal): Promise<number | null> {
    this.#spare ??= this.#startSpeaker();
    const samples = samplesOf(clip) ?? (await this.#decode(clip, signal));
    if (samples !== null && samples.bytes.length > 0 && !signal.aborted) return this.#keep(id, samples);
    this.#dropSpare();
    return null;
  }

  async #decode(clip: Buffer, signal: AbortSignal): Promise<Samples | null> {
    const plan = this.#options.plan(decodingArguments({ rate: RATE, channels: CHANNELS }));
    return samplesOf((await this.#run(plan, clip, signal)).output);
  }

  takeTones(id: string): number {
    return this.#keep(id, { bytes: lowTones(RATE, CHANNELS), rate: RATE, channels: CHANNELS });
  }

  #keep(id: string, samples: Samples): number {
    this.#clips.set(id, samples);
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
    this.#dropSpare();
  }

  async #sound(clip: Samples, volume: number, stop: AbortSignal): Promise<void> {
    const { logger } = this.#options;
    const lengthMs = lengthOf(clip);
    const signal = AbortSignal.any([stop, AbortSignal.timeout(lengthMs + PATIENCE_MS)]);
    for (let tries = 1; ; tries += 1) {
      const begunMs = performance.now();
      const { isWell, detail } = await this.#speak(clip, volume, signal);
      if (isWell || stop.aborted) return;
      const mayHaveSounded = performance.now() - begunMs > SOONEST_MS;
      if (mayHaveSounded || tries === TRIES || signal.aborted) {
        logger.warn({ detail }, 'An announcement could not be heard to its end.');
        return;
      }
      await delay(PAUSE_MS);
    }
  }

  #startSpeaker(): Started | null {
    const plan = this.#options.plan(speakingArguments(this.#options));
    return plan === null ? null : start(plan, { hasControl: true });
  }

  #dropSpare(): void {
    if (this.#clips.size > 0) return;
    this.#spare?.kill();
    this.#spare = null;
  }

  async #speak(clip: Samples, volume: number, signal: AbortSignal): Promise<Ended> {
    const speaker = this.#spare ?? this.#startSpeaker();
    this.#spare = null;
    if (speaker === null) return failed('no player');
    return whole(speaker, AbortSignal.any([signal, this.#all.signal]), async () => {
      await Promise.race([withVolume(speaker, volume), speaker.ended]);
      speaker.feed(toWave(clip));
    });
  }

  async #run(plan: ChildOptions | null, input: Uint8Array, signal: AbortSignal): Promise<Ended> {
    if (plan === null) return failed('no player');
    const started = start(plan, { hasControl: false });
    return whole(started, AbortSignal.any([signal, this.#all.signal]), () => started.feed(input));
  }

  end(id: string): void {
    this.#clips.delete(id);
    if (this.#spoken?.id === id) this.#spoken.stop.abort();
    this.#dropSpare();
  }

  stop(): void {
    this.#all.abort();
    this.#clips.clear();
    this.#dropSpare();
  }
}

function failed(detail: string): Ended {
  return { isWell: false, output: Buffer.alloc(0), detail };
}

/** Resolves once the waiting mpv has this volume. */
function withVolume({ control }: Started, volume: number): Promise<void> {
  return new Promise(resolve => {
    let said = '';
    control?.on('data', (part: Buffer) => {
      // Afterwards it writes about what it plays.
      if (said.includes('"request_id":1')) return;
      said += part.toString();
      if (said.includes('"request_id":1')) resolve();
    });
    control?.write(`${JSON.stringify({ command: ['set_property', 'volume', volume], request_id: 1 })}\n`);
  });
}

/** Runs a program until it ends, `signal` aborts, or this process exits. */
async function whole(started: Started, signal: AbortSignal, work: () => unknown): Promise<Ended> {
  const kill = () => started.kill();
  signal.addEventListener('abort', kill, { once: true });
  if (signal.aborted) kill();
  await work();
  return started.ended.finally(() => signal.removeEventListener('abort', kill));
}

/** Starts a program, which ends with this process. */
function start(
  { program, args, environment, before }: ChildOptions,
  { hasControl }: { readonly hasControl: boolean },
): Started {
  const [command = program, ...rest] = [...before, program, ...args];
  const stdio: 'pipe'[] = ['pipe', 'pipe', 'pipe', ...(hasControl ? (['pipe'] as const) : [])];
  const child = trySpawn(() => spawn(command, rest, { env: environment, stdio }));
  if (child instanceof Error)
    return {
      control: null,
      feed: () => undefined,
      kill: () => undefined,
      ended: Promise.resolve(failed(child.message)),
    };
  const kill = () => void child.kill('SIGKILL');
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
  }).finally(() => process.off('exit', kill));
  // If no descriptor was left, it has none of these.
  if (child.pid === undefined) return { control: null, feed: () => undefined, kill, ended };
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  child.stderr.on('data', (part: Buffer) => (words = (words + part.toString()).slice(-300)));
  const control = hasControl ? (child.stdio[3] as Duplex) : null;
  // It may end before it has read everything.
  for (const stream of [child.stdin, control]) stream?.on('error', () => undefined);
  return { control, feed: input => void child.stdin.end(input), kill, ended };
}
