import { ControlError } from './control-error.js';
import { type Frame, parseFrame } from './frame.js';

/** The part of a WebSocket this client uses; the browser's own and `ws` both fit. */
export interface ClientSocket {
  send(data: string): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(type: 'close', listener: (event: { code: number }) => void): void;
  addEventListener(type: 'error', listener: () => void): void;
}

export type SocketConstructor = new (url: string) => ClientSocket;

export interface ConnectionOptions {
  readonly WebSocket: SocketConstructor;
  readonly url: string;
  readonly onNotification: (method: string, params: unknown) => void;
  /** Once, whoever closed; 1006 when the connection was cut. Not called when the constructor throws. */
  readonly onClose: (code: number) => void;
}

/** JSON-RPC 2.0 over one WebSocket, from its opening to its end. */
export interface Connection {
  /**
   * Rejects with a `ControlError`. An answer that takes longer than `timeoutMs` ends the connection: the server
   * promises every answer in time, so a silent one is gone.
   */
  call(method: string, params: object, timeoutMs: number): Promise<unknown>;
  /** Ends at once, without waiting for the other side. */
  close(code?: number): void;
}

interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: ControlError) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

const CUT = 1006;

/** Connects; notifications arrive in the order they were sent. */
export function openConnection({ WebSocket, url, onNotification, onClose }: ConnectionOptions): Connection {
  const socket = new WebSocket(url);
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let ended = false;

  function end(code: number, error: ControlError): void {
    if (ended) return;
    ended = true;
    for (const call of pending.values()) {
      clearTimeout(call.timer);
      call.reject(error);
    }
    pending.clear();
    onClose(code);
  }

  function drop(error: ControlError, code?: number): void {
    // A half-open connection never answers the closing handshake: what is told does not wait for it.
    end(CUT, error);
    socket.close(code);
  }

  function settle(frame: Exclude<Frame, { type: 'notification' }>): void {
    const call = frame.id === null ? undefined : pending.get(frame.id);
    if (call === undefined || frame.id === null) return;
    pending.delete(frame.id);
    clearTimeout(call.timer);
    if (frame.type === 'error') call.reject(frame.error);
    else call.resolve(frame.result);
  }

  function receive(data: unknown): void {
    if (ended) return;
    try {
      const frame = parseFrame(data);
      if (frame.type === 'notification') onNotification(frame.method, frame.params);
      else settle(frame);
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      drop(error);
    }
  }

  socket.addEventListener('message', event => receive(event.data));
  socket.addEventListener('close', event =>
    end(event.code, new ControlError('disconnected', 'The connection to the speaker was lost.')),
  );
  // Always followed by `close`; without a listener `ws` would throw.
  socket.addEventListener('error', () => undefined);

  return {
    call: (method, params, timeoutMs) =>
      new Promise((resolve, reject) => {
        if (ended) {
          reject(new ControlError('disconnected', 'There is no connection to the speaker.'));
          return;
        }
        lastId += 1;
        const id = lastId;
        const timer = setTimeout(
          () => drop(new ControlError('timedOut', 'The speaker did not answer in time.')),
          timeoutMs,
        );
        pending.set(id, { resolve, reject, timer });
        socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
      }),
    close: code => drop(new ControlError('disconnected', 'The connection was closed.'), code),
  };
}
