import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Wish } from '../contract/public-state.js';
import type { Logger } from '../contract/ports.js';

/** The events that the program is notified of (contract, section 2, `TONEARM_EVENT_COMMAND`). */
export type EventName = Wish | 'trackChanged' | 'volumeChanged' | 'idle';

type EventFact = 'SOURCE_ID' | 'TITLE' | 'ARTIST' | 'ALBUM' | 'DURATION_MS' | 'VOLUME';

/** The program's variables; all are always set, to an empty string if there is no value. */
export type EventFields = Readonly<Record<`TONEARM_EVENT_${EventFact}`, string>>;

/** The contract's "at most 10 s". */
const LIMIT_MS = 10_000;
const LONGEST_VALUE = 1_024;

/** The two that may run at the same time. */
type EventLane = 'status' | 'detail';

interface EventRun {
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

/** Runs a program that switches an amplifier or a lamp: without a shell, each run in its own process group. */
export class EventCommand {
  readonly #options: EventCommandOptions;
  readonly #limitMs: number;
  readonly #environment: Record<string, string>;
  #waiting: EventRun[] = [];
  readonly #running = new Map<EventLane, Promise<void>>();
  readonly #children = new Map<EventLane, ChildProcess>();
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

  #kill(lane: EventLane): void {
    const pid = this.#children.get(lane)?.pid;
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // The process has just exited by itself.
    }
  }

  /** Resolves with null, or with what went wrong. */
  async #perform({ event, fields }: EventRun, lane: EventLane): Promise<string | null> {
    const values = Object.entries(fields).map(([name, value]) => [name, toPlain(value)]);
    const env = {
      ...this.#environment,
      TONEARM_EVENT: event,
      ...(Object.fromEntries(values) as EventFields),
    };
    const late = new AbortController();
    const limit = setTimeout(() => {
      late.abort();
      this.#kill(lane);
    }, this.#limitMs);
    try {
      // Some errors, such as ETXTBSY, are thrown; others are events of the child.
      const child = spawn(this.#options.command, [], { env, cwd: '/', stdio: 'ignore', detached: true });
      this.#children.set(lane, child);
      const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
      // Kill the processes that the program started, too.
      if (late.signal.aborted || this.#isStopped) this.#kill(lane);
      if (late.signal.aborted) return `killed after ${this.#limitMs / 1_000} s`;
      return code === 0 ? null : (signal ?? `exit code ${code ?? 'unknown'}`);
    } catch (error) {
      return (error as NodeJS.ErrnoException).code ?? 'could not be run';
    } finally {
      clearTimeout(limit);
      this.#children.delete(lane);
    }
  }

  /** Takes what this lane may run now out of those that wait. */
  #take(lane: EventLane): EventRun | undefined {
    const isHeld = lane === 'detail' && this.#running.has('status');
    const at = isHeld ? -1 : this.#waiting.findIndex(({ event }) => laneOf(event) === lane);
    return at < 0 ? undefined : this.#waiting.splice(at, 1)[0];
  }

  async #work(lane: EventLane, first: EventRun): Promise<void> {
    for (let call: EventRun | undefined = first; call !== undefined; call = this.#take(lane)) {
      const trouble = await this.#perform(call, lane);
      if (!this.#isStopped) this.#note(call.event, trouble);
      call.done();
    }
    this.#running.delete(lane);
    this.#goOn();
  }

  #goOn(): void {
    for (const lane of ['status', 'detail'] as const) {
      const call = this.#running.has(lane) ? undefined : this.#take(lane);
      if (call !== undefined) this.#running.set(lane, this.#work(lane, call));
    }
  }

  #drop(isDropped: (call: EventRun) => boolean): void {
    const dropped = this.#waiting.filter(isDropped);
    this.#waiting = this.#waiting.filter(call => !isDropped(call));
    for (const { done } of dropped) done();
  }

  /**
   * Runs the program. Resolves when it has exited, whatever its outcome, at the latest when its time limit has passed.
   * A status (`playing`, `paused`, `stopped`, `idle`) waits for no other event, other events wait for every status, and
   * each kind for those of its own. A newer event replaces a waiting one of the same name; a newer `playing`, `paused`
   * or `stopped` replaces every waiting status.
   */
  tell(event: EventName, fields: EventFields): Promise<void> {
    if (this.#isStopped) return Promise.resolve();
    const overtakes = laneOf(event) === 'status' && event !== 'idle';
    this.#drop(call => call.event === event || (overtakes && laneOf(call.event) === 'status'));
    return new Promise(done => {
      this.#waiting.push({ event, fields, done });
      this.#goOn();
    });
  }

  /**
   * Waits until all that was told is done, at the latest until `late`; then kills what runs and drops what waits. May be
   * called twice.
   */
  async stop(late: AbortSignal): Promise<void> {
    const whenLate = late.aborted ? Promise.resolve() : once(late, 'abort');
    while (this.#running.size > 0 && !late.aborted)
      await Promise.race([whenLate, Promise.all(this.#running.values())]);
    this.#isStopped = true;
    this.#drop(() => true);
    for (const lane of this.#children.keys()) this.#kill(lane);
    await Promise.all(this.#running.values());
  }
}

function laneOf(event: EventName): EventLane {
  return event === 'trackChanged' || event === 'volumeChanged' ? 'detail' : 'status';
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
