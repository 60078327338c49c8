import { ControlError } from './control-error.js';
import { type Frame, parseFrame } from './frame.js';
import type { MethodName, Methods } from '../methods.js';
import { RESULTS } from '../results.js';
import type { Shape } from '../core/shape.js';
import { UNBOUND } from '../proof.js';
import { readerOf } from './shape.js';

/** The part of a WebSocket this client uses; the browser's own and `ws` both fit. */
export interface ClientSocket {
  /** SHA-256 of the certificate of this connection, hex, where there is one and it is seen: a browser shows none. */
  readonly binding?: string;
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
  /** Anything came. */
  readonly onHeard?: () => void;
  /** Once, whoever closed; 1006 when the connection was cut. Not called when the constructor throws. */
  readonly onClose: (code: number) => void;
}

/** Calls a method; its answer is read as it is declared. */
export type Call<More extends unknown[] = []> = <M extends MethodName>(
  method: M,
  params: Methods[M]['params'],
  ...more: More
) => Promise<Methods[M]['result']>;

/** JSON-RPC 2.0 over one WebSocket, from its opening to its end. */
export interface Connection {
  /**
   * Rejects with a `ControlError`. An answer that takes longer than `timeoutMs` ends the connection: the server
   * promises every answer in time, so a silent one is gone.
   */
  readonly call: Call<[timeoutMs: number]>;
  /** What a proof over it is bound to. */
  readonly binding: string;
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
export function openConnection(options: ConnectionOptions): Connection {
  return new SocketConnection(options);
}

class SocketConnection implements Connection {
  readonly #options: ConnectionOptions;
  readonly #socket: ClientSocket;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #ended = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#socket = new options.WebSocket(options.url);
    this.#socket.addEventListener('message', event => this.#receive(event.data));
    this.#socket.addEventListener('close', event =>
      this.#end(event.code, new ControlError('disconnected', 'The connection to the speaker was lost.')),
    );
    // Always followed by `close`; without a listener `ws` would throw.
    this.#socket.addEventListener('error', () => undefined);
  }

  #end(code: number, error: ControlError): void {
    if (this.#ended) return;
    this.#ended = true;
    for (const call of this.#pending.values()) {
      clearTimeout(call.timer);
      call.reject(error);
    }
    this.#pending.clear();
    this.#options.onClose(code);
  }

  #drop(error: ControlError, code?: number): void {
    // A half-open connection never answers the closing handshake: what is told does not wait for it.
    this.#end(CUT, error);
    this.#socket.close(code);
  }

  #settle(frame: Exclude<Frame, { type: 'notification' }>): void {
    const call = frame.id === null ? undefined : this.#pending.get(frame.id);
    if (call === undefined || frame.id === null) return;
    this.#pending.delete(frame.id);
    clearTimeout(call.timer);
    if (frame.type === 'error') call.reject(frame.error);
    else call.resolve(frame.result);
  }

  #receive(data: unknown): void {
    if (this.#ended) return;
    this.#options.onHeard?.();
    try {
      const frame = parseFrame(data);
      if (frame.type === 'notification') this.#options.onNotification(frame.method, frame.params);
      else this.#settle(frame);
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      this.#drop(error);
    }
  }

  get binding(): string {
    return this.#socket.binding ?? UNBOUND;
  }

  async call<M extends MethodName>(
    method: M,
    params: Methods[M]['params'],
    timeoutMs: number,
  ): Promise<Methods[M]['result']> {
    // A newer speaker may have more methods than are known here.
    const result: unknown = Object.hasOwn(RESULTS, method) ? RESULTS[method] : { type: 'object' };
    const read = readerOf(result as Shape<Methods[M]['result']>);
    return read(await this.#ask(method, params, timeoutMs), 'answer');
  }

  #ask(method: string, params: object, timeoutMs: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#ended) {
        reject(new ControlError('disconnected', 'There is no connection to the speaker.'));
        return;
      }
      this.#lastId += 1;
      const id = this.#lastId;
      const timer = setTimeout(
        () => this.#drop(new ControlError('timedOut', 'The speaker did not answer in time.')),
        timeoutMs,
      );
      this.#pending.set(id, { resolve, reject, timer });
      this.#socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    });
  }

  close(code?: number): void {
    this.#drop(new ControlError('disconnected', 'The connection was closed.'), code);
  }
}
