import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from '../../contract/ports.js';
import { answerBrokenRequest } from './broken-request.js';
import { type Certificate, TlsDoor } from './tls/door.js';

/** Time-outs of `node:http`, milliseconds. */
export interface TimeOuts {
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  readonly connectionsCheckingInterval: number;
  readonly keepAliveTimeout: number;
}

export interface HttpListenerOptions {
  readonly timeOuts: TimeOuts;
  /** Null: plain http only. */
  readonly certificate: Certificate | null;
  readonly answer: RequestListener;
  /** Called with each new connection, before anything is read; may destroy it. */
  readonly onConnection: (socket: Socket) => void;
  readonly onUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  readonly logger: Logger;
}

/** Creates the `node:http` server behind the port, which tells plain http and TLS apart. */
export function createListener(options: HttpListenerOptions): Server {
  const { timeOuts, certificate, answer, onConnection, onUpgrade, logger } = options;
  // The gate checks for a Host, and counts requests without one.
  const created = createServer({ ...timeOuts, requireHostHeader: false }, answer);
  // By default, node answers an unknown Expect header by itself, without the security headers.
  created.on('checkExpectation', answer);
  created.on('upgrade', onUpgrade);
  created.on('clientError', answerBrokenRequest);
  // Node's own connection listener: it takes what comes out of TLS, too, as it does in https.
  const serve = created.listeners('connection') as ((this: Server, socket: Socket) => void)[];
  const door = new TlsDoor({
    certificate,
    patienceMs: timeOuts.headersTimeout,
    logger,
    onOpen: socket => {
      for (const each of serve) each.call(created, socket);
    },
  });
  created.removeAllListeners('connection');
  created.on('connection', (socket: Socket) => {
    onConnection(socket);
    if (!socket.destroyed) door.enter(socket);
  });
  return created;
}
