import { closeSync, constants, openSync } from 'node:fs';
import { connect, Socket } from 'node:net';
import { basename, dirname } from 'node:path';
import type { SocketConstructor } from './connection.js';
import { isOfStranger } from './node-socket-owner.js';

/** Upper bound for a frame; the server's frames are far smaller. */
const MAX_FRAME_CHARACTERS = 4 * 1024 * 1024;

type SocketListener = (event: { data: unknown; code: number }) => void;

/**
 * `control.sock` behind the client's socket interface: the address is the path, and each line is a frame. Refuses
 * another user's socket, unless this user is root or a member of the group that the socket is for.
 */
export const LocalSocket: SocketConstructor = class {
  readonly #socket: Socket;
  readonly #listeners = new Map<string, SocketListener>();

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

  addEventListener(type: 'message' | 'close' | 'error', listener: SocketListener): void {
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
    // A socket address holds 107 bytes and a path may be longer; this form never is.
    const handle = openSync(dirname(path), constants.O_RDONLY | constants.O_DIRECTORY);
    const socket = connect(`/proc/self/fd/${handle}/${basename(path)}`);
    // The kernel has resolved the path by now.
    closeSync(handle);
    return socket;
  } catch (error) {
    // Report it like any other failed connection: later, through the listeners.
    const none = new Socket();
    none.destroy(error as Error);
    return none;
  }
}
