import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../contract/ports.js';
import { createLineBuffer } from './line-buffer.js';
import { type MpvCommand, type MpvEvent, parseEvent, parseLine, parseReply } from './mpv-message.js';

/** The members of node-mpv 2.0.0-beta.2 that are used or replaced here; its own typings declare none of them. */
interface MpvConnection {
  readonly socket: {
    messageId: number;
    readonly socket: Socket;
    readonly ipcRequests: Record<
      number,
      { resolve(data: unknown): void; messageReject(error: unknown): void } | undefined
    >;
    dataHandler: (chunk: Buffer) => void;
    send(command: MpvCommand): Promise<unknown>;
    emit(name: 'message', message: unknown): boolean;
  };
  messageHandler: (message: unknown) => void;
  isPaused: () => Promise<boolean>;
  observeProperty: (name: string) => Promise<unknown>;
  readonly timepositionListenerId?: NodeJS.Timeout;
  start(): Promise<void>;
}

type MpvConnectionClass = new (options: object) => MpvConnection;

/** Loads node-mpv. Call it early, to have the module ready when mpv is. */
export async function loadConnectionClass(): Promise<MpvConnectionClass> {
  const { default: NodeMpv } = await import('node-mpv');
  // The typings declare an ES default export, but the package is CommonJS.
  return NodeMpv as unknown as MpvConnectionClass;
}

/** The socket file appears a moment before mpv listens on it. */
const connectAttempts = 100;
const connectPauseMs = 2;
const requestTimeoutMs = 5000;

export interface RequestOptions {
  /** Null: no limit, for requests made each second, where each timer would wake the process once more. Default 5000. */
  readonly timeoutMs?: number | null;
  /** Called when the answer is read, before any event that follows it. */
  readonly onReply?: (data: unknown) => void;
}

export interface MpvDriverOptions {
  readonly socketPath: string;
  readonly clock: Clock;
  readonly onEvent: (event: MpvEvent) => void;
  /** Called when the connection is lost, or when mpv sends a line that is too long. */
  readonly onLost: (detail: string) => void;
  readonly signal: AbortSignal;
}

/** The connection to one mpv process. Every request settles: answered, refused, timed out or cut off. */
export class MpvDriver {
  readonly #options: MpvDriverOptions;
  readonly #connection: MpvConnection;
  readonly #ipc: MpvConnection['socket'];
  /** Rejects each pending request. */
  readonly #pending = new Set<(reason: Error) => void>();
  readonly #replyListeners = new Map<number, (data: unknown) => void>();
  readonly #lines = createLineBuffer();
  #heardMs: number;
  #closed = false;
  /** Rejects if the connection cannot be made. */
  readonly started: Promise<void>;
  readonly request = async (command: MpvCommand, settings: RequestOptions = {}): Promise<unknown> => {
    if (this.#closed) throw new Error('the player has exited');
    const name = 'name' in command ? command.name : Object.values(command)[0];
    const id = this.#ipc.messageId;
    if (settings.onReply !== undefined) this.#replyListeners.set(id, settings.onReply);
    const { timeoutMs = requestTimeoutMs } = settings;
    let end: (reason: Error) => void = () => undefined;
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise((resolve, reject) => {
        end = reject;
        this.#pending.add(end);
        // First lets the event loop read an answer that arrived while this process was busy.
        const giveUp = () => setImmediate(() => reject(new Error('no answer')));
        if (timeoutMs !== null) timer = setTimeout(giveUp, timeoutMs);
        this.#send(command).then(resolve, reject);
      });
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'not sent';
      throw new Error(`mpv: ${String(name)}: ${reason}`, { cause: error });
    } finally {
      clearTimeout(timer);
      this.#pending.delete(end);
      this.#replyListeners.delete(id);
    }
  };

  constructor(createConnection: MpvConnectionClass, options: MpvDriverOptions) {
    this.#options = options;
    // node-mpv starts its own mpv when its probe misreads an answer; this name makes sure that no such program exists.
    this.#connection = new createConnection({
      socket: options.socketPath,
      binary: `${options.socketPath}.none`,
    });
    this.#ipc = this.#connection.socket;
    this.#heardMs = options.clock.steadyMs();
    // Request 0 would never settle: node-mpv takes its answer for an event.
    this.#ipc.messageId = 1;
    // node-mpv's own reader parses chunks, not lines: a message split over two chunks would end the process.
    this.#ipc.dataHandler = chunk => {
      this.#heardMs = options.clock.steadyMs();
      this.#linesOf(chunk).forEach(line => this.#handleLine(line));
    };
    this.#connection.messageHandler = message => {
      const event = parseEvent(message);
      if (event !== null) options.onEvent(event);
    };
    // node-mpv calls both without handling their promises: a rejection would end the process.
    this.#connection.isPaused = () => Promise.resolve(true);
    this.#connection.observeProperty = () => Promise.resolve();
    this.#ipc.socket.on('error', error => this.#lose(`connection failed: ${error.message}`));
    this.#ipc.socket.on('close', () => this.#lose('connection lost'));
    this.started = this.#connection.start().finally(() => {
      clearInterval(this.#connection.timepositionListenerId);
      if (this.#closed) this.#ipc.socket.destroy();
    });
  }

  /** Sends without stack traces: node-mpv formats one for each request, for messages that nothing reads. */
  #send(command: MpvCommand): Promise<unknown> {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    try {
      return this.#ipc.send(command);
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
  }

  /** Rejects pending requests and closes the socket. May be called twice. */
  close(): void {
    this.#closed = true;
    clearInterval(this.#connection.timepositionListenerId);
    this.#ipc.socket.destroy();
    for (const end of [...this.#pending]) end(new Error('the player has exited'));
  }

  #lose(detail: string): void {
    if (this.#closed) return;
    this.close();
    this.#options.onLost(detail);
  }

  #linesOf(chunk: Buffer): readonly string[] {
    try {
      return this.#lines.push(chunk);
    } catch (error) {
      this.#lose(error instanceof Error ? error.message : 'unreadable');
      return [];
    }
  }

  #handleLine(line: string): void {
    const message = parseLine(line);
    if (message === null || this.#closed) return;
    const reply = parseReply(message);
    if (reply === null) {
      this.#connection.messageHandler(message);
      return;
    }
    const request = this.#ipc.ipcRequests[reply.requestId];
    if (request === undefined) return;
    Reflect.deleteProperty(this.#ipc.ipcRequests, reply.requestId);
    if (reply.error === 'success') {
      this.#replyListeners.get(reply.requestId)?.(reply.data);
      request.resolve(reply.data);
    } else request.messageReject(new Error(reply.error));
  }

  /** Time of the last data from mpv, in milliseconds of the steady clock. */
  get heardMs(): number {
    return this.#heardMs;
  }
}

function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

/**
 * Connects node-mpv to the mpv that listens on the socket. Each process gets one driver, discarded with it. Rejects if
 * the signal aborts or the connection cannot be made.
 */
export async function connectDriver(options: MpvDriverOptions): Promise<MpvDriver> {
  const { signal } = options;
  const connectionClass = await loadConnectionClass();
  const aborted = rejectionOf(signal);
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    const driver = new MpvDriver(connectionClass, options);
    try {
      await Promise.race([driver.started, aborted]);
      return driver;
    } catch (error) {
      driver.close();
      if (attempt === connectAttempts || signal.aborted)
        throw new Error('mpv: no connection', { cause: error });
    }
    await delay(connectPauseMs);
  }
}
