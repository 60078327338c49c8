import type { Connection } from './connection.js';
import type { Incident } from '../../contract/ports.js';
import { CLOSE } from '../../contract/codes.js';
import type { ControlLimits } from '../gate/limits.js';
import { createPlaces, type Places } from '../gate/places.js';

/** A connected client. */
export interface Guest {
  readonly connection: Connection;
  readonly peer: string;
}

/** All connections of one transport: limits their number and pings them. */
export interface ConnectionSet {
  /** Adds a new socket; it is closed if there is no place for it. */
  add(guest: Guest): void;
  /**
   * Turns an unopened socket into an opened session; false if it gets no place. `client`: the same for all that count as
   * one.
   */
  takePlace(guest: Guest, client: string): boolean;
  /** Frees the place of a client, which may still read what is queued. */
  leave(guest: Guest): void;
  gone(guest: Guest): void;
  /** Closes all connections, and cuts after a second those that are left. */
  closeAll(): Promise<void>;
}

export interface ConnectionSetOptions {
  readonly limits: ControlLimits;
  /** Called for each connection that gets no place. */
  readonly onTurnedAway: (what: Incident, peer: string) => void;
}

const GOODBYE_MS = 1_000;

/** The place of each guest: one of the unopened sockets', then one of the sessions'. */
function createGuestPlaces(limits: ControlLimits) {
  const opened = createPlaces({ each: limits.sessionsPerClient, inAll: limits.openedSessions });
  const unopened = createPlaces({ each: limits.unopenedPerPeer, inAll: limits.unopenedSockets });
  const held = new Map<Guest, () => void>();

  function leave(guest: Guest): void {
    held.get(guest)?.();
    held.delete(guest);
  }

  function take(guest: Guest, places: Places, holder: string): boolean {
    if (!places.take(holder)) return false;
    leave(guest);
    held.set(guest, () => places.leave(holder));
    return true;
  }

  return {
    takeUnopened: (guest: Guest) => take(guest, unopened, guest.peer),
    takeOpened: (guest: Guest, client: string) => take(guest, opened, client),
    leave,
  };
}

export function createConnectionSet(options: ConnectionSetOptions): ConnectionSet {
  const { limits, onTurnedAway } = options;
  const all = new Set<Guest>();
  const places = createGuestPlaces(limits);
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
      if (places.takeUnopened(guest)) return;
      onTurnedAway('tooManySockets', guest.peer);
      // Destroy the socket instead of only closing it: a flooding peer never answers a close frame.
      guest.connection.close(CLOSE.tryLater, 'too many unopened sockets');
      guest.connection.cut();
    },
    takePlace: places.takeOpened,
    leave: places.leave,
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
