import { closeSync, constants, openSync } from 'node:fs';
import { connect, Socket } from 'node:net';
import { basename, dirname } from 'node:path';
import type { SocketConstructor } from './connection.js';
import { isOfStranger } from './node-socket-owner.js';

/** Frames of the server are far smaller; a larger one is not the server's. */
const MAX_FRAME_CHARACTERS = 4 * 1024 * 1024;

type Listener = (event: { data: unknown; code: number }) => void;

/**
 * `control.sock` as a socket of the client's kind: the address is its path, a frame is a line. Another user's socket
 * is not talked to, save by root and by members of the group that it is for.
 */
export const LocalSocket: SocketConstructor = class {
  readonly #socket: Socket;
  readonly #listeners = new Map<string, Listener>();

  constructor(path: string) {
    this.#socket = connectPrivately(path);
    void this.#receive();
  }

  send(data: string): void {
    this.#socket.write(`${data}\n`);
  }

  close(): void {
    this.#socket.destroySoon();
  }

  addEventListener(type: 'message' | 'close' | 'error', listener: Listener): void {
    this.#listeners.set(type, listener);
  }

  async #receive(): Promise<void> {
    for await (const line of this.#lines()) this.#tell('message', line);
    this.#tell('close', null);
  }

  async *#lines(): AsyncGenerator<string> {
    let begun = '';
    try {
      for await (const chunk of this.#socket.setEncoding('utf8')) {
        const lines = `${begun}${String(chunk)}`.split('\n');
        begun = lines.pop() ?? '';
        if (begun.length > MAX_FRAME_CHARACTERS) return;
        yield* lines;
      }
    } catch {
      this.#tell('error', null);
    }
  }

  #tell(type: string, data: unknown): void {
    this.#listeners.get(type)?.({ data, code: 1006 });
  }
};

function connectPrivately(path: string): Socket {
  try {
    if (isOfStranger(path)) throw new Error(`${path} belongs to another user`);
    // An address of a socket holds 107 bytes, a path may be longer: this one never is.
    const handle = openSync(dirname(path), constants.O_RDONLY | constants.O_DIRECTORY);
    const socket = connect(`/proc/self/fd/${handle}/${basename(path)}`);
    // The kernel has looked the path up by now.
    closeSync(handle);
    return socket;
  } catch (error) {
    // Told as any other failure to connect is: later, and to the listeners.
    const none = new Socket();
    none.destroy(error as Error);
    return none;
  }
}
