import type { SocketConstructor } from '../../../client/connection.js';

/** A socket that `guard.ts` opened while the remote's own script was still on its way. */
export interface EarlySocket {
  readonly socket: WebSocket;
  /** The messages that have arrived so far, oldest first. */
  readonly heard: readonly MessageEvent<unknown>[];
}

declare global {
  interface Window {
    /** Absent once the remote has taken it, or if `guard.js` did not arrive. */
    early?: EarlySocket | undefined;
  }
}

/** Takes the early socket if it still lives: the speaker closes a socket on which no session is opened. */
function take(window: Window): WebSocket | null {
  const { early } = window;
  window.early = undefined;
  if (early === undefined || early.socket.readyState > WebSocket.OPEN) return null;
  const { socket, heard } = early;
  socket.onmessage = null;
  // The caller listens by then, and no further message comes before.
  queueMicrotask(() => {
    for (const { data } of heard) socket.dispatchEvent(new MessageEvent('message', { data }));
  });
  return socket;
}

/**
 * Returns a constructor of sockets of which the first is the early one, if there is one: on a slow line its round trips
 * then pass while the remote's script arrives.
 */
export function createSockets(window: Window): SocketConstructor {
  function Socket(url: string): WebSocket {
    return take(window) ?? new WebSocket(url);
  }
  // `new` yields the object that the function returns.
  return Socket as unknown as SocketConstructor;
}
