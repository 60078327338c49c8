import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Clock, Logger } from '../ports.js';
import { type Connection, createConnection } from './connection.js';
import { createConnectionSet } from './connection-set.js';
import { createDispatch } from './dispatch.js';
import { encodeNotification } from './json-rpc.js';
import { CLOSE, CONTROL_LIMITS, type ControlLimits } from './limits.js';
import { createMethods, type MethodsOptions } from './methods.js';
import { PROTOCOL } from './methods/session.js';
import { createRateLimit } from './rate-limit.js';
import { SECURITY_HEADERS } from './responses.js';
import { createSession, type Session } from './session.js';
import { createStateFeed } from './state-feed.js';

export interface ControlOptions extends Omit<MethodsOptions, 'feed'> {
  readonly device: { readonly deviceUuid: string; readonly name: string; readonly version: string };
  readonly clock: Clock;
  readonly logger: Logger;
  /** Lower bounds, for tests. */
  readonly limits?: Partial<ControlLimits>;
}

/** Takes over sockets whose request asks for a WebSocket. */
export interface UpgradeTarget {
  /** Path, Host, Origin and peer are checked already. `refuse` answers a handshake that is none. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, refuse: (problem: string) => void): void;
}

export interface Control extends UpgradeTarget {
  start(): void;
  /** Closes every session with 1001, within about a second. May be called twice. */
  stop(): Promise<void>;
}

/** The control API over WebSocket (contract, section 4). */
export function createControl(options: ControlOptions): Control {
  const { access, agent, clock, device, logger } = options;
  const limits = { ...CONTROL_LIMITS, ...options.limits };
  const feed = createStateFeed(agent);
  const dispatch = createDispatch({ methods: createMethods({ ...options, feed }), logger });
  const sessions = new Map<Connection, Session>();
  const connections = createConnectionSet(limits);
  // The typings do not know closeTimeout, so this is no literal at the call.
  const serverOptions = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.messageBytes,
    closeTimeout: limits.closeWithinMs,
    // The session checks it and says why.
    skipUTF8Validation: true,
  };
  const server = new WebSocketServer(serverOptions);
  let endRevocations: (() => void) | null = null;
  let stopped: Promise<void> | null = null;

  server.on('headers', headers => {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) headers.push(`${name}: ${value}`);
  });

  function hello(): Buffer {
    const params = {
      protocol: PROTOCOL,
      ...device,
      auth: access.mode === 'open' ? 'none' : 'token',
      pairing: agent.snapshot().state.pairing,
      nowMs: clock.epochMs(),
    };
    return Buffer.from(encodeNotification('server.hello', params));
  }

  function accept(ws: WebSocket): void {
    const rateLimit = createRateLimit({
      perSecond: limits.callsPerSecond,
      burst: limits.callBurst,
      steadyMs: () => clock.steadyMs(),
    });
    const deadline = setTimeout(() => {
      connection.close(CLOSE.unauthorized, 'session.open did not come in time');
    }, limits.openWithinMs);
    const connection = createConnection({
      ws,
      limits,
      receive: message => session.receive(message),
      onLeaving() {
        clearTimeout(deadline);
        session.end();
        sessions.delete(connection);
        connections.leave(connection);
      },
      onGone: () => connections.gone(connection),
    });
    const session = createSession({
      send: frame => connection.send(frame),
      close(code, reason) {
        logger.debug({ code, reason, client: session.caller?.name }, 'a control session is closed');
        connection.close(code, reason);
      },
      takePlace() {
        const taken = connections.takePlace(connection);
        if (taken) clearTimeout(deadline);
        return taken;
      },
      dispatch,
      feed,
      rateLimit,
    });
    sessions.set(connection, session);
    connections.add(connection);
    connection.send(hello());
  }

  function revoke(ids: ReadonlySet<string>): void {
    for (const session of [...sessions.values()]) {
      const id = session.caller?.clientId ?? null;
      if (id !== null && ids.has(id)) session.revoke();
    }
  }

  return {
    start() {
      feed.start();
      endRevocations ??= access.onRevoked(revoke);
    },
    upgrade(request, socket, head, refuse) {
      if (stopped !== null) {
        socket.destroy();
        return;
      }
      const refused = (error: Error, refusedSocket: Duplex) => {
        if (refusedSocket === socket) refuse(error.message);
      };
      // ws reports a bad handshake before handleUpgrade returns.
      server.once('wsClientError', refused);
      server.handleUpgrade(request, socket, head, accept);
      server.off('wsClientError', refused);
    },
    stop() {
      feed.stop();
      endRevocations?.();
      stopped ??= connections.closeAll();
      return stopped;
    },
  };
}
