import type { Incident } from '../../contract/incidents.js';
import type { Agent, Clock, Logger } from '../../contract/ports.js';
import { createNonce, UNBOUND } from '../../contract/proof.js';
import type { Access } from '../access/access.js';
import type { Meter } from '../../lib/meter.js';
import { toLocalCaller } from '../access/caller.js';
import type { Connection, ConnectionEvents } from './connection.js';
import type { Dispatch } from '../api/dispatch.js';
import type { Incidents } from '../gate/incidents.js';
import { encodeNotification } from '../json-rpc.js';
import { CLOSE } from '../../contract/codes.js';
import { type AccessChange, PROTOCOL } from '../../contract/protocol.js';
import type { Bounds } from '../gate/bounds.js';
import { Session } from '../api/session.js';
import type { StateFeed } from '../api/state-feed.js';

export type PlaceName = 'tooManySockets' | 'tooManySessions';

export interface SessionsOptions {
  readonly access: Access;
  readonly agent: Agent;
  readonly dispatch: Dispatch;
  readonly feed: StateFeed;
  /** Where browsers reach the speaker, without a slash at the end. */
  readonly urls: () => readonly string[];
  readonly device: { readonly deviceUuid: string; readonly name: string; readonly version: string };
  readonly bounds: Bounds;
  readonly meter: Meter<'tooManyCalls'>;
  readonly places: Meter<PlaceName>;
  readonly clock: Clock;
  readonly incidents: Incidents;
  readonly logger: Logger;
  /** Whether the peers are programs on the device itself, which need neither a token nor `session.open`. */
  readonly isLocal: boolean;
}

/** A new connection and the callbacks for its session. */
export interface Visit {
  /** The address of the peer, as peers are counted; null for a program on the device itself. */
  readonly peer: string | null;
  /** What a proof may be bound to on this connection; nothing if left out. */
  readonly bindings?: readonly string[];
  /** Called when the session opens and takes a session's place from then on. */
  readonly onOpened?: () => void;
  /** Called when an opened session has ended, though the client may still read what is queued. */
  readonly onOver?: () => void;
}

/** The name of a program on the device before it gives one, and the one peer that they all count as. */
const LOCAL_NAME = 'local';
const GOODBYE_MS = 1_000;

