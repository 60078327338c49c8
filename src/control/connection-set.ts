import type { Connection } from './connection.js';
import type { Incident } from '../ports.js';
import { CLOSE } from '../codes.js';
import type { ControlLimits } from './limits.js';
import { createQuota } from './quota.js';

/** Somebody who is connected. */
export interface Guest {
  readonly connection: Connection;
  readonly peer: string;
}

/** As whom a session is opened. */
export interface Opener {
  /** The same for all that count as one client. */
  readonly client: string;
  /** Whoever shows no token may be anybody, and goes first (0); then guests (1); then owners (2). */
  readonly rank: number;
}

/** Who is connected; keeps the bounds on their number and asks them for signs of life. */
export interface ConnectionSet {
  /** A new socket; it may be sent away at once, or another for it. */
  add(guest: Guest): void;
  /** From unopened to opened; false when it gets no place. */
  takePlace(guest: Guest, opener: Opener): boolean;
  /** Frees its place; it may still be reading what is left. */
  leave(guest: Guest): void;
  gone(guest: Guest): void;
  /** Says goodbye to all and waits for them, at most a second. */
  closeAll(): Promise<void>;
}

export interface ConnectionSetOptions {
  readonly limits: ControlLimits;
  /** Whether a share is kept for this peer. */
  readonly isKnown: (peer: string) => boolean;
  /** Told of those who were let in and had to go. */
  readonly onTurnedAway: (what: Incident, peer: string) => void;
}

const GOODBYE_MS = 1_000;

function createQuotas({ limits, isKnown }: ConnectionSetOptions) {
  const { openedSessions, sessionsPerClient, unopenedSockets, unopenedPerPeer } = limits;
  return {
    opened: createQuota<Guest>({ total: openedSessions, perClient: sessionsPerClient }),
    unopened: createQuota<Guest>({ total: unopenedSockets, perPeer: unopenedPerPeer, isKnown }),
  };
}

export function createConnectionSet(options: ConnectionSetOptions): ConnectionSet {
  const { limits, onTurnedAway } = options;
  const all = new Set<Guest>();
  const { opened, unopened } = createQuotas(options);
  let pings: NodeJS.Timeout | null = null;
  let onEmpty: (() => void) | null = null;

  async function untilEmpty(): Promise<void> {
    if (all.size === 0) return;
    await new Promise<void>(resolve => {
      const deadline = setTimeout(() => {
        for (const { connection } of all) connection.cut();
      }, GOODBYE_MS);
      onEmpty = () => {
        clearTimeout(deadline);
        resolve();
      };
    });
  }

  function stopPings(): void {
    if (pings !== null) clearInterval(pings);
    pings = null;
  }

  return {
    add(guest) {
      all.add(guest);
      pings ??= setInterval(() => {
        for (const { connection } of all) connection.ping();
      }, limits.pingEveryMs);
      const loser = unopened.take(guest, guest);
      if (loser === null) return;
      onTurnedAway('tooManySockets', loser.peer);
      // Cut, not only told: whoever opens sockets by the thousand would not answer.
      loser.connection.close(CLOSE.tryLater, 'too many unopened sockets');
      loser.connection.cut();
    },
    takePlace(guest, opener) {
      const loser = opened.take(guest, { peer: guest.peer, ...opener });
      if (loser === guest) return false;
      unopened.leave(guest);
      if (loser === null) return true;
      onTurnedAway('tooManySessions', loser.peer);
      loser.connection.close(CLOSE.tryLater, 'too many clients');
      return true;
    },
    leave(guest) {
      unopened.leave(guest);
      opened.leave(guest);
    },
    gone(guest) {
      all.delete(guest);
      if (all.size > 0) return;
      stopPings();
      onEmpty?.();
    },
    closeAll() {
      stopPings();
      for (const { connection } of all) connection.close(CLOSE.goingAway, 'stopping');
      return untilEmpty();
    },
  };
}
