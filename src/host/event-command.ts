import { type ChildProcess, spawn } from 'node:child_process';
import type { Logger } from '../ports.js';

/** What the program is told of (contract, section 2, `TONEARM_EVENT_COMMAND`). */
export type EventName = 'playing' | 'paused' | 'stopped' | 'trackChanged' | 'volumeChanged' | 'idle';

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

/** A program that switches an amplifier or a lamp: run without a shell, one at a time, in a process group of its own. */
export function createEventCommand(options: {
  /** Absolute path. */
  readonly command: string;
  /** What of it the program may see is chosen by name. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly logger: Logger;
  readonly limitMs?: number;
}): EventCommand {
  const { command, logger, limitMs = LIMIT_MS } = options;
  const environment = toProgramEnvironment(options.environment);
  let waiting: Call[] = [];
  let running: Promise<void> | null = null;
  let child: ChildProcess | null = null;
  let lastTrouble: string | null = null;
  let isStopped = false;

  /** The same trouble once: a lamp that is gone must not fill the log. */
  function note(event: EventName, trouble: string | null): void {
    if (trouble !== null && trouble !== lastTrouble) {
      logger.warn({ event, trouble }, 'The event command failed; the music goes on.');
    } else if (trouble === null && lastTrouble !== null) {
      logger.info({ event }, 'The event command works again.');
    }
    lastTrouble = trouble;
  }

  function kill(): void {
    const pid = child?.pid;
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended in the same instant.
    }
  }

  function perform({ event, fields }: Call): Promise<string | null> {
    return new Promise(resolve => {
      const values = (Object.entries(fields) as [string, string][]).map(
        ([name, value]) => [name, toPlain(value)] as const,
      );
      const env: Record<string, string> = {
        ...environment,
        TONEARM_EVENT: event,
        ...Object.fromEntries(values),
      };
      let isLate = false;
      const started = spawn(command, [], { env, cwd: '/', stdio: 'ignore', detached: true });
      child = started;
      const limit = setTimeout(() => {
        isLate = true;
        kill();
      }, limitMs);
      const settle = (trouble: string | null) => {
        clearTimeout(limit);
        child = null;
        resolve(isLate ? `killed after ${limitMs / 1_000} s` : trouble);
      };
      started.once('error', error => settle((error as NodeJS.ErrnoException).code ?? 'could not be run'));
      started.once('exit', (code, signal) => {
        if (isLate || isStopped) kill();
        settle(code === 0 ? null : (signal ?? `exit code ${code ?? 'unknown'}`));
      });
    });
  }

  async function work(): Promise<void> {
    for (let call = waiting.shift(); call !== undefined; call = waiting.shift()) {
      const trouble = await perform(call);
      if (!isStopped) note(call.event, trouble);
      call.done();
    }
    running = null;
  }

  return {
    tell(event, fields) {
      if (isStopped) return Promise.resolve();
      const older = waiting.filter(call => call.event === event);
      waiting = waiting.filter(call => call.event !== event);
      for (const { done } of older) done();
      return new Promise(done => {
        waiting.push({ event, fields, done });
        running ??= work();
      });
    },
    async stop() {
      isStopped = true;
      for (const { done } of waiting) done();
      waiting = [];
      kill();
      await running;
    },
  };
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
