import { randomBytes } from 'node:crypto';
import type { WebSocket } from 'ws';
import { CLOSE } from '../codes.js';
import type { ControlLimits } from './limits.js';
import { createRateLimit, type RateLimit } from './rate-limit.js';

/** What this side reads and writes of one client's WebSocket. */
export interface Connection {
  send(frame: Buffer): void;
  /** Says why and lets the client read what is queued, for a while. May be called twice. */
  close(code: number, reason: string): void;
  /** At once. */
  cut(): void;
  /** Leaves it unread for so long, milliseconds, and longer with each call meanwhile. */
  rest(ms: number): void;
  /** Asks for a sign of life; a client that twice gave none is cut. */
  ping(): void;
}

/** What a connection tells its session. */
export interface ConnectionEvents {
  /** One text message. */
  readonly receive: (message: Buffer) => void;
  /** Nothing more will be received, but the client may still listen. */
  readonly onFinished: () => void;
  /** The client is going, whoever began it; nothing is received any more. */
  readonly onLeaving: () => void;
  /** It is cut because too much is waiting for it. */
  readonly onSlowReader: () => void;
  /** It is cut because of frames that say nothing, or hardly anything. */
  readonly onNoise: () => void;
  /** It is closed because of what is no message. */
  readonly onWrong: (reason: string) => void;
  readonly onGone: () => void;
}

export interface ConnectionOptions extends Omit<ConnectionEvents, 'onFinished'> {
  readonly ws: WebSocket;
  readonly limits: ControlLimits;
  /** A clock that never jumps. */
  readonly steadyMs: () => number;
}

const TEXT = { binary: false };
const MISSES = 2;
/** What ws says of a message in too many pieces. */
const TOO_MANY_PIECES = 'WS_ERR_TOO_MANY_BUFFERED_PARTS';
/** How ws calls what breaks the protocol; a broken connection has another name. */
const WRONG_FRAME = 'WS_ERR_';
/** Longer than this nobody is left unread, milliseconds: it is asked for signs of life meanwhile. */
const QUESTION_BYTES = 8;
const LONGEST_REST_MS = 5_000;

/** Bounds what one client may queue, and turns away what is not text. */
export function createConnection(options: ConnectionOptions): Connection {
  return new WebSocketConnection(options);
}

class WebSocketConnection implements Connection {
  readonly #options: ConnectionOptions;
  readonly #ws: WebSocket;
  /** Pings and pongs are no calls, but cost as much. */
  readonly #signs: RateLimit;
  #isLeaving = false;
  /** Pings that are not answered yet: what each said. */
  #asked: Buffer[] = [];
  #restMs = 0;
  #resting: NodeJS.Timeout | undefined;

  constructor(options: ConnectionOptions) {
    const { ws, limits, steadyMs, onGone } = options;
    this.#options = options;
    this.#ws = ws;
    this.#signs = createRateLimit({ perSecond: limits.callsPerSecond, burst: limits.callBurst, steadyMs });
    // ws closes by itself after an error (1002, 1009, a broken connection), with the code that fits.
    ws.on('error', (error: Error & { code?: string }) => {
      if (error.code === TOO_MANY_PIECES && !this.#isLeaving) options.onNoise();
      else if (error.code?.startsWith(WRONG_FRAME) === true && !this.#isLeaving)
        options.onWrong(error.message);
      this.#leave();
    });
    ws.on('close', () => {
      clearTimeout(this.#resting);
      this.#leave();
      onGone();
    });
    ws.on('ping', () => this.#countSign());
    ws.on('pong', data => {
      // It says what the ping said (RFC 6455, section 5.5.3), so that whoever reads nothing cannot go on saying it.
      if (this.#asked.some(question => question.equals(data))) this.#asked = [];
      else this.#countSign();
    });
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

  #countSign(): void {
    if (this.#isLeaving || this.#signs.take() === 0) return;
    this.#options.onNoise();
    this.cut();
  }

  send(frame: Buffer): void {
    if (this.#isLeaving) return;
    const { bufferedAmount } = this.#ws;
    // Told to go before the queue outgrows its bound: no client's reading slows another. Who has nothing queued reads.
    if (bufferedAmount === 0 || bufferedAmount + frame.length <= this.#options.limits.queueBytes) {
      this.#ws.send(frame, TEXT);
      return;
    }
    this.#options.onSlowReader();
    this.close(CLOSE.slowReader, 'reads too slowly');
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
      // What had been read by then was handed over all the same.
      if (this.#restMs > 0) this.#waitRest();
      else this.#ws.resume();
    }, ms);
  }

  ping(): void {
    if (this.#asked.length >= MISSES) {
      this.cut();
      return;
    }
    const question = randomBytes(QUESTION_BYTES);
    this.#asked.push(question);
    if (this.#ws.readyState === this.#ws.OPEN) this.#ws.ping(question);
  }
}
