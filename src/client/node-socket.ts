import type { SocketConstructor } from './connection.js';

export { LocalSocket } from './node-local-socket.js';

/** Frames of the server are far smaller; a larger one is not the server's. */
const MAX_FRAME_BYTES = 4 * 1024 * 1024;

/** Node's WebSocket: `ws`, loaded when asked for, so that a browser never sees it. */
export async function loadNodeSocket(): Promise<SocketConstructor> {
  const { WebSocket } = await import('ws');
  const { createHash } = await import('node:crypto');
  const { TLSSocket } = await import('node:tls');
  return class extends WebSocket {
    binding?: string;

    constructor(url: string) {
      // Any certificate will do: the proof is tied to it, and nothing is believed before the speaker's own is right.
      super(url, { maxPayload: MAX_FRAME_BYTES, handshakeTimeout: 10_000, rejectUnauthorized: false });
      this.once('upgrade', ({ socket }) => {
        if (!(socket instanceof TLSSocket)) return;
        this.binding = createHash('sha256').update(socket.getPeerCertificate().raw).digest('hex');
      });
    }
  };
}
