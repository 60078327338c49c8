import type { SocketConstructor } from './connection.js';

export { LocalSocket } from './node-local-socket.js';

/** Upper bound for a frame; the server's frames are far smaller. */
const MAX_FRAME_BYTES = 4 * 1024 * 1024;

/** Loads `ws`, Node's WebSocket. The import is dynamic, so that it never reaches a browser. */
export async function loadNodeSocket(): Promise<SocketConstructor> {
  const { WebSocket } = await import('ws');
  const { createHash } = await import('node:crypto');
  const { TLSSocket } = await import('node:tls');
  return class extends WebSocket {
    binding?: string;

    constructor(url: string) {
      // Accept any certificate: the proof is bound to it, and nothing is believed before the speaker's own proof is
      // valid.
      super(url, { maxPayload: MAX_FRAME_BYTES, handshakeTimeout: 10_000, rejectUnauthorized: false });
      this.once('upgrade', ({ socket }) => {
        if (!(socket instanceof TLSSocket)) return;
        this.binding = createHash('sha256').update(socket.getPeerCertificate().raw).digest('hex');
      });
    }
  };
}
