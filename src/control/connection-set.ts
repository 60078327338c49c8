import type { Connection } from './connection.js';
import type { Incident } from '../ports.js';
import { CLOSE } from '../codes.js';
import type { ControlLimits } from './limits.js';
import { createQuota } from './quota.js';

/** A connected client. */
export interface Guest {
  readonly connection: Connection;
  readonly peer: string;
}

/** The client that opens a session, for the count of its places. */
export interface Opener {
  /** A key that is the same for all that count as one client. */
  readonly client: string;
  /** The order in which clients lose their places: without a token first (0), then guests (1), then owners (2). */
  readonly rank: number;
}

/** All connections of one transport: limits their number and pings them. */
export interface ConnectionSet {
  /** Adds a new socket; it or another one may be closed to make room. */
  add(guest: Guest): void;
  /** Turns an unopened socket into an opened session; false if it gets no place. */
  takePlace(guest: Guest, opener: Opener): boolean;
  /** Frees the place of a client, which may still read what is queued. */
  leave(guest: Guest): void;
  gone(guest: Guest): void;
  /** Closes all connections, and cuts after a second those that are left. */
  closeAll(): Promise<void>;
}

export interface ConnectionSetOptions {
  readonly limits: ControlLimits;
  /** Whether a share of the places is reserved for this peer. */
  readonly isKnown: (peer: string) => boolean;
  /** Called for each connection that loses its place to another. */
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
      // Destroy the socket instead of only closing it: a flooding peer never answers a close frame.
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
