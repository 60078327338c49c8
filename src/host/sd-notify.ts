import { execFile, type ExecFileException } from 'node:child_process';
import { promisify } from 'node:util';
import type { Logger } from '../contract/ports.js';

/** Notifies systemd (sd_notify(3)). Nothing here ever fails the caller. */
export interface SdNotify {
  /**
   * Reports that the unit has started; resolves once systemd was told. Feeds the watchdog, if there is one, from now
   * on.
   */
  ready(): Promise<void>;
  /** Sends one line for `systemctl status`: only the latest of a burst, and none twice. */
  status(line: string): void;
  /** Reports that the unit is stopping, and stops feeding the watchdog. May be called twice. */
  stopping(): Promise<void>;
}

export interface SdNotifyOptions {
  /** systemd's socket; null: nothing is ever sent. */
  readonly notifySocket: string | null;
  /** The interval within which systemd expects a sign of life, milliseconds; null: it expects none. */
  readonly watchdogMs: number | null;
  /**
   * Returns what is wrong at present, or null. Called before each sign of life, which is withheld while something is
   * wrong.
   */
  readonly ailment: () => string | null;
  readonly logger: Logger;
}

const run = promisify(execFile);
const searchPath = '/usr/local/bin:/usr/bin:/bin';
const patienceMs = 5_000;

/**
 * Creates the notifier. Node cannot open a unix datagram socket, so a child process `systemd-notify` does it (the
 * unit sets `NotifyAccess=all`), one at a time; requests made meanwhile are sent together with the next.
 */
export function createSdNotify(options: SdNotifyOptions): SdNotify {
  if (options.notifySocket !== null) return new ServiceManager(options.notifySocket, options);
  return { ready: () => Promise.resolve(), status: () => undefined, stopping: () => Promise.resolve() };
}

class ServiceManager implements SdNotify {
  readonly #socket: string;
  readonly #options: SdNotifyOptions;
  readonly #flags = new Set<string>();
  #status: string | null = null;
  #toldStatus: string | null = null;
  #draining: Promise<void> | null = null;
  #watchdog: NodeJS.Timeout | null = null;
  #stopped = false;
  #warned = false;

  constructor(socket: string, options: SdNotifyOptions) {
    this.#socket = socket;
    this.#options = options;
  }

  #warnOnce(detail: string): void {
    if (!this.#warned) this.#options.logger.warn({ detail }, 'systemd could not be notified.');
    this.#warned = true;
  }

  async #drain(): Promise<void> {
    // Combines requests made in the same turn.
    await Promise.resolve();
    for (;;) {
      const assignments = [...this.#flags];
      this.#flags.clear();
      if (this.#status !== null && this.#status !== this.#toldStatus) {
        assignments.push(`STATUS=${this.#status}`);
        this.#toldStatus = this.#status;
      }
      if (assignments.length === 0) break;
      const problem = await tell(this.#socket, assignments);
      if (problem !== null) this.#warnOnce(problem);
    }
    this.#draining = null;
  }

  #flush(): Promise<void> {
    this.#draining ??= this.#drain();
    return this.#draining;
  }

  #startWatchdog(): void {
    if (this.#options.watchdogMs === null || this.#watchdog !== null || this.#stopped) return;
    this.#watchdog = setInterval(() => {
      const wrong = this.#options.ailment();
      if (wrong !== null) {
        this.#options.logger.error(
          { wrong },
          'The systemd watchdog gets no heartbeat and will restart the agent.',
        );
        return;
      }
      this.#flags.add('WATCHDOG=1');
      void this.#flush();
      // Half of what systemd allows (sd_watchdog_enabled(3)).
    }, this.#options.watchdogMs / 2);
    this.#watchdog.unref();
  }

  ready(): Promise<void> {
    if (this.#stopped) return Promise.resolve();
    this.#flags.add('READY=1');
    this.#startWatchdog();
    return this.#flush();
  }

  status(line: string): void {
    // A line break would begin another assignment.
    this.#status = line.replaceAll(/[\r\n\0]+/gu, ' ');
    if (!this.#stopped) void this.#flush();
  }

  stopping(): Promise<void> {
    if (this.#stopped) return this.#draining ?? Promise.resolve();
    this.#stopped = true;
    if (this.#watchdog !== null) clearInterval(this.#watchdog);
    this.#flags.add('STOPPING=1');
    return this.#flush();
  }
}

/** Resolves with null, or with what went wrong. */
async function tell(socket: string, assignments: readonly string[]): Promise<string | null> {
  try {
    await run('systemd-notify', ['--', ...assignments], {
      env: { NOTIFY_SOCKET: socket, PATH: searchPath },
      timeout: patienceMs,
      killSignal: 'SIGKILL',
    });
    return null;
  } catch (error) {
    const { code, signal, message } = error as ExecFileException;
    // A string code means that the program could not be started.
    return typeof code === 'string' ? message : `systemd-notify ended with ${code ?? signal ?? 'nothing'}`;
  }
}
