import { constants } from 'node:crypto';
import type { Socket } from 'node:net';
import type { SecureContext, TLSSocket } from 'node:tls';
import type { Logger } from '../../../contract/ports.js';
import type { CertificateRecord } from '../../../contract/records.js';

/** The first byte of a TLS connection (RFC 8446, section 5.1: `handshake`); no HTTP request begins with it. */
const HANDSHAKE = 22;
const OLDEST = 'TLSv1.2';

/** The certificate that the speaker uses for TLS. */
export interface Certificate {
  /**
   * Resolves with the newest pair: the same object until there is a newer one. Rejects if there is none, and the reason
   * is logged.
   */
  current(): Promise<CertificateRecord>;
}

export interface TlsDoorOptions {
  /** Null: plain http only. */
  readonly certificate: Certificate | null;
  /** How long a peer may send nothing, or take for the handshake, before it is cut, milliseconds. */
  readonly patienceMs: number;
  readonly logger: Logger;
  /** Continues with a connection, decrypted if it uses TLS. */
  readonly onOpen: (socket: Socket) => void;
}

/** Tells plain http and TLS apart on one port by the first byte (contract, section 2, `TONEARM_TLS`). */
export class TlsDoor {
  readonly #options: TlsDoorOptions;
  #context: SecureContext | null = null;
  #shown: CertificateRecord | null = null;

  constructor(options: TlsDoorOptions) {
    this.#options = options;
  }

  #watch(socket: Socket, secure: TLSSocket): void {
    const { patienceMs, onOpen } = this.#options;
    const end = () => socket.destroy();
    const late = setTimeout(end, patienceMs);
    let isOpen = false;
    secure.once('close', () => clearTimeout(late));
    secure.once('end', () => {
      if (!isOpen) socket.destroy();
    });
    secure.once('secure', () => {
      clearTimeout(late);
      isOpen = true;
      if (!socket.destroyed) onOpen(secure);
    });
    secure.on('error', end);
    // After the handshake Node reports errors by this event alone, and leaves the socket open, unless one of its
    // servers made it.
    secure.on('_tlsError', end);
  }

  /** Loads Node's TLS only when the first peer asks for it. */
  async #secure(socket: Socket, first: Buffer, certificate: Certificate): Promise<void> {
    try {
      const pair = await certificate.current();
      const { createSecureContext, TLSSocket } = await import('node:tls');
      if (socket.destroyed) return;
      if (this.#context === null || pair !== this.#shown)
        this.#context = createSecureContext({
          ...pair,
          ...{ minVersion: OLDEST, honorCipherOrder: true },
          // Each renegotiation is another handshake; TLS 1.3 has none, and no client of the speaker asks for one.
          secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
        });
      this.#shown = pair;
      socket.unshift(first);
      this.#watch(socket, new TLSSocket(socket, { isServer: true, secureContext: this.#context }));
    } catch (error) {
      this.#options.logger.error({ err: error }, 'TLS connections cannot be accepted.');
      socket.destroy();
    }
  }

  enter(socket: Socket): void {
    const { certificate, patienceMs, onOpen } = this.#options;
    // The code that takes over listens as well; before that, and once TLS has taken over, nothing else would.
    socket.on('error', () => socket.destroy());
    if (certificate === null) {
      onOpen(socket);
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
        void this.#secure(socket, first, certificate);
        return;
      }
      socket.unshift(first);
      onOpen(socket);
      socket.resume();
    });
  }
}
