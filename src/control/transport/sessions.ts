import type { Incident } from '../../contract/incidents.js';
import type { Agent, Clock, Logger } from '../../contract/ports.js';
import { createNonce, UNBOUND } from '../../contract/proof.js';
import type { Access } from '../access/access.js';
import type { Meter } from '../../lib/meter.js';
import { toLocalCaller } from '../access/caller.js';
import type { Connection, ConnectionEvents } from './connection.js';
import { createConnectionSet, type ConnectionSet, type PlaceLimits } from './connection-set.js';
import type { Dispatch } from '../api/dispatch.js';
import type { Incidents } from '../gate/incidents.js';
import { encodeNotification } from '../json-rpc.js';
import { CLOSE } from '../../contract/codes.js';
import { type AccessChange, PROTOCOL } from '../../contract/protocol.js';
import type { Bounds } from '../gate/bounds.js';
import { createSession, type Session } from '../api/session.js';
import type { StateFeed } from '../api/state-feed.js';

export interface SessionsOptions {
  readonly access: Access;
  readonly agent: Agent;
  readonly dispatch: Dispatch;
  readonly feed: StateFeed;
  /** Where browsers reach the speaker, without a slash at the end. */
  readonly urls: () => readonly string[];
  readonly device: { readonly deviceUuid: string; readonly name: string; readonly version: string };
  readonly bounds: Bounds;
  readonly limits: PlaceLimits;
  readonly meter: Meter<'tooManyCalls'>;
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

/** All sessions of one transport. */
export interface Sessions {
  /** Greets a new client. `connect` must not emit any event before it returns. */
  accept(visit: Visit, connect: (events: ConnectionEvents) => Connection): void;
  /** The number of sessions with a known caller. */
  readonly admitted: number;
  start(): void;
  /** Closes all sessions, within about a second. May be called twice. */
  stop(): Promise<void>;
}

/** The name of a program on the device before it gives one, and the one peer that they all count as. */
const LOCAL_NAME = 'local';

export function createSessions(options: SessionsOptions): Sessions {
  return new OpenSessions(options);
}

class OpenSessions implements Sessions {
  readonly #options: SessionsOptions;
  readonly #sessions = new Map<Connection, Session>();
  readonly #connections: ConnectionSet;
  #endAccess: (() => void)[] = [];
  #stopped: Promise<void> | null = null;

  constructor(options: SessionsOptions) {
    this.#options = options;
    const { bounds, limits, incidents, isLocal } = options;
    this.#connections = createConnectionSet({
      bounds,
      limits,
      onTurnedAway: (what, peer) => incidents.note(what, isLocal ? null : peer),
    });
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

  get admitted(): number {
    return [...this.#sessions.values()].filter(({ caller }) => caller !== null).length;
  }

  accept(
    { peer, bindings = [UNBOUND], onOpened, onOver }: Visit,
    connect: (events: ConnectionEvents) => Connection,
  ): void {
    const turnAway = (what: Incident) => this.#options.incidents.note(what, peer);
    let forgetOpen = (): void => undefined;
    const deadline = this.#options.isLocal
      ? undefined
      : setTimeout(() => this.#expire(connection, peer), this.#options.bounds.openWithinMs);
    const connection = connect({
      receive: message => session.receive(message),
      onFinished: () => session.finish(),
      onLeaving: () => {
        clearTimeout(deadline);
        session.end();
        this.#sessions.delete(connection);
        this.#connections.leave(guest);
        forgetOpen();
        if (session.isOpen) onOver?.();
      },
      onSlowReader: () => turnAway('slowReader'),
      onWrong: reason => this.#options.incidents.note('wrongRequest', peer, { reason }),
      onGone: () => this.#connections.gone(guest),
    });
    const guest = { connection, peer: peer ?? LOCAL_NAME };
    const nonce = createNonce();
    const session = createSession({
      send: frame => connection.send(frame),
      close: (code, reason) => {
        this.#options.logger.debug(
          { closeCode: code, reason, client: session.caller?.name },
          'A control session was closed.',
        );
        connection.close(code, reason);
      },
      takePlace: client => {
        const taken = this.#connections.takePlace(guest, client);
        if (!taken) return false;
        clearTimeout(deadline);
        forgetOpen = this.#options.access.noteOpen(client);
        onOpened?.();
        return true;
      },
      peer,
      greeting: { deviceUuid: this.#options.device.deviceUuid, nonce, bindings },
      onTurnedAway: turnAway,
      local: this.#options.isLocal ? toLocalCaller(LOCAL_NAME) : null,
      dispatch: this.#options.dispatch,
      feed: this.#options.feed,
      meter: this.#options.meter,
      rest: ms => connection.rest(ms),
    });
    this.#sessions.set(connection, session);
    this.#connections.add(guest);
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

  stop(): Promise<void> {
    for (const end of this.#endAccess) end();
    this.#stopped ??= this.#connections.closeAll();
    return this.#stopped;
  }
}
