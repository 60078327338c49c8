/** systemd's end of the notify socket, and what it heard so far. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { listenForNotifications } from './notify-socket.js';

export interface Systemd {
  /** For the agent. */
  readonly environment: Readonly<Record<string, string>>;
  /** `READY=1`, `WATCHDOG=1`, `STATUS=…`, each by itself, oldest first. */
  readonly heard: readonly string[];
  /** Resolves once something like this is heard from now on, or was heard after the first `from`. */
  until(pattern: RegExp, from?: number): Promise<void>;
  /** Resolves with how often this was heard after the first `from`. */
  count(pattern: RegExp, from?: number): number;
}

export async function listenAsSystemd(t: Test, folder: string, watchdogMs: number): Promise<Systemd> {
  mkdirSync(folder, { recursive: true });
  const socket = join(folder, 'notify');
  const listener = await listenForNotifications(t, socket);
  const heard: string[] = [];
  const wakers = new Set<() => void>();
  void (async () => {
    for (;;) {
      heard.push(...(await listener.next()).split('|').filter(Boolean));
      for (const wake of [...wakers]) wake();
    }
  })().catch(() => undefined);
  const count = (pattern: RegExp, from = 0) => heard.slice(from).filter(line => pattern.test(line)).length;
  return {
    environment: { NOTIFY_SOCKET: socket, WATCHDOG_USEC: String(watchdogMs * 1_000) },
    heard,
    count,
    until: (pattern, from = heard.length) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`never ${pattern}: ${heard.join()}`)), 30_000);
        const look = () => {
          if (count(pattern, from) === 0) return;
          clearTimeout(late);
          wakers.delete(look);
          resolve();
        };
        wakers.add(look);
        look();
      }),
  };
}
