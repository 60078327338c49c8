import { spawn } from 'node:child_process';
import type { Logger } from '../ports.js';

/** What systemd is told (sd_notify(3)). Nothing here ever fails the caller. */
export interface SdNotify {
  /** The unit counts as started; resolves once systemd was told. From now on the watchdog is fed, if there is one. */
  ready(): Promise<void>;
  /** One line for `systemctl status`. Only the latest of a burst is sent, and none twice. */
  status(line: string): void;
  /** The unit is on its way down; the watchdog's last meal. May be called twice. */
  stopping(): Promise<void>;
}

export interface SdNotifyOptions {
  /** systemd's socket; null: nothing is ever done. */
  readonly notifySocket: string | null;
  /** Milliseconds within which systemd wants a sign of life; null: it does not ask for one. */
  readonly watchdogMs: number | null;
  /** What is wrong just now; null: all is well. Asked before each sign of life, and there is none while something is. */
  readonly ailment: () => string | null;
  readonly logger: Logger;
}

const searchPath = '/usr/local/bin:/usr/bin:/bin';
const patienceMs = 5_000;

/**
 * Node cannot open a unix datagram socket, so `systemd-notify` does it as a child (the unit says
 * `NotifyAccess=all`), one at a time; what is asked for meanwhile goes out together with the next.
 */
export function createSdNotify({ notifySocket, watchdogMs, ailment, logger }: SdNotifyOptions): SdNotify {
  if (notifySocket === null) {
    return { ready: () => Promise.resolve(), status: () => undefined, stopping: () => Promise.resolve() };
  }
  const socket: string = notifySocket;
  const flags = new Set<string>();
  let status: string | null = null;
  let toldStatus: string | null = null;
  let draining: Promise<void> | null = null;
  let watchdog: NodeJS.Timeout | null = null;
  let stopped = false;
  let warned = false;

  function warnOnce(detail: string): void {
    if (!warned) logger.warn({ detail }, 'systemd could not be told');
    warned = true;
  }

  async function drain(): Promise<void> {
    // What is asked for in one go is told in one go.
    await Promise.resolve();
    for (;;) {
      const assignments = [...flags];
      flags.clear();
      if (status !== null && status !== toldStatus) {
        assignments.push(`STATUS=${status}`);
        toldStatus = status;
      }
      if (assignments.length === 0) break;
      const problem = await tell(socket, assignments);
      if (problem !== null) warnOnce(problem);
    }
    draining = null;
  }

  function flush(): Promise<void> {
    draining ??= drain();
    return draining;
  }

  function startWatchdog(): void {
    if (watchdogMs === null || watchdog !== null || stopped) return;
    watchdog = setInterval(() => {
      const wrong = ailment();
      if (wrong !== null) {
        logger.error({ wrong }, 'systemd is not told that all is well: it will restart the agent');
        return;
      }
      flags.add('WATCHDOG=1');
      void flush();
      // Half of what systemd allows (sd_watchdog_enabled(3)).
    }, watchdogMs / 2);
    watchdog.unref();
  }

  return {
    ready() {
      if (stopped) return Promise.resolve();
      flags.add('READY=1');
      startWatchdog();
      return flush();
    },
    status(line) {
      // A line break would begin another assignment.
      status = line.replaceAll(/[\r\n\0]+/gu, ' ');
      if (!stopped) void flush();
    },
    stopping() {
      if (stopped) return draining ?? Promise.resolve();
      stopped = true;
      if (watchdog !== null) clearInterval(watchdog);
      flags.add('STOPPING=1');
      return flush();
    },
  };
}

/** Resolves with null, or with what went wrong. */
function tell(socket: string, assignments: readonly string[]): Promise<string | null> {
  return new Promise(resolve => {
    const child = spawn('systemd-notify', ['--', ...assignments], {
      env: { NOTIFY_SOCKET: socket, PATH: searchPath },
      stdio: 'ignore',
      timeout: patienceMs,
      killSignal: 'SIGKILL',
    });
    child.on('error', error => resolve(error.message));
    child.on('exit', (code, signal) => {
      resolve(code === 0 ? null : `systemd-notify ended with ${code ?? signal ?? 'nothing'}`);
    });
  });
}
