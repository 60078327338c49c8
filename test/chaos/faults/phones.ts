import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type { Testbed } from '../stage/testbed.js';
import type { Fault } from './fault.js';

/** A frame of text as RFC 6455 §5.2 has it, masked with zeros; `length` claims another length than it has. */
function frame(text: string, length = Buffer.byteLength(text)): Buffer {
  const head = length < 126 ? [0x81, 0x80 | length] : [0x81, 0x80 | 126, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), Buffer.from(text)]);
}

const call = (id: number, method: string, params: unknown = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });

/** A phone on a bare socket, admitted and subscribed; what it is sent is thrown away. */
function join({ url, token }: Testbed): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const key = randomBytes(16).toString('base64');
  socket.write(
    `GET /control HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  );
  const opening = { protocol: 1, client: { name: 'a bad phone' }, token };
  socket.write(frame(call(1, 'session.open', opening)));
  socket.write(frame(call(2, 'state.subscribe')));
  return socket;
}

/** Phones that misbehave: nobody may hear or see anything of it. */
function phones(name: string, act: (socket: Socket) => void, count = 1): Fault {
  return {
    name: `phone ${name}`,
    weight: 1,
    lastsMs: [1_000, 5_000],
    explains: [],
    begin(testbed) {
      const sockets = Array.from({ length: count }, () => join(testbed));
      for (const socket of sockets) act(socket);
      return {
        end() {
          for (const socket of sockets) socket.destroy();
        },
      };
    },
  };
}

const FLOOD = Array.from({ length: 2_000 }, (_, id) => frame(call(id + 10, 'state.get')));

export const PHONE_FAULTS: readonly Fault[] = [
  phones('that floods', socket => {
    socket.resume();
    socket.write(Buffer.concat(FLOOD));
  }),
  phones('that does not read', socket => {
    socket.pause();
    socket.write(Buffer.concat(FLOOD));
  }),
  phones('that half-closes', socket => {
    socket.resume();
    socket.end();
  }),
  phones('with torn frames', socket => {
    socket.resume();
    const whole = frame(call(3, 'state.get'));
    socket.write(whole.subarray(0, 5));
    setTimeout(() => socket.write(whole.subarray(5)), 300);
    setTimeout(() => socket.write(frame('{"jsonrpc"', 120)), 600);
  }),
  phones('that sends rubbish', socket => {
    socket.resume();
    socket.write(frame(`${'['.repeat(120)}\uFFFE`));
    socket.write(randomBytes(4_096));
  }),
  phones('in a crowd', socket => void socket.resume(), 60),
];
