import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Wish } from '../core/public-state.js';
import type { Logger } from '../ports.js';

/** The events that the program is notified of (contract, section 2, `TONEARM_EVENT_COMMAND`). */
export type EventName = Wish | 'trackChanged' | 'volumeChanged' | 'idle';

/** The program's variables; all are always set, to an empty string if there is no value. */
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
   * Runs the program after those that run or wait. Resolves when it has exited, whatever its outcome, at the latest
   * when its time limit has passed. A newer event replaces a waiting one of the same name.
   */
  tell(event: EventName, fields: EventFields): Promise<void>;
  /** Kills the running program and drops the waiting events. May be called twice. */
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
  /** The agent's environment; the program receives only selected variables. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly logger: Logger;
  readonly limitMs?: number;
}

/**
 * Creates the runner of a program that switches an amplifier or a lamp: without a shell, one run at a time, each in
 * its own process group.
 */
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

  /** Logs a repeated trouble only once: a missing lamp must not fill the log. */
  #note(event: EventName, trouble: string | null): void {
    if (trouble !== null && trouble !== this.#lastTrouble) {
      this.#options.logger.warn({ event, trouble }, 'The event command failed; playback continues.');
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
      // The process has just exited by itself.
    }
  }

  /** Resolves with null, or with what went wrong. */
  async #perform({ event, fields }: Call): Promise<string | null> {
    const values = (Object.entries(fields) as [string, string][]).map(
      ([name, value]) => [name, toPlain(value)] as const,
    );
    const env = { ...this.#environment, TONEARM_EVENT: event, ...Object.fromEntries(values) };
    const late = new AbortController();
    const limit = setTimeout(() => {
      late.abort();
      this.#kill();
    }, this.#limitMs);
    try {
      // Some errors, such as ETXTBSY, are thrown; others are events of the child.
      this.#child = spawn(this.#options.command, [], { env, cwd: '/', stdio: 'ignore', detached: true });
      const [code, signal] = (await once(this.#child, 'exit')) as [number | null, NodeJS.Signals | null];
      // Kill the processes that the program started, too.
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

/** Selects variables by name, so that no secret of the agent's environment reaches the program. */
function toProgramEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const kept = Object.entries(environment).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && (NAMES.has(entry[0]) || /^(LC|PULSE|PIPEWIRE|ALSA)_/.test(entry[0])),
  );
  return Object.fromEntries(kept);
}

/** An environment variable cannot hold a zero byte, and a program that reads lines expects a single one. */
function toPlain(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').slice(0, LONGEST_VALUE);
}
