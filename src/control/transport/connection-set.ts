import type { Connection } from './connection.js';
import type { Incident } from '../../contract/incidents.js';
import { CLOSE } from '../../contract/codes.js';
import type { Bounds } from '../gate/bounds.js';
import type { Limits } from '../../contract/limits.js';
import { createMeter } from '../../lib/meter.js';

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
  readonly bounds: Bounds;
  readonly limits: PlaceLimits;
  /** Called for each connection that gets no place. */
  readonly onTurnedAway: (what: Incident, peer: string) => void;
}

type PlaceName = 'tooManySockets' | 'tooManySessions';
/** The rows for the connections of one transport. */
export type PlaceLimits = Pick<Limits, PlaceName>;

const GOODBYE_MS = 1_000;

/** The place of each guest: one of the unopened sockets', then one of the sessions'. */
function createGuestPlaces({ tooManySockets, tooManySessions }: PlaceLimits) {
  const meter = createMeter<PlaceName>({ tooManySockets, tooManySessions }, () => 0);
  const held = new Map<Guest, () => void>();

  function leave(guest: Guest): void {
    held.get(guest)?.();
    held.delete(guest);
  }

  function take(guest: Guest, name: PlaceName, holder: string): boolean {
    if (meter.take(name, holder) > 0) return false;
    leave(guest);
    held.set(guest, () => meter.leave(name, holder));
    return true;
  }

  return {
    takeUnopened: (guest: Guest) => take(guest, 'tooManySockets', guest.peer),
    takeOpened: (guest: Guest, client: string) => take(guest, 'tooManySessions', client),
    leave,
  };
}

export function createConnectionSet(options: ConnectionSetOptions): ConnectionSet {
  const { bounds, limits, onTurnedAway } = options;
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
      }, bounds.pingEveryMs);
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
