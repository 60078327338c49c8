import type { Duplex } from 'node:stream';
import * as library from 'ws';
import { CLOSE } from '../../contract/codes.js';
import type { Bounds } from '../gate/bounds.js';

/** One client's connection, as its session uses it. */
export interface Connection {
  send(frame: Buffer): void;
  /** Closes with a code and reason, and gives the client some time to read what is queued. May be called twice. */
  close(code: number, reason: string): void;
  /** Destroys the connection at once. */
  cut(): void;
  /**
   * Stops reading for this long, milliseconds; calls during a rest extend it. Left out where a program runs as the agent's
   * user or group and could do worse, and where the next line is read only after the answer to this one.
   */
  rest?(ms: number): void;
  /** Sends a ping; destroys the connection if the last two were not answered. Left out where the kernel knows. */
  ping?(): void;
}

/** The events of a connection. */
export interface ConnectionEvents {
  /** One text message has come. */
  readonly receive: (message: Buffer) => void;
  /** The client sends nothing more, but may still read. */
  readonly onFinished: () => void;
  /** The connection is closing, from either side; nothing more is received. */
  readonly onLeaving: () => void;
  /** The client reads too slowly: too much is queued, and the connection is cut. */
  readonly onSlowReader: () => void;
  /** The connection is closed because of invalid or binary data. */
  readonly onWrong: (reason: string) => void;
  readonly onGone: () => void;
}

export interface ConnectionOptions extends Omit<ConnectionEvents, 'onFinished'> {
  readonly ws: library.WebSocket;
  /** What `ws` writes to. */
  readonly socket: Duplex;
  readonly bounds: Bounds;
}

const MISSES = 2;
/** The prefix of the error codes of ws for protocol errors; errors of the network have others. */
const WRONG_FRAME = 'WS_ERR_';
/** Longest time without reading, milliseconds: a client left unread for longer could not answer pings. */
const LONGEST_REST_MS = 5_000;

/** Limits its client's queue and accepts text only. */
export class WebSocketConnection implements Connection {
  readonly #options: ConnectionOptions;
  readonly #ws: library.WebSocket;
  #isLeaving = false;
  /** The pings since the last pong. */
  #missed = 0;
  #restMs = 0;
  #resting: NodeJS.Timeout | undefined;

  constructor(options: ConnectionOptions) {
    const { ws, onGone } = options;
    this.#options = options;
    this.#ws = ws;
    // ws closes by itself after an error (1002, 1009, a broken connection), with the code that fits.
    ws.on('error', (error: Error & { code?: string }) => {
      if (error.code?.startsWith(WRONG_FRAME) === true && !this.#isLeaving) options.onWrong(error.message);
      this.#leave();
    });
    ws.on('close', () => {
      clearTimeout(this.#resting);
      this.#leave();
      onGone();
    });
    ws.on('pong', () => (this.#missed = 0));
    ws.on('message', (data, isBinary) => {
      if (this.#isLeaving) return;
      if (isBinary) {
        options.onWrong('A binary message');
        this.close(CLOSE.binary, 'text only');
      }
      // A Buffer, because ws's binaryType is left at nodebuffer.
      else options.receive(data as Buffer);
    });
  }

  #leave(): void {
    if (this.#isLeaving) return;
    this.#isLeaving = true;
    this.#options.onLeaving();
  }

  send(frame: Buffer): void {
    if (this.#isLeaving || this.#ws.readyState !== this.#ws.OPEN) return;
    const { socket, bounds } = this.#options;
    const queued = socket.writableLength;
    // Close before the queue exceeds its limit, so that no client slows another. With an empty queue any frame may go.
    if (queued === 0 || queued + frame.length <= bounds.queueBytes) {
      // Not by `ws.send`, which makes the same bytes anew for each client, and two buffers to write of each message.
      socket.write(toTextFrame(frame));
      return;
    }
    this.#options.onSlowReader();
    this.close(CLOSE.slowReader, 'client reads too slowly');
  }

  close(code: number, reason: string): void {
    this.#leave();
    this.#ws.close(code, reason);
  }

  cut(): void {
    this.#leave();
    this.#ws.terminate();
  }

  rest(ms: number): void {
    this.#restMs = Math.min(this.#restMs + ms, LONGEST_REST_MS);
    if (this.#resting !== undefined || this.#isLeaving) return;
    this.#ws.pause();
    this.#waitRest();
  }

  #waitRest(): void {
    const ms = this.#restMs;
    this.#restMs = 0;
    this.#resting = setTimeout(() => {
      this.#resting = undefined;
      // Messages that ws had read before the pause were delivered during it: rest for them, too.
      if (this.#restMs > 0) this.#waitRest();
      else this.#ws.resume();
    }, ms);
  }

  ping(): void {
    if (this.#missed >= MISSES) {
      this.cut();
      return;
    }
    this.#missed += 1;
    if (this.#ws.readyState === this.#ws.OPEN) this.#ws.ping();
  }
}

// Public in ws, and missing in its typings.
const { Sender } = library as unknown as {
  readonly Sender: {
    /** Returns the head and the payload. */
    frame(payload: Buffer, options: { readonly fin: boolean; readonly opcode: number }): Buffer[];
  };
};

const TEXT = { fin: true, opcode: 1 };
/** Every client is told of a change by the same bytes. */
const framed = new WeakMap<Buffer, Buffer>();

/** Returns the WebSocket frame of a text (RFC 6455, section 5.6), as a server sends it. */
function toTextFrame(text: Buffer): Buffer {
  const known = framed.get(text);
  if (known !== undefined) return known;
  const frame = Buffer.concat(Sender.frame(text, TEXT));
  framed.set(text, frame);
  return frame;
}
