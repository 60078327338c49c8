import type { Socket } from 'node:net';
import { isBug, raise } from '../errors.js';
import type { Connection, ConnectionEvents } from './connection.js';
import { encodeAnswer } from './json-rpc.js';
import type { ControlLimits } from './limits.js';
import { invalidRequest } from './rpc-error.js';

export interface LineConnectionOptions extends ConnectionEvents {
  readonly socket: Socket;
  readonly limits: ControlLimits;
}

const NEWLINE = 0x0a;
/**
 * Whether a client that has said all still listens shows when something is written: so often an empty line is, which means
 * nothing, milliseconds.
 */
const TRY_MS = 1_000;

/** Messages over a stream: each is one line that ends with a newline; empty lines mean nothing. */
export function createLineConnection(options: LineConnectionOptions): Connection {
  return new LineConnection(options);
}

class LineConnection implements Connection {
  readonly #options: LineConnectionOptions;
  #leaving = false;
  /** What of a line has come so far. */
  #begun: Buffer[] = [];
  #begunBytes = 0;
  #trying: NodeJS.Timeout | undefined;
  /** Cuts a peer that neither reads nor goes. */
  #cutter: NodeJS.Timeout | undefined;

  constructor(options: LineConnectionOptions) {
    this.#options = options;
    this.#readAll().catch((error: unknown) => {
      // Whatever goes wrong with the socket is told by it, too.
      if (isBug(error)) raise(error);
    });
    options.socket.on('error', () => this.#leave());
    options.socket.on('close', () => {
      clearTimeout(this.#cutter);
      clearInterval(this.#trying);
      this.#leave();
      options.onGone();
    });
  }

  async #readAll(): Promise<void> {
    // Once it has said all, the client may go on listening.
    const chunks = this.#options.socket.iterator({ destroyOnReturn: false });
    for await (const chunk of chunks) this.#read(chunk as Buffer);
    if (this.#leaving) return;
    if (this.#begunBytes > 0) this.#finishLine();
    this.#options.onFinished();
    this.#trying = setInterval(() => this.send(Buffer.alloc(0)), TRY_MS);
  }

  #read(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1 && !this.#leaving; end = chunk.indexOf(NEWLINE, from)) {
      if (this.#take(chunk.subarray(from, end))) this.#finishLine();
      from = end + 1;
    }
    if (!this.#leaving && from < chunk.length) this.#take(chunk.subarray(from));
  }

  #leave(): void {
    if (this.#leaving) return;
    this.#leaving = true;
    this.#begun = [];
    this.#options.onLeaving();
  }

  send(frame: Buffer): void {
    if (this.#leaving) return;
    // Told to go before the queue outgrows its bound: no client's reading slows another. Who has nothing queued reads.
    const { writableLength } = this.#options.socket;
    if (writableLength > 0 && writableLength + frame.length > this.#options.limits.queueBytes) {
      this.#options.onSlowReader();
      this.#leave();
      this.#options.socket.destroy();
      return;
    }
    this.#options.socket.write(Buffer.concat([frame, Buffer.of(NEWLINE)]));
  }

  close(): void {
    this.#leave();
    this.#options.socket.end();
    clearTimeout(this.#cutter);
    this.#cutter = setTimeout(() => this.#options.socket.destroy(), this.#options.limits.closeWithinMs);
  }

  /** False when that was more than a message may hold. */
  #take(part: Buffer): boolean {
    this.#begun.push(part);
    this.#begunBytes += part.length;
    if (this.#begunBytes <= this.#options.limits.messageBytes) return true;
    this.#options.onWrong('A message is too long');
    this.send(Buffer.from(encodeAnswer(null, { error: invalidRequest('a message is too long') })));
    this.close();
    return false;
  }

  #finishLine(): void {
    const line = Buffer.concat(this.#begun);
    this.#begun = [];
    this.#begunBytes = 0;
    if (line.length > 0) this.#options.receive(line);
  }

  cut(): void {
    this.#leave();
    this.#options.socket.destroy();
  }

  rest(): void {
    // Whoever may write here runs as the agent's user, or its group, and could do worse.
  }

  ping(): void {
    // On one machine a dead peer is noticed without being asked.
  }
}
