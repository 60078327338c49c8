import { constants } from 'node:crypto';
import type { Socket } from 'node:net';
import type { SecureContext, TLSSocket } from 'node:tls';
import type { Logger } from '../../ports.js';
import { feedInBites } from '../bites.js';
import { createRateLimit } from '../rate-limit.js';
import type { Certificate, CertificatePair } from './pair.js';
import { createWire } from './wire.js';

/** The first byte of a TLS connection (RFC 8446, section 5.1: `handshake`); no HTTP request begins with it. */
const HANDSHAKE = 22;
const OLDEST = 'TLSv1.2';
/** Node's codes for errors of the TLS protocol, except alerts of the peer. A closed connection has other codes. */
const WRONG = /^ERR_(SSL|TLS)_(?!\w+_ALERT_)/;
const BROKEN = 'Bad TLS handshake';
/**
 * The TLS bytes allowed beyond the data they carry; twice the data is free, more than records add to calls. Without
 * this limit, records that carry nothing (RFC 8446, section 4.6.3: key updates) would cost much work, and memory for
 * the answers to them.
 */
const FREE = { perSecond: 1_024, burst: 65_536 };

export interface TlsDoorOptions {
  /** Null: plain http only. */
  readonly certificate: Certificate | null;
  /** How long a peer may send nothing, or take for the handshake, before it is cut, milliseconds. */
  readonly patienceMs: number;
  readonly logger: Logger;
  /** Calls `give` when it is this connection's turn to be read; returns false if it is to be cut. */
  readonly takeTurn: (socket: Socket, give: () => void) => boolean;
  /**
   * Called for a handshake that is invalid or takes too long, and for records that are invalid or carry nothing. Not
   * called if the peer broke the handshake off, as browsers do when they are shown a new certificate.
   */
  readonly onWrong: (socket: Socket, reason: string) => void;
  /** Continues with a connection, decrypted if it uses TLS. `first`: the bytes already read from it. */
  readonly onOpen: (socket: Socket, first: Buffer | null) => void;
}

/** Tells plain http and TLS apart on one port by the first byte (contract, section 2, `TONEARM_TLS`). */
export interface TlsDoor {
  enter(socket: Socket): void;
}

export function createTlsDoor(options: TlsDoorOptions): TlsDoor {
  return new FirstByteDoor(options);
}

class FirstByteDoor implements TlsDoor {
  readonly #options: TlsDoorOptions;
  #context: SecureContext | null = null;
  #shown: CertificatePair | null = null;

  constructor(options: TlsDoorOptions) {
    this.#options = options;
  }

  #cut(socket: Socket, reason: string): void {
    this.#options.onWrong(socket, reason);
    socket.destroy();
  }

  #watch(socket: Socket, secure: TLSSocket): void {
    const { patienceMs, onOpen } = this.#options;
    const late = setTimeout(() => this.#cut(socket, BROKEN), patienceMs);
    let isOpen = false;
    let isTold = false;
    secure.once('close', () => clearTimeout(late));
    // Node notices an end only once it decrypts. What came before the end has been read one turn later.
    socket.once('end', () => {
      setImmediate(() => {
        if (!isOpen) socket.destroy();
      });
    });
    secure.once('secure', () => {
      clearTimeout(late);
      isOpen = true;
      if (!socket.destroyed) onOpen(secure, null);
    });
    const end = ({ code = '' }: NodeJS.ErrnoException): void => {
      if (WRONG.test(code) && !isTold) this.#options.onWrong(socket, isOpen ? 'Bad TLS record' : BROKEN);
      isTold = true;
      socket.destroy();
    };
    secure.on('error', end);
    // After the handshake Node reports errors by this event alone, and leaves the socket open, unless one of its
    // servers made it.
    secure.on('_tlsError', end);
  }

  /** Cuts a connection whose TLS bytes far exceed the data they carry. */
  #weigh(socket: Socket, secure: TLSSocket): void {
    const credit = createRateLimit({ ...FREE, steadyMs: () => performance.now() });
    let carried = 0;
    socket.on('data', ({ length }: Buffer) => {
      credit.pay(length - 2 * (secure.bytesRead - carried));
      carried = secure.bytesRead;
      if (credit.left < 0) this.#cut(socket, 'TLS without content');
    });
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
      feedInBites(socket, give => this.#options.takeTurn(socket, give));
      const secure = new TLSSocket(createWire(socket), { isServer: true, secureContext: this.#context });
      // Node cannot see the addresses through the wire.
      for (const name of ['remoteAddress', 'remotePort', 'localAddress', 'localPort'] as const)
        Object.defineProperty(secure, name, { value: socket[name] });
      closeLater(secure);
      this.#watch(socket, secure);
      this.#weigh(socket, secure);
      socket.push(first);
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
        void this.#secure(socket, first, certificate);
        return;
      }
      onOpen(socket, first);
      socket.resume();
    });
  }
}

/**
 * Makes the socket close after the code that destroys it, as other sockets do. If the connection below it is gone
 * already, a TLS socket would close at once: inside the HTTP parser, which Node frees then and counts on as a connection.
 */
function closeLater(secure: TLSSocket): void {
  const destroy = secure._destroy.bind(secure);
  secure._destroy = (error, onDestroyed) => process.nextTick(destroy, error, onDestroyed);
}
