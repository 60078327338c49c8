import { createHash } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { UNBOUND } from '../../contract/proof.js';
import type { Health, Logger, Pages } from '../../contract/ports.js';
import { createListener, type TimeOuts } from './http-listener.js';
import type { Meter } from '../../lib/meter.js';
import type { Incidents } from '../gate/incidents.js';
import { listen } from './listening.js';
import type { MetricsRoute } from './metrics-route.js';
import { type Connections, createConnections } from './connections.js';
import { createPeerRule } from './peer-rule.js';
import { createRequestGate, type RequestGate } from './request-gate.js';
import { plainResponse, send, toProblemPage } from './responses.js';
import { createRoutes, type Routes, type RpcTarget } from './routes.js';
import type { Certificate } from './tls/door.js';
import type { UpgradeTarget } from './websocket.js';

export interface HttpServerOptions {
  /** Null: unset. Then `::`, falling back to `0.0.0.0`, and peers outside the local network get 403. */
  readonly host: string | null;
  /** 0: any free port. */
  readonly port: number;
  /** Null: plain http only. `only`: TLS only; pages requested over plain http are redirected to https. */
  readonly tls: { readonly certificate: Certificate; readonly only: boolean } | null;
  /**
   * Returns names accepted in Host besides IP literals, localhost and the hosts of `origins`; called at a request by name.
   */
  readonly hostNames: () => readonly string[];
  /** The origin of the service's sign-in site. */
  readonly signInOrigin?: string;
  /** Web origins allowed besides the device's own. */
  readonly origins: readonly string[];
  readonly pages: readonly Pages[];
  readonly health: () => Health;
  readonly metrics: MetricsRoute;
  /** Receives the WebSockets of `/control` and the calls of `/rpc`. */
  readonly control: UpgradeTarget & RpcTarget;
  readonly incidents: Incidents;
  readonly meter: Meter<'tooManyConnections'>;
  readonly logger: Logger;
  /** Shorter times, for tests. */
  readonly timeOuts?: Partial<TimeOuts>;
}

/** Time-outs, milliseconds. The first two give an incomplete request 408, and are checked at the interval. */
const TIME_OUTS: TimeOuts = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 10_000,
  keepAliveTimeout: 5_000,
};
/** Codes of errors with which reading a request fails when its client disconnects. */
const CONNECTION_ERRORS: readonly string[] = ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'];
const GOODBYE_MS = 500;

/** Serves pages, health and the way in to the control API, all on one port (contract, section 3). */
export class HttpServer {
  readonly #options: HttpServerOptions;
  readonly #gate: RequestGate;
  readonly #routes: Routes;
  readonly #connections: Connections;
  #server: Server | null = null;
  #port: number;

  constructor(options: HttpServerOptions) {
    this.#options = options;
    const { isNear, toPeer } = createPeerRule();
    this.#gate = createRequestGate({
      ...options,
      tlsOnly: options.tls?.only ?? false,
      isNear: options.host === null ? isNear : null,
      onRefused: ({ socket }, reason) =>
        options.incidents.note('wrongRequest', this.#connections.peerOf(socket), { reason }),
    });
    this.#routes = createRoutes({ ...options, rpc: options.control });
    this.#connections = createConnections({ ...options, toPeer });
    this.#port = options.port;
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { socket } = request;
    response.on('error', () => undefined);
    const turn = this.#connections.begin(socket, response);
    if (turn === null) return;
    await turn;
    // The client may have gone meanwhile.
    if (socket.destroyed) return;
    try {
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      const { target, problem } = this.#gate(request, !isRead);
      const page = problem ?? (await this.#routes(request, target, this.#connections.peerOf(socket)));
      // The rest of this body will not be read.
      send(response, page, request.complete || isRead ? {} : { connection: 'close' });
    } catch (error) {
      // The client has gone: no answer is possible, and its reset is no fault of the agent's.
      if (request.socket.destroyed && isConnectionError(error)) return;
      this.#options.logger.error({ err: error }, 'A request failed unexpectedly.');
      if (response.headersSent) response.destroy();
      else send(response, toProblemPage(500, 'Something went wrong', 'See the speaker’s log for details.'));
    }
  }

  /** Handles an upgrade and catches every error, so that nothing a stranger sends ends the agent. */
  #enter(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    // Both http and https hand out nothing else; node's typings are wider.
    if (!(socket instanceof Socket)) return;
    // No honest client upgrades before its last answer: that still uses the socket, and the two would mix.
    if (this.#connections.isAnswering(socket)) {
      socket.destroy();
      return;
    }
    try {
      this.#upgrade(request, socket, head);
    } catch (error) {
      this.#options.logger.error({ err: error }, 'A request failed unexpectedly.');
      socket.destroy();
    }
  }

  #upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    const asWebSocket = request.headers.upgrade?.toLowerCase() === 'websocket';
    const { target, problem } = this.#gate(request, asWebSocket);
    if (problem === null && asWebSocket && target.path === '/control') {
      this.#options.control.upgrade(request, socket, head, {
        peer: this.#connections.peerOf(socket),
        bindings: bindingsOf(socket),
        refuse: text => send(plainResponse(request, socket), toProblemPage(400, 'Bad request', text)),
        onOpened: () => this.#connections.release(socket),
        onOver: () => this.#connections.settle(socket),
      });
      return;
    }
    const response = plainResponse(request, socket);
    if (problem !== null) send(response, problem);
    else if (request.method !== 'GET' && request.method !== 'HEAD') {
      send(response, toProblemPage(400, 'Bad request', 'Only GET can be upgraded.'));
    }
    // A request that works without the upgrade, such as one of curl --http2, gets the page.
    else void this.#respond(request, response);
  }

  #createListener(): Server {
    return createListener({
      timeOuts: { ...TIME_OUTS, ...this.#options.timeOuts },
      certificate: this.#options.tls?.certificate ?? null,
      answer: (request, response) => void this.#respond(request, response),
      onConnection: socket => this.#connections.add(socket),
      onUpgrade: (request, socket, head) => this.#enter(request, socket, head),
      logger: this.#options.logger,
    });
  }

  /** The port in use once started; before that the requested one. */
  get port(): number {
    return this.#port;
  }

  /** Resolves once connections are accepted; rejects with an `ExitError` that names the problem. */
  async start(): Promise<void> {
    const created = this.#createListener();
    this.#server = created;
    this.#port = await listen(created, {
      hosts: this.#options.host === null ? ['::', '0.0.0.0'] : [this.#options.host],
      port: this.#options.port,
    });
    created.on('error', error => this.#options.logger.warn({ err: error }, 'The HTTP server failed.'));
  }

  /** Stops within about a second. May be called twice. */
  async stop(): Promise<void> {
    const stopping = this.#server;
    this.#server = null;
    if (stopping === null) return;
    const closed = new Promise<void>(resolve => stopping.close(() => resolve()));
    const deadline = setTimeout(() => {
      this.#connections.cutAll();
    }, GOODBYE_MS);
    await closed;
    clearTimeout(deadline);
  }
}

function isConnectionError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CONNECTION_ERRORS.includes(String(error.code));
}

/**
 * Returns what a proof over this connection may be bound to (contract, section 4, "The proof"): the certificate shown
 * here or, for clients that cannot see it, nothing. A host in the middle shows another certificate.
 */
function bindingsOf(socket: Socket): readonly string[] {
  if (!(socket instanceof TLSSocket)) return [UNBOUND];
  const certificate = socket.getCertificate();
  if (certificate === null || !('raw' in certificate)) return [UNBOUND];
  return [createHash('sha256').update(certificate.raw).digest('hex'), UNBOUND];
}
