import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';

/** A program that speaks MPD's protocol, byte for byte. */
export interface MpdCaller {
  readonly socket: Socket;
  /** Sends these bytes as they are. */
  write(bytes: string | Buffer): void;
  /** Sends a line and resolves with the answer up to `OK` or `ACK`, that line included. */
  ask(line: string): Promise<string>;
  /** Resolves with the next answer. */
  answer(): Promise<string>;
  /** Resolves with what came and was not taken once the speaker has closed the connection. */
  end(): Promise<string>;
}

/** Calls the speaker, and takes its greeting. */
export async function callMpd(port: number, host = '127.0.0.1'): Promise<MpdCaller> {
  const socket = createConnection({ port, host });
  let text = '';
  let isOver = false;
  socket.on('data', bytes => (text += bytes.toString('latin1')));
  socket.on('error', () => undefined);
  const closed = once(socket, 'close').then(() => (isOver = true));

  async function answer(): Promise<string> {
    for (;;) {
      const found = /^(?:OK.*|ACK .*)\n/m.exec(text);
      if (found !== null) {
        const end = found.index + found[0].length;
        const taken = text.slice(0, end);
        text = text.slice(end);
        return Buffer.from(taken, 'latin1').toString();
      }
      if (isOver) throw new Error(`the connection was closed after: ${text}`);
      await Promise.race([once(socket, 'data'), closed]);
    }
  }

  const caller: MpdCaller = {
    socket,
    write: bytes => void socket.write(bytes),
    ask(line) {
      socket.write(`${line}\n`);
      return answer();
    },
    answer,
    async end() {
      await closed;
      return text;
    },
  };
  const greeting = await answer();
  if (greeting !== 'OK MPD 0.23.5\n') throw new Error(`greeted with: ${greeting}`);
  return caller;
}

/** Returns the values of `name: value` lines; the last counts. */
export function valuesOf(answer: string): Readonly<Record<string, string>> {
  const lines = answer.split('\n').flatMap(line => {
    const [, name, value] = /^([^:]+): (.*)$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(lines);
}
