import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { WebSocketConnection } from './connection.js';
import type { Bounds } from '../gate/bounds.js';
import { SECURITY_HEADERS } from './responses.js';
import type { Sessions, Visit } from './sessions.js';

/** Takes over sockets whose request asks for a WebSocket. */
export interface UpgradeTarget {
  /** Performs the upgrade. Path, Host, Origin and peer must have been checked. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, visit: UpgradeVisit): void;
}

/** The callbacks to the code that handed the socket over. */
export interface UpgradeVisit extends Required<Visit> {
  /** Answers an invalid handshake with an error. */
  readonly refuse: (problem: string) => void;
}

export interface WebSocketDoorOptions {
  readonly sessions: Sessions;
  readonly bounds: Bounds;
  /** Whether new clients are to be turned away. */
  readonly isStopped: () => boolean;
}

/** Creates the control API over WebSocket (contract, section 4). */
export function createWebSocketDoor({ sessions, bounds, isStopped }: WebSocketDoorOptions): UpgradeTarget {
  // A variable, because the typings lack some of these options and would refuse a literal.
  const serverOptions = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: bounds.messageBytes,
    maxFragments: bounds.messageFragments,
    maxBufferedChunks: bounds.fragmentChunks,
    closeTimeout: bounds.closeWithinMs,
    // The session checks UTF-8 itself and tells the client why it closes.
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
      // ws emits this for a bad handshake before handleUpgrade returns.
      server.once('wsClientError', refused);
      server.handleUpgrade(request, socket, head, ws => {
        sessions.accept(visit, events => new WebSocketConnection({ ws, socket, bounds, ...events }));
      });
      server.off('wsClientError', refused);
    },
  };
}