/** All sessions of one transport. */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #sessions = new Map<Connection, Session>();
  /** Those of sessions that have ended, too, until they are closed. */
  readonly #connections = new Set<Connection>();
  #pings: NodeJS.Timeout | undefined;
  #onEmpty = (): void => undefined;
  #endAccess: (() => void)[] = [];
  #stopped: Promise<void> | null = null;

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  #hello(nonce: string): Buffer {
    const params = {
      protocol: PROTOCOL,
      ...this.#options.device,
      auth: this.#options.isLocal || this.#options.access.mode === 'open' ? 'none' : 'token',
      pairing: this.#options.agent.snapshot().state.pairing,
      nowMs: this.#options.clock.epochMs(),
      nonce,
      urls: this.#options.urls(),
    };
    return Buffer.from(encodeNotification('server.hello', params));
  }

  #revoke(ids: ReadonlySet<string>): void {
    for (const session of [...this.#sessions.values()]) {
      const id = session.caller?.clientId ?? null;
      if (id !== null && ids.has(id)) session.revoke();
    }
  }

  #tellOwners(change: AccessChange): void {
    const frame = Buffer.from(encodeNotification('access.changed', change));
    for (const session of [...this.#sessions.values()]) session.tellOwner(frame);
  }

  #expire(connection: Connection, peer: string | null): void {
    const reason = 'session.open was not called in time';
    this.#options.incidents.note('wrongRequest', peer, { reason });
    connection.close(CLOSE.unauthorized, reason);
  }

  /** Returns what holds the one place of a connection: an unopened socket's, then a session's. */
  #holdPlace() {
    const { places } = this.#options;
    let leave = (): void => undefined;
    return {
      take(name: PlaceName, who: string): boolean {
        if (places.take(name, who) > 0) return false;
        leave();
        leave = () => places.leave(name, who);
        return true;
      },
      leave() {
        leave();
        leave = () => undefined;
      },
    };
  }

  #keep(connection: Connection): void {
    this.#connections.add(connection);
    this.#pings ??= setInterval(() => {
      for (const each of this.#connections) each.ping?.();
    }, this.#options.bounds.pingEveryMs);
  }

  #stopPings(): void {
    clearInterval(this.#pings);
    this.#pings = undefined;
  }

  #forget(connection: Connection): void {
    this.#connections.delete(connection);
    if (this.#connections.size > 0) return;
    this.#stopPings();
    this.#onEmpty();
  }

  /** Closes all connections, and cuts after a second those that are left. */
  async #closeAll(): Promise<void> {
    this.#stopPings();
    for (const connection of this.#connections) connection.close(CLOSE.goingAway, 'stopping');
    if (this.#connections.size === 0) return;
    const deadline = setTimeout(() => {
      for (const connection of this.#connections) connection.cut();
    }, GOODBYE_MS);
    await new Promise<void>(resolve => (this.#onEmpty = resolve));
    clearTimeout(deadline);
  }

  /** The number of sessions with a known caller. */
  get admitted(): number {
    return [...this.#sessions.values()].filter(({ caller }) => caller !== null).length;
  }

  /** Greets a new client. `connect` must not emit any event before it returns. */
  accept(
    { peer, bindings = [UNBOUND], onOpened, onOver }: Visit,
    connect: (events: ConnectionEvents) => Connection,
  ): void {
    const { access, bounds, device, incidents, isLocal, logger } = this.#options;
    const turnAway = (what: Incident) => incidents.note(what, peer);
    const place = this.#holdPlace();
    let forgetOpen = (): void => undefined;
    const deadline = isLocal
      ? undefined
      : setTimeout(() => this.#expire(connection, peer), bounds.openWithinMs);
    const connection = connect({
      receive: message => session.receive(message),
      onFinished: () => session.finish(),
      onLeaving: () => {
        clearTimeout(deadline);
        session.end();
        this.#sessions.delete(connection);
        place.leave();
        forgetOpen();
        if (session.isOpen) onOver?.();
      },
      onSlowReader: () => turnAway('slowReader'),
      onWrong: reason => incidents.note('wrongRequest', peer, { reason }),
      onGone: () => this.#forget(connection),
    });
    const nonce = createNonce();
    const session = new Session({
      ...this.#options,
      send: frame => connection.send(frame),
      close: (code, reason) => {
        const client = session.caller?.name;
        logger.debug({ closeCode: code, reason, client }, 'A control session was closed.');
        connection.close(code, reason);
      },
      takePlace: client => {
        if (!place.take('tooManySessions', client)) return false;
        clearTimeout(deadline);
        forgetOpen = access.noteOpen(client);
        onOpened?.();
        return true;
      },
      peer,
      greeting: { deviceUuid: device.deviceUuid, nonce, bindings },
      onTurnedAway: turnAway,
      local: isLocal ? toLocalCaller(LOCAL_NAME) : null,
      rest: ms => connection.rest?.(ms),
    });
    this.#sessions.set(connection, session);
    this.#keep(connection);
    if (!place.take('tooManySockets', peer ?? LOCAL_NAME)) {
      turnAway('tooManySockets');
      // Destroy the socket instead of only closing it: a flooding peer never answers a close frame.
      connection.close(CLOSE.tryLater, 'too many unopened sockets');
      connection.cut();
    }
    connection.send(this.#hello(nonce));
  }

  start(): void {
    const { access } = this.#options;
    if (this.#endAccess.length > 0) return;
    this.#endAccess = [
      access.onRevoked(ids => this.#revoke(ids)),
      access.onChange(change => this.#tellOwners(change)),
    ];
  }

  /** Closes all sessions, within about a second. May be called twice. */
  stop(): Promise<void> {
    for (const end of this.#endAccess) end();
    this.#stopped ??= this.#closeAll();
    return this.#stopped;
  }
}
