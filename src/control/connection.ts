import type { WebSocket } from 'ws';
import { CLOSE } from '../codes.js';
import type { ControlLimits } from './limits.js';

/** What this side reads and writes of one client's WebSocket. */
export interface Connection {
  send(frame: Buffer): void;
  /** Says why and lets the client read what is queued, for a while. May be called twice. */
  close(code: number, reason: string): void;
  /** At once. */
  cut(): void;
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
  readonly onGone: () => void;
}

export interface ConnectionOptions extends Omit<ConnectionEvents, 'onFinished'> {
  readonly ws: WebSocket;
  readonly limits: ControlLimits;
}

const TEXT = { binary: false };
const MISSES = 2;

/** Bounds what one client may queue, and turns away what is not text. */
export function createConnection({
  ws,
  limits,
  receive,
  onLeaving,
  onSlowReader,
  onGone,
}: ConnectionOptions): Connection {
  let leaving = false;
  let unanswered = 0;

  function leave(): void {
    if (leaving) return;
    leaving = true;
    onLeaving();
  }

  function close(code: number, reason: string): void {
    leave();
    ws.close(code, reason);
  }

  // ws closes by itself after an error (1002, 1009, a broken connection), with the code that fits.
  ws.on('error', leave);
  ws.on('close', () => {
    leave();
    onGone();
  });
  ws.on('pong', () => {
    unanswered = 0;
  });
  ws.on('message', (data, isBinary) => {
    if (leaving) return;
    if (isBinary) close(CLOSE.binary, 'text only');
    // A Buffer, because ws's binaryType is left at nodebuffer.
    else receive(data as Buffer);
  });

  return {
    send(frame) {
      if (leaving) return;
      // Told to go before the queue outgrows its bound: no client's reading slows another.
      if (ws.bufferedAmount + frame.length <= limits.queueBytes) {
        ws.send(frame, TEXT);
        return;
      }
      onSlowReader();
      close(CLOSE.slowReader, 'reads too slowly');
    },
    close,
    cut() {
      leave();
      ws.terminate();
    },
    ping() {
      if (unanswered >= MISSES) {
        leave();
        ws.terminate();
        return;
      }
      unanswered += 1;
      if (ws.readyState === ws.OPEN) ws.ping();
    },
  };
}
