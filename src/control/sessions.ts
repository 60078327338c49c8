import type { Agent, Clock, Incident, Logger } from '../ports.js';
import type { Access } from './access.js';
import { toLocalCaller } from './caller.js';
import type { Connection, ConnectionEvents } from './connection.js';
import { createConnectionSet } from './connection-set.js';
import type { Dispatch } from './dispatch.js';
import type { Incidents } from './incidents.js';
import { encodeNotification } from './json-rpc.js';
import { CLOSE, type ControlLimits } from './limits.js';
import { PROTOCOL } from './methods/session.js';
import { createRateLimit } from './rate-limit.js';
import { createSession, type Session } from './session.js';
import type { StateFeed } from './state-feed.js';

export interface SessionsOptions {
  readonly access: Access;
  readonly agent: Agent;
  readonly dispatch: Dispatch;
  readonly feed: StateFeed;
  readonly device: { readonly deviceUuid: string; readonly name: string; readonly version: string };
  readonly limits: ControlLimits;
  readonly clock: Clock;
  readonly incidents: Incidents;
  readonly logger: Logger;
  /** Peers are programs on the device itself: they need no token, and no opening. */
  readonly isLocal: boolean;
}

/** Everyone who is connected by one transport. */
export interface Sessions {
  /**
   * Greets a new client; `connect` must not tell of anything before it returns. `peer`: where it comes from, as it is
   * counted; null for programs on the device itself.
   */
  accept(peer: string | null, connect: (events: ConnectionEvents) => Connection): void;
  /** How many have shown who they are. */
  readonly admitted: number;
  start(): void;
  /** Says goodbye to all, within about a second. May be called twice. */
  stop(): Promise<void>;
}

/** Before it has said its name a program on the device goes by this one. */
const LOCAL_NAME = 'local';

export function createSessions(options: SessionsOptions): Sessions {
  const { access, agent, clock, device, dispatch, feed, incidents, isLocal, limits, logger } = options;
  const sessions = new Map<Connection, Session>();
  const connections = createConnectionSet(limits);
  let endRevocations: (() => void) | null = null;
  let stopped: Promise<void> | null = null;

  function hello(): Buffer {
    const params = {
      protocol: PROTOCOL,
      ...device,
      auth: isLocal || access.mode === 'open' ? 'none' : 'token',
      pairing: agent.snapshot().state.pairing,
      nowMs: clock.epochMs(),
    };
    return Buffer.from(encodeNotification('server.hello', params));
  }

  function revoke(ids: ReadonlySet<string>): void {
    for (const session of [...sessions.values()]) {
      const id = session.caller?.clientId ?? null;
      if (id !== null && ids.has(id)) session.revoke();
    }
  }

  return {
    get admitted() {
      return [...sessions.values()].filter(({ caller }) => caller !== null).length;
    },
    accept(peer, connect) {
      const turnAway = (what: Incident) => incidents.note(what, peer);
      const rateLimit = createRateLimit({
        perSecond: limits.callsPerSecond,
        burst: limits.callBurst,
        steadyMs: () => clock.steadyMs(),
      });
      const expire = () => connection.close(CLOSE.unauthorized, 'session.open did not come in time');
      const deadline = isLocal ? undefined : setTimeout(expire, limits.openWithinMs);
      const connection = connect({
        receive: message => session.receive(message),
        onFinished: () => session.finish(),
        onLeaving() {
          clearTimeout(deadline);
          session.end();
          sessions.delete(connection);
          connections.leave(connection);
        },
        onSlowReader: () => turnAway('slowReader'),
        onGone: () => connections.gone(connection),
      });
      const session = createSession({
        send: frame => connection.send(frame),
        close(code, reason) {
          logger.debug(
            { closeCode: code, reason, client: session.caller?.name },
            'a control session is closed',
          );
          connection.close(code, reason);
        },
        takePlace() {
          const taken = connections.takePlace(connection);
          if (taken) clearTimeout(deadline);
          return taken;
        },
        peer,
        onTurnedAway: turnAway,
        local: isLocal ? toLocalCaller(LOCAL_NAME) : null,
        dispatch,
        feed,
        rateLimit,
      });
      sessions.set(connection, session);
      connections.add(connection, () => turnAway('tooManySockets'));
      connection.send(hello());
    },
    start() {
      endRevocations ??= access.onRevoked(revoke);
    },
    stop() {
      endRevocations?.();
      stopped ??= connections.closeAll();
      return stopped;
    },
  };
}
