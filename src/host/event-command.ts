import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Wish } from '../core/public-state.js';
import type { Logger } from '../ports.js';

/** What the program is told of (contract, section 2, `TONEARM_EVENT_COMMAND`). */
export type EventName = Wish | 'trackChanged' | 'volumeChanged' | 'idle';

/** The program's variables; all are always set, empty where there is nothing to tell. */
export interface EventFields {
  readonly TONEARM_EVENT_SOURCE_ID: string;
  readonly TONEARM_EVENT_TITLE: string;
  readonly TONEARM_EVENT_ARTIST: string;
  readonly TONEARM_EVENT_ALBUM: string;
  readonly TONEARM_EVENT_DURATION_MS: string;
  readonly TONEARM_EVENT_VOLUME: string;
}

export interface EventCommand {
  /**
   * Runs the program after those that run or wait; resolves when it has ended, however it ended, at the latest when
   * its time is up. One that still waits gives way to a newer one of the same name: the last word counts.
   */
  tell(event: EventName, fields: EventFields): Promise<void>;
  /** Kills what runs and forgets what waits. May be called twice. */
  stop(): Promise<void>;
}

/** The contract's "at most 10 s". */
const LIMIT_MS = 10_000;
const LONGEST_VALUE = 1_024;

interface Call {
  readonly event: EventName;
  readonly fields: EventFields;
  readonly done: () => void;
}

export interface EventCommandOptions {
  /** Absolute path. */
  readonly command: string;
  /** What of it the program may see is chosen by name. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly logger: Logger;
  readonly limitMs?: number;
}

/** A program that switches an amplifier or a lamp: run without a shell, one at a time, in a process group of its own. */
export function createEventCommand(options: EventCommandOptions): EventCommand {
  return new EventProgram(options);
}

class EventProgram implements EventCommand {
  readonly #options: EventCommandOptions;
  readonly #limitMs: number;
  readonly #environment: Record<string, string>;
  #waiting: Call[] = [];
  #running: Promise<void> | null = null;
  #child: ChildProcess | null = null;
  #lastTrouble: string | null = null;
  #isStopped = false;

  constructor(options: EventCommandOptions) {
    this.#options = options;
    this.#limitMs = options.limitMs ?? LIMIT_MS;
    this.#environment = toProgramEnvironment(options.environment);
  }

  /** The same trouble once: a lamp that is gone must not fill the log. */
  #note(event: EventName, trouble: string | null): void {
    if (trouble !== null && trouble !== this.#lastTrouble) {
      this.#options.logger.warn({ event, trouble }, 'The event command failed; the music goes on.');
    } else if (trouble === null && this.#lastTrouble !== null) {
      this.#options.logger.info({ event }, 'The event command works again.');
    }
    this.#lastTrouble = trouble;
  }

  #kill(): void {
    const pid = this.#child?.pid;
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended in the same instant.
    }
  }

  /** Resolves with null, or with what went wrong. */
  async #perform({ event, fields }: Call): Promise<string | null> {
    const values = (Object.entries(fields) as [string, string][]).map(
      ([name, value]) => [name, toPlain(value)] as const,
    );
    const env = { ...this.#environment, TONEARM_EVENT: event, ...Object.fromEntries(values) };
    const late = new AbortController();
    this.#child = spawn(this.#options.command, [], { env, cwd: '/', stdio: 'ignore', detached: true });
    const limit = setTimeout(() => {
      late.abort();
      this.#kill();
    }, this.#limitMs);
    try {
      const [code, signal] = (await once(this.#child, 'exit')) as [number | null, NodeJS.Signals | null];
      // Whatever it has started goes with it.
      if (late.signal.aborted || this.#isStopped) this.#kill();
      if (late.signal.aborted) return `killed after ${this.#limitMs / 1_000} s`;
      return code === 0 ? null : (signal ?? `exit code ${code ?? 'unknown'}`);
    } catch (error) {
      return (error as NodeJS.ErrnoException).code ?? 'could not be run';
    } finally {
      clearTimeout(limit);
      this.#child = null;
    }
  }

  async #work(): Promise<void> {
    for (let call = this.#waiting.shift(); call !== undefined; call = this.#waiting.shift()) {
      const trouble = await this.#perform(call);
      if (!this.#isStopped) this.#note(call.event, trouble);
      call.done();
    }
    this.#running = null;
  }

  tell(event: EventName, fields: EventFields): Promise<void> {
    if (this.#isStopped) return Promise.resolve();
    const older = this.#waiting.filter(call => call.event === event);
    this.#waiting = this.#waiting.filter(call => call.event !== event);
    for (const { done } of older) done();
    return new Promise(done => {
      this.#waiting.push({ event, fields, done });
      this.#running ??= this.#work();
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const { done } of this.#waiting) done();
    this.#waiting = [];
    this.#kill();
    await this.#running;
  }
}

const NAMES: ReadonlySet<string> = new Set([
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'LANG',
  'TZ',
  'TMPDIR',
  'XDG_RUNTIME_DIR',
  'DBUS_SESSION_BUS_ADDRESS',
]);

/** By name, so that no secret of the agent's environment can get through. */
function toProgramEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const kept = Object.entries(environment).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && (NAMES.has(entry[0]) || /^(LC|PULSE|PIPEWIRE|ALSA)_/.test(entry[0])),
  );
  return Object.fromEntries(kept);
}

/** A value of the environment holds no zero byte, and a program that reads lines wants none but one. */
function toPlain(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').slice(0, LONGEST_VALUE);
}
