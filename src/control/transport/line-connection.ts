import type { Socket } from 'node:net';
import { isBug, raise } from '../../contract/errors.js';
import type { Connection, ConnectionEvents } from './connection.js';
import { encodeAnswer } from '../json-rpc.js';
import type { Bounds } from '../gate/bounds.js';
import { invalidRequest } from '../rpc-error.js';

export interface LineConnectionOptions extends ConnectionEvents {
  readonly socket: Socket;
  readonly bounds: Bounds;
}

const NEWLINE = 0x0a;
/**
 * When an empty line is sent to a client that has stopped sending, milliseconds: only a write shows whether it still
 * listens, and one that does not would keep its place. First soon, then ever more rarely. Empty lines have no meaning.
 */
const FIRST_TRY_MS = 10;
const LAST_TRY_MS = 1_000;

/** A connection over a stream: each message is a line that ends with a newline; empty lines mean nothing. */
export class LineConnection implements Connection {
  readonly #options: LineConnectionOptions;
  #leaving = false;
  /** The parts of an incomplete line. */
  #begun: Buffer[] = [];
  #begunBytes = 0;
  #trying: NodeJS.Timeout | undefined;
  /** Destroys the socket of a peer that neither reads nor closes. */
  #cutter: NodeJS.Timeout | undefined;

  constructor(options: LineConnectionOptions) {
    this.#options = options;
    this.#readAll().catch((error: unknown) => {
      // Errors of the socket are reported by its events, too.
      if (isBug(error)) raise(error);
    });
    options.socket.on('error', () => this.#leave());
    options.socket.on('close', () => {
      clearTimeout(this.#cutter);
      clearTimeout(this.#trying);
      this.#leave();
      options.onGone();
    });
  }

  async #readAll(): Promise<void> {
    // The client may go on listening after it has sent everything.
    const chunks = this.#options.socket.iterator({ destroyOnReturn: false });
    for await (const chunk of chunks) this.#read(chunk as Buffer);
    if (this.#leaving) return;
    if (this.#begunBytes > 0) this.#finishLine();
    this.#options.onFinished();
    this.#try(FIRST_TRY_MS);
  }

  #try(afterMs: number): void {
    this.#trying = setTimeout(() => {
      this.send(Buffer.alloc(0));
      if (!this.#leaving) this.#try(Math.min(2 * afterMs, LAST_TRY_MS));
    }, afterMs);
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
    // Cut before the queue exceeds its limit, so that no client slows another. With an empty queue any frame may go.
    const { writableLength } = this.#options.socket;
    if (writableLength > 0 && writableLength + frame.length > this.#options.bounds.queueBytes) {
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
    this.#cutter = setTimeout(() => this.#options.socket.destroy(), this.#options.bounds.closeWithinMs);
  }

  /** Adds a part to the line; false if the line exceeds the size of a message. */
  #take(part: Buffer): boolean {
    this.#begun.push(part);
    this.#begunBytes += part.length;
    if (this.#begunBytes <= this.#options.bounds.messageBytes) return true;
    this.#options.onWrong('A message is too long');
    this.send(Buffer.from(encodeAnswer(null, { error: invalidRequest('the message is too large') })));
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
}
