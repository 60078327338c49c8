import { ControlError } from './control-error.js';
import { type Frame, parseFrame } from './frame.js';
import type { MethodName, Methods } from '../contract/methods.js';
import { RESULTS } from '../contract/results.js';
import type { Shape } from '../contract/shape.js';
import { UNBOUND } from '../contract/proof.js';
import { readerOf } from './shape.js';

/** The part of a WebSocket that this client uses; the browser's own and `ws` both fit. */
export interface ClientSocket {
  /**
   * SHA-256 of the connection's TLS certificate, in hex. Absent without TLS and in browsers, which do not expose the
   * certificate.
   */
  readonly binding?: string;
  /** 2 or 3 from the moment the end begins, before the event tells it. */
  readonly readyState?: number;
  send(data: string): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(type: 'close', listener: (event: { code: number }) => void): void;
  addEventListener(type: 'error', listener: () => void): void;
}

export type SocketConstructor = new (url: string) => ClientSocket;

export interface SpeakerConnectionOptions {
  readonly WebSocket: SocketConstructor;
  readonly url: string;
  readonly onNotification: (method: string, params: unknown) => void;
  /** Called for every message that arrives. */
  readonly onHeard?: () => void;
  /**
   * Called once, whichever side closed; the code is 1006 if the connection was cut. Not called if the constructor
   * throws.
   */
  readonly onClose: (code: number) => void;
}

/** Calls a method and resolves with its result, read by the declared shape. */
export type Call<More extends unknown[] = []> = <M extends MethodName>(
  method: M,
  params: Methods[M]['params'],
  ...more: More
) => Promise<Methods[M]['result']>;

interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: ControlError) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

const CUT = 1006;
/** The state of an open socket. */
const OPEN = 1;

/**
 * JSON-RPC 2.0 over one WebSocket, from opening to close. Notifications are delivered in the order in which they were
 * sent.
 */
export class SpeakerConnection {
  readonly #options: SpeakerConnectionOptions;
  readonly #socket: ClientSocket;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #ended = false;

  constructor(options: SpeakerConnectionOptions) {
    this.#options = options;
    this.#socket = new options.WebSocket(options.url);
    this.#socket.addEventListener('message', event => this.#receive(event.data));
    this.#socket.addEventListener('close', event =>
      this.#end(event.code, new ControlError('disconnected', 'The connection to the speaker was lost.')),
    );
    // `close` always follows `error`; without a listener `ws` would throw.
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
    // A half-open connection never answers the closing handshake, so report the end before closing.
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

  /** The channel binding for proofs over this connection: the certificate's hash, or `UNBOUND`. */
  get binding(): string {
    return this.#socket.binding ?? UNBOUND;
  }

  /**
   * Calls a method. Rejects with a `ControlError`. An answer that takes longer than `timeoutMs` ends the connection:
   * the server promises every answer in time, so a silent server is gone.
   */
  async call<M extends MethodName>(
    method: M,
    params: Methods[M]['params'],
    timeoutMs: number,
  ): Promise<Methods[M]['result']> {
    // A newer speaker may have methods that this client does not know, and the page leaves some out.
    const result: unknown = Object.hasOwn(RESULTS, method)
      ? RESULTS[method as keyof typeof RESULTS]
      : { type: 'object' };
    const read = readerOf(result as Shape<Methods[M]['result']>);
    return read(await this.#ask(method, params, timeoutMs), 'answer');
  }

  #ask(method: string, params: object, timeoutMs: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      // A socket that is about to end takes no more; a browser would log an error.
      if (this.#ended || (this.#socket.readyState ?? OPEN) > OPEN) {
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

  /** Closes at once, without waiting for the peer. */
  close(code?: number): void {
    this.#drop(new ControlError('disconnected', 'The connection was closed.'), code);
  }
}
