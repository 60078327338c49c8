import type { Socket } from 'node:net';
import type { Server } from 'node:tls';
import type { Logger } from '../../ports.js';
import type { Certificate, CertificatePair } from './pair.js';

/** The first byte of a TLS connection (RFC 8446, section 5.1: `handshake`); no request begins with it. */
const HANDSHAKE = 22;
const OLDEST = 'TLSv1.2';
/** How Node names a handshake that the other side broke off: by an alert, or by closing. */
const LEFT = /^(ERR_SSL_\w+_ALERT_\w+|ECONNRESET|EPIPE)$/;

export interface TlsDoorOptions {
  /** Null: plain http alone. */
  readonly certificate: Certificate | null;
  /** Who says nothing for so long, or does not end the handshake, is cut, milliseconds. */
  readonly patienceMs: number;
  readonly logger: Logger;
  /** A handshake that was none, or took too long. Not where the other side broke it off, as browsers do that were shown a new certificate. */
  readonly onWrong: (socket: Socket) => void;
  /** Goes on with a connection: over TLS with what comes out of it. `first`: what was read of it already. */
  readonly onOpen: (socket: Socket, first: Buffer | null) => void;
}

/** Tells plain http and TLS apart, on one port, by the first byte (contract, section 2, `TONEARM_TLS`). */
export interface TlsDoor {
  enter(socket: Socket): void;
}

export function createTlsDoor(options: TlsDoorOptions): TlsDoor {
  return new FirstByteDoor(options);
}

class FirstByteDoor implements TlsDoor {
  readonly #options: TlsDoorOptions;
  #server: Server | null = null;
  #shown: CertificatePair | null = null;

  constructor(options: TlsDoorOptions) {
    this.#options = options;
  }

  /** Nothing of TLS is loaded before somebody asks for it. */
  async #serverOf(certificate: Certificate): Promise<Server> {
    const pair = await certificate.current();
    const { createServer } = await import('node:tls');
    const settings = { ...pair, minVersion: OLDEST } as const;
    if (this.#server === null) {
      this.#server = createServer({ ...settings, handshakeTimeout: this.#options.patienceMs });
      this.#server.on('secureConnection', secure => this.#options.onOpen(secure, null));
      this.#server.on('tlsClientError', (error: Error & { code?: string }, socket) => {
        if (!LEFT.test(error.code ?? '')) this.#options.onWrong(socket);
        socket.destroy();
      });
    } else if (pair !== this.#shown) this.#server.setSecureContext(settings);
    this.#shown = pair;
    return this.#server;
  }

  async #secure(socket: Socket, certificate: Certificate): Promise<void> {
    try {
      const server = await this.#serverOf(certificate);
      if (!socket.destroyed) server.emit('connection', socket);
    } catch (error) {
      this.#options.logger.error({ err: error }, 'TLS cannot be answered.');
      socket.destroy();
    }
  }

  enter(socket: Socket): void {
    const { certificate, patienceMs, onOpen } = this.#options;
    // Whoever goes on with it listens too; before that, and once TLS has taken it over, nobody would.
    socket.on('error', () => socket.destroy());
    if (certificate === null) {
      onOpen(socket, null);
      return;
    }
    const leave = () => socket.destroy();
    socket.setTimeout(patienceMs, leave);
    socket.once('end', leave);
    socket.once('data', (first: Buffer) => {
      socket.pause();
      socket.setTimeout(0);
      socket.off('timeout', leave);
      socket.off('end', leave);
      if (first[0] === HANDSHAKE) {
        socket.unshift(first);
        void this.#secure(socket, certificate);
        return;
      }
      onOpen(socket, first);
      socket.resume();
    });
  }
}
