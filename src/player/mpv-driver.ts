import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../ports.js';
import { createLineBuffer } from './line-buffer.js';
import { type MpvCommand, type MpvEvent, parseEvent, parseLine, parseReply } from './mpv-message.js';

/** The parts of node-mpv 2.0.0-beta.2 that are used or replaced; its own typings know none of them. */
interface Connection {
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

type ConnectionClass = new (options: object) => Connection;

/** What a connection needs; to be called ahead, so that it is there when mpv is. */
export async function loadConnectionClass(): Promise<ConnectionClass> {
  const { default: NodeMpv } = await import('node-mpv');
  // The typings declare an ES default export, the package is CommonJS.
  return NodeMpv as unknown as ConnectionClass;
}

/** A socket appears a moment before it listens. */
const connectAttempts = 100;
const connectPauseMs = 2;
const requestTimeoutMs = 5000;

export interface RequestOptions {
  readonly timeoutMs?: number;
  /** Called as the answer is read, before any event behind it. */
  readonly onReply?: (data: unknown) => void;
}

/** The connection to one mpv process. Every request settles: answered, refused, timed out or cut off. */
export interface MpvDriver {
  readonly request: (command: MpvCommand, options?: RequestOptions) => Promise<unknown>;
  /** Steady milliseconds of the last word from mpv. */
  readonly heardMs: number;
  /** Rejects what is pending and closes the socket. May be called twice. */
  close(): void;
}

export interface MpvDriverOptions {
  readonly socketPath: string;
  readonly clock: Clock;
  readonly onEvent: (event: MpvEvent) => void;
  /** The connection is lost, or what comes through it is no longer mpv's language. */
  readonly onLost: (detail: string) => void;
  readonly signal: AbortSignal;
}

function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

function createDriver(
  createConnection: ConnectionClass,
  options: MpvDriverOptions,
): { driver: MpvDriver; started: Promise<void> } {
  const { socketPath, clock, onEvent, onLost } = options;
  // node-mpv starts an mpv of its own when its probe misreads an answer: no program has this name.
  const connection = new createConnection({ socket: socketPath, binary: `${socketPath}.none` });
  const ipc = connection.socket;
  const pending = new Set<AbortController>();
  const replyListeners = new Map<number, (data: unknown) => void>();
  const lines = createLineBuffer();
  let heardMs = clock.steadyMs();
  let closed = false;

  function close(): void {
    closed = true;
    clearInterval(connection.timepositionListenerId);
    ipc.socket.destroy();
    for (const ending of pending) ending.abort(new Error('the player is gone'));
  }
  function lose(detail: string): void {
    if (closed) return;
    close();
    onLost(detail);
  }
  function linesOf(chunk: Buffer): readonly string[] {
    try {
      return lines.push(chunk);
    } catch (error) {
      lose(error instanceof Error ? error.message : 'unreadable');
      return [];
    }
  }
  function handleLine(line: string): void {
    const message = parseLine(line);
    if (message === null || closed) return;
    const reply = parseReply(message);
    if (reply === null) {
      connection.messageHandler(message);
      return;
    }
    const request = ipc.ipcRequests[reply.requestId];
    if (request === undefined) return;
    Reflect.deleteProperty(ipc.ipcRequests, reply.requestId);
    if (reply.error === 'success') {
      replyListeners.get(reply.requestId)?.(reply.data);
      request.resolve(reply.data);
    } else request.messageReject(new Error(reply.error));
  }

  // Request 0 would never settle: node-mpv takes its answer for an event.
  ipc.messageId = 1;
  // Its own reader parses chunks, not lines: a torn message would end the process.
  ipc.dataHandler = chunk => {
    heardMs = clock.steadyMs();
    linesOf(chunk).forEach(handleLine);
  };
  connection.messageHandler = message => {
    const event = parseEvent(message);
    if (event !== null) onEvent(event);
  };
  // Both are called without anyone waiting for their promises: a rejection would end the process.
  connection.isPaused = () => Promise.resolve(true);
  connection.observeProperty = () => Promise.resolve();
  ipc.socket.on('error', error => lose(`connection failed: ${error.message}`));
  ipc.socket.on('close', () => lose('connection lost'));

  const started = connection.start().finally(() => {
    clearInterval(connection.timepositionListenerId);
    if (closed) ipc.socket.destroy();
  });

  async function request(command: MpvCommand, settings: RequestOptions = {}): Promise<unknown> {
    if (closed) throw new Error('the player is gone');
    const name = 'name' in command ? command.name : Object.values(command)[0];
    const id = ipc.messageId;
    if (settings.onReply !== undefined) replyListeners.set(id, settings.onReply);
    const ending = new AbortController();
    const timer = setTimeout(
      () => ending.abort(new Error('no answer')),
      settings.timeoutMs ?? requestTimeoutMs,
    );
    pending.add(ending);
    try {
      return await Promise.race([ipc.send(command), rejectionOf(ending.signal)]);
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'not sent';
      throw new Error(`mpv: ${String(name)}: ${reason}`, { cause: error });
    } finally {
      clearTimeout(timer);
      pending.delete(ending);
      replyListeners.delete(id);
    }
  }

  const driver = {
    request,
    get heardMs() {
      return heardMs;
    },
    close,
  };
  return { driver, started };
}

/**
 * Hooks node-mpv to the mpv that listens on the socket; one driver a process, thrown away with it.
 * Rejects when the signal fires or the connection cannot be made.
 */
export async function connectDriver(options: MpvDriverOptions): Promise<MpvDriver> {
  const { signal } = options;
  const connectionClass = await loadConnectionClass();
  const aborted = rejectionOf(signal);
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    const { driver, started } = createDriver(connectionClass, options);
    try {
      await Promise.race([started, aborted]);
      return driver;
    } catch (error) {
      driver.close();
      if (attempt === connectAttempts || signal.aborted)
        throw new Error('mpv: no connection', { cause: error });
    }
    await delay(connectPauseMs);
  }
}
