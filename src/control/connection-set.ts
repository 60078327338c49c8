import type { Connection } from './connection.js';
import { CLOSE } from '../codes.js';
import type { ControlLimits } from './limits.js';

/** Who is connected, in the order they came; keeps the bounds on their number and asks them for signs of life. */
export interface ConnectionSet {
  /** A new socket; when there are too many without a session, the oldest of them goes, and `onGoing` of it is called. */
  add(connection: Connection, onGoing: () => void): void;
  /** From unopened to opened; false when all places are taken. */
  takePlace(connection: Connection): boolean;
  /** Frees its place; it may still be reading what is left. */
  leave(connection: Connection): void;
  gone(connection: Connection): void;
  /** Says goodbye to all and waits for them, at most a second. */
  closeAll(): Promise<void>;
}

const GOODBYE_MS = 1_000;

export function createConnectionSet(limits: ControlLimits): ConnectionSet {
  const all = new Set<Connection>();
  const unopened = new Map<Connection, () => void>();
  const opened = new Set<Connection>();
  let pings: NodeJS.Timeout | null = null;
  let onEmpty: (() => void) | null = null;

  function stopPings(): void {
    if (pings !== null) clearInterval(pings);
    pings = null;
  }

  return {
    add(connection, onGoing) {
      const [[oldest, tell] = []] = unopened;
      if (oldest !== undefined && unopened.size >= limits.unopenedSockets) {
        tell?.();
        // Cut, not only told: whoever opens sockets by the thousand would not answer.
        oldest.close(CLOSE.tryLater, 'too many unopened sockets');
        oldest.cut();
      }
      all.add(connection);
      unopened.set(connection, onGoing);
      pings ??= setInterval(() => {
        for (const each of all) each.ping();
      }, limits.pingEveryMs);
    },
    takePlace(connection) {
      if (opened.size >= limits.openedSessions) return false;
      unopened.delete(connection);
      opened.add(connection);
      return true;
    },
    leave(connection) {
      unopened.delete(connection);
      opened.delete(connection);
    },
    gone(connection) {
      all.delete(connection);
      if (all.size > 0) return;
      stopPings();
      onEmpty?.();
    },
    async closeAll() {
      stopPings();
      for (const connection of all) connection.close(CLOSE.goingAway, 'stopping');
      if (all.size === 0) return;
      await new Promise<void>(resolve => {
        const deadline = setTimeout(() => {
          for (const connection of all) connection.cut();
        }, GOODBYE_MS);
        onEmpty = () => {
          clearTimeout(deadline);
          resolve();
        };
      });
    },
  };
}
