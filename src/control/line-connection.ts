import type { Socket } from 'node:net';
import type { Connection, ConnectionEvents } from './connection.js';
import { encodeAnswer } from './json-rpc.js';
import type { ControlLimits } from './limits.js';
import { invalidRequest } from './rpc-error.js';

export interface LineConnectionOptions extends ConnectionEvents {
  readonly socket: Socket;
  readonly limits: ControlLimits;
}

const NEWLINE = 0x0a;

/** Messages over a stream: each is one line that ends with a newline; empty lines mean nothing. */
export function createLineConnection({
  socket,
  limits,
  receive,
  onFinished,
  onLeaving,
  onSlowReader,
  onGone,
}: LineConnectionOptions): Connection {
  let leaving = false;
  /** What of a line has come so far. */
  let begun: Buffer[] = [];
  let begunBytes = 0;

  function leave(): void {
    if (leaving) return;
    leaving = true;
    begun = [];
    onLeaving();
  }

  function send(frame: Buffer): void {
    if (leaving) return;
    // Told to go before the queue outgrows its bound: no client's reading slows another.
    if (socket.writableLength + frame.length > limits.queueBytes) {
      onSlowReader();
      leave();
      socket.destroy();
      return;
    }
    socket.write(Buffer.concat([frame, Buffer.of(NEWLINE)]));
  }

  function close(): void {
    leave();
    socket.end();
    // A peer that neither reads nor goes is cut.
    const cutter = setTimeout(() => socket.destroy(), limits.closeWithinMs);
    socket.once('close', () => clearTimeout(cutter));
  }

  /** False when that was more than a message may hold. */
  function take(part: Buffer): boolean {
    begun.push(part);
    begunBytes += part.length;
    if (begunBytes <= limits.messageBytes) return true;
    send(Buffer.from(encodeAnswer(null, { error: invalidRequest('a message is too long') })));
    close();
    return false;
  }

  function finishLine(): void {
    const line = Buffer.concat(begun);
    begun = [];
    begunBytes = 0;
    if (line.length > 0) receive(line);
  }

  socket.on('data', (chunk: Buffer) => {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1 && !leaving; end = chunk.indexOf(NEWLINE, from)) {
      if (take(chunk.subarray(from, end))) finishLine();
      from = end + 1;
    }
    if (!leaving && from < chunk.length) take(chunk.subarray(from));
  });
  socket.on('end', () => {
    if (leaving) return;
    if (begunBytes > 0) finishLine();
    onFinished();
  });
  socket.on('error', leave);
  socket.on('close', () => {
    leave();
    onGone();
  });

  return {
    send,
    close,
    cut() {
      leave();
      socket.destroy();
    },
    // On one machine a dead peer is noticed without being asked.
    ping: () => undefined,
  };
}
