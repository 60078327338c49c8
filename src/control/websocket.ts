import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { createConnection } from './connection.js';
import type { ControlLimits } from './limits.js';
import { SECURITY_HEADERS } from './responses.js';
import type { Sessions, Visit } from './sessions.js';

/** Takes over sockets whose request asks for a WebSocket. */
export interface UpgradeTarget {
  /** Path, Host, Origin and peer are checked already. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, door: UpgradeDoor): void;
}

/** What is told to the one who handed the socket over. */
export interface UpgradeDoor extends Required<Visit> {
  /** Answers a handshake that is none. */
  readonly refuse: (problem: string) => void;
}

export interface WebSocketDoorOptions {
  readonly sessions: Sessions;
  readonly limits: ControlLimits;
  /** A clock that never jumps. */
  readonly steadyMs: () => number;
  /** Once it says so, whoever comes is turned away. */
  readonly isStopped: () => boolean;
}

/** The control API over WebSocket (contract, section 4). */
export function createWebSocketDoor({
  sessions,
  limits,
  steadyMs,
  isStopped,
}: WebSocketDoorOptions): UpgradeTarget {
  // The typings do not know all of them, so this is no literal at the call.
  const serverOptions = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.messageBytes,
    maxFragments: limits.messageFragments,
    maxBufferedChunks: limits.fragmentChunks,
    // The connection counts pings, and tells of them.
    maxPendingAutoPongs: 0,
    closeTimeout: limits.closeWithinMs,
    // The session checks it and says why.
    skipUTF8Validation: true,
  };
  const server = new WebSocketServer(serverOptions);

  server.on('headers', headers => {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) headers.push(`${name}: ${value}`);
  });

  return {
    upgrade(request, socket, head, { refuse, ...visit }) {
      if (isStopped()) {
        socket.destroy();
        return;
      }
      const refused = (error: Error, refusedSocket: Duplex) => {
        if (refusedSocket === socket) refuse(error.message);
      };
      // ws reports a bad handshake before handleUpgrade returns.
      server.once('wsClientError', refused);
      server.handleUpgrade(request, socket, head, ws => {
        sessions.accept(visit, events => createConnection({ ws, limits, steadyMs, ...events }));
      });
      server.off('wsClientError', refused);
    },
  };
}
