import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** Tells how far one request got on the wire, from connecting to the first byte of its answer. */
export function createDelivery() {
  let request: ClientRequest | null = null;
  let socket: Socket | null = null;
  let connected = false;
  let before = { written: 0, read: 0 };

  function onSocket(assigned: Socket): void {
    socket = assigned;
    if (request?.reusedSocket) {
      connected = true;
      before = { written: assigned.bytesWritten, read: assigned.bytesRead };
    } else if (assigned instanceof TLSSocket) {
      // Bytes of the TLS handshake do not count as bytes of the request.
      assigned.once('secureConnect', () => {
        connected = true;
        before = { written: 0, read: assigned.bytesRead };
      });
    } else if (assigned.connecting) {
      assigned.once('connect', () => (connected = true));
    } else {
      connected = true;
    }
  }

  return {
    follow(next: ClientRequest): void {
      request = next;
      next.once('socket', onSocket);
    },
    /** Whether the service may have seen the request: the connection was open and bytes were written to it. */
    get sent(): boolean {
      const written = (socket?.bytesWritten ?? 0) > before.written;
      return connected && (written || request?.writableFinished === true);
    },
    /** Whether any byte of an answer came. */
    get answered(): boolean {
      return (socket?.bytesRead ?? 0) > before.read;
    },
    /** Whether the request used a connection kept alive from an earlier one. */
    get reused(): boolean {
      return request?.reusedSocket ?? false;
    },
  };
}
