import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import t, { type Test } from 'tap';
import { createWire } from '../../../src/control/tls/wire.js';

async function createBench(t: Test): Promise<{ peer: Socket; socket: Socket; wire: Duplex }> {
  const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const peer = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const [socket] = (await once(server, 'connection')) as [Socket];
  const wire = createWire(socket);
  for (const each of [peer, socket, wire]) each.on('error', () => undefined);
  t.teardown(() => {
    peer.destroy();
    socket.destroy();
    server.close();
  });
  return { peer, socket, wire };
}

/** To its end, which does not end the other way. */
async function readAll(from: Duplex): Promise<Buffer> {
  const chunks: Buffer[] = [];
  from.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(from, 'end');
  return Buffer.concat(chunks);
}

const letters = Buffer.from(Array.from({ length: 3_000_000 }, (_, at) => at % 251));

t.test('all of it comes through, either way, to its end', async t => {
  const { peer, socket, wire } = await createBench(t);
  peer.end(letters);
  t.ok((await readAll(wire)).equals(letters));
  wire.cork();
  wire.write(letters.subarray(0, 10));
  wire.write(letters.subarray(10));
  wire.end();
  t.ok((await readAll(peer)).equals(letters));
  if (!socket.closed) await once(socket, 'close');
  t.ok(wire.destroyed);
});

t.test('whoever does not read it is sent no more than a little', async t => {
  const { peer, socket, wire } = await createBench(t);
  peer.write(letters);
  await once(wire, 'readable');
  while (!socket.isPaused()) await new Promise(setImmediate);
  t.ok(wire.readableLength < 300_000, `${wire.readableLength}`);
  let read = 0;
  wire.on('data', (chunk: Buffer) => (read += chunk.length));
  while (read < letters.length) await new Promise(setImmediate);
  t.equal(read, letters.length);
});

t.test('The end of either side ends the other', async t => {
  const first = await createBench(t);
  first.wire.destroy();
  await once(first.peer.resume(), 'end');
  t.ok(first.socket.destroyed);
  const second = await createBench(t);
  second.peer.resetAndDestroy();
  await once(second.wire, 'close');
  t.ok(second.socket.destroyed);
  second.wire.write('into nowhere');
});
