/**
 * A host that does its worst, in a process of its own: `bad-host.js HOST PORT ADDRESS…` keeps at it from each address.
 * It says `at work` once it has begun everything and asked for more places than there are, and at the end of its standard
 * input what it did, as a line of JSON.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';

const [, , host = '', port = '', ...addresses] = process.argv;
const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
/** More than a speaker takes in all. */
const HOARD = 1_100;
/** One process can only do so much: its addresses take turns. */
const EVERY_MS = 20 * addresses.length;
const BURSTS = 8;

const counts = {
  connections: 0,
  sockets: 0,
  calls: 0,
  tokens: 0,
  codes: 0,
  signIns: 0,
  pipelines: 0,
  pieces: 0,
};
type Deed = keyof typeof counts;

/** A request from this address; the status and the text of its answer, nothing where it was cut. */
function ask(
  localAddress: string,
  path: string,
  headers: Record<string, string>,
  body: string | null,
): Promise<{ readonly status: number; readonly location: string; readonly body: string } | null> {
  return new Promise(resolve => {
    const options = { host, port, localAddress, path, agent: false, method: body === null ? 'GET' : 'POST' };
    const asked = request({ ...options, headers: { host: authority, ...headers } });
    asked.on('response', (response: IncomingMessage) => {
      const { statusCode: status = 0, headers: told } = response;
      text(response).then(
        body => resolve({ status, location: told.location ?? '', body }),
        () => resolve(null),
      );
    });
    asked.on('error', () => resolve(null));
    asked.end(body ?? undefined);
  });
}

function call(localAddress: string, method: string, params: object, token?: string) {
  const headers = {
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  return ask(localAddress, '/rpc', headers, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
}

/** Idle connections, and such as never end their request; whatever is cut is made anew. */
function holdConnections(localAddress: string): void {
  const held = new Set<Socket>();
  setInterval(() => {
    for (let at = 0; at < 10 && held.size < HOARD; at += 1) {
      const socket = connect({ host, port: Number(port), localAddress });
      held.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => held.delete(socket));
      socket.resume();
      if (at % 2 === 0) socket.write('POST /pair/start HTTP/1.1\r\nHost: ');
      counts.connections += 1;
    }
  }, EVERY_MS);
}

/** Sockets that are never opened, and call all the while. */
function holdSockets(localAddress: string): void {
  const held = new Set<WebSocket>();
  let bursts = 0;
  const params = { protocol: 1, client: { name: 'bad' }, token: 'wrong' };
  const send = (ws: WebSocket, method: string) => {
    ws.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    counts.calls += 1;
  };
  setInterval(() => {
    for (let at = 0; at < 4 && held.size < HOARD; at += 1) {
      const ws = new WebSocket(`ws://${authority}/control`, { localAddress });
      held.add(ws);
      ws.on('error', () => undefined);
      ws.on('close', () => held.delete(ws));
      ws.on('message', () => undefined);
      counts.sockets += 1;
      ws.on('open', () => {
        // A few in a burst, beyond what any client may call: more than one, for one may be cut before it is heard.
        if (bursts === BURSTS) return;
        bursts += 1;
        for (let calls = 0; calls < 200; calls += 1) send(ws, 'player.pause');
      });
    }
    for (const ws of held)
      if (ws.readyState === ws.OPEN) send(ws, randomInt(50) === 0 ? 'session.open' : 'player.pause');
  }, EVERY_MS);
}

/** Sends bytes on a connection of its own until it is cut, but no more than `most` times. */
function pour(localAddress: string, first: string, bytes: Buffer, most: number): Promise<void> {
  return new Promise(resolve => {
    const socket = connect({ host, port: Number(port), localAddress });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
    let left = most;
    const more = (): void => {
      for (; left > 0 && !socket.destroyed; left -= 1) if (!socket.write(bytes)) return;
      socket.destroy();
    };
    socket.on('drain', more);
    socket.write(first, 'latin1', more);
    socket.resume();
  });
}

/** Requests, none of which waits for the answer to the one before. */
const PIPELINE = Buffer.from(`GET / HTTP/1.1\r\nHost: ${authority}\r\n\r\n`.repeat(1_000));
const HANDSHAKE =
  `GET /control HTTP/1.1\r\nHost: ${authority}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
/** Frames of RFC 6455, masked with zeros: a letter of a text without an end, and pongs that fill up what is read with it. */
const PONG = Buffer.concat([Buffer.from([0x8a, 0x80 | 125, 0, 0, 0, 0]), Buffer.alloc(125)]);
const LETTER = Buffer.from([0x00, 0x81, 0, 0, 0, 0, 0x61]);
const PIECE = Buffer.concat([LETTER, ...Array.from({ length: 499 }, () => PONG)]);
const BEGIN = Buffer.from([0x01, 0x81, 0, 0, 0, 0, 0x61]).toString('latin1');

/** One after the other, for ever. */
async function repeat(deed: Deed, act: () => Promise<unknown>, everyMs = EVERY_MS / 10): Promise<void> {
  for (;;) {
    await act();
    counts[deed] += 1;
    await sleep(everyMs);
  }
}

async function signIn(localAddress: string): Promise<void> {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const started = await ask(localAddress, '/pair/start', form, '');
  const state = /[?&]state=([^&]+)/.exec(started?.location ?? '')?.[1];
  if (state !== undefined) await ask(localAddress, `/pair/callback?code=made-up&state=${state}`, {}, null);
}

for (const address of addresses) {
  holdConnections(address);
  holdSockets(address);
  void repeat('tokens', () => call(address, 'state.get', {}, randomBytes(16).toString('hex')));
  void repeat('calls', () => call(address, 'player.pause', {}));
  void repeat('codes', () => {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    return call(address, 'access.claim', { code, name: 'bad' });
  });
  void repeat('signIns', () => signIn(address));
  void repeat('pipelines', () => pour(address, '', PIPELINE, 200), 5 * EVERY_MS);
  void repeat('pieces', () => pour(address, `${HANDSHAKE}${BEGIN}`, PIECE, 2_000), 5 * EVERY_MS);
}

const begun = setInterval(() => {
  if (counts.connections < HOARD || Object.values(counts).some(count => count === 0)) return;
  clearInterval(begun);
  console.log('at work');
}, 20);

process.stdin.resume();
process.stdin.on('end', () => {
  console.log(JSON.stringify(counts));
  process.exit(0);
});
