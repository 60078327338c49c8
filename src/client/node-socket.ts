import type { SocketConstructor } from './connection.js';

export { LocalSocket } from './node-local-socket.js';

/** Frames of the server are far smaller; a larger one is not the server's. */
const MAX_FRAME_BYTES = 4 * 1024 * 1024;

/** Node's WebSocket: `ws`, loaded when asked for, so that a browser never sees it. */
export async function loadNodeSocket(): Promise<SocketConstructor> {
  const { WebSocket } = await import('ws');
  return class extends WebSocket {
    constructor(url: string) {
      super(url, { maxPayload: MAX_FRAME_BYTES, handshakeTimeout: 10_000 });
    }
  };
}
