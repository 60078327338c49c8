import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import t, { type Test } from 'tap';
import { feedInBites } from '../../src/control/bites.js';

/** A connection whose receiving side is fed in bites, when the test says so. */
async function createBench(t: Test, { turns = true }: { readonly turns?: boolean } = {}) {
  const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const sender = connect(port, '127.0.0.1');
  const [socket] = (await once(server, 'connection')) as [Socket];
  const due: (() => void)[] = [];
  feedInBites(socket, give => {
    due.push(give);
    return turns;
  });
  t.teardown(() => {
    sender.destroy();
    socket.destroy();
    server.close();
  });
  const given: Buffer[] = [];
  socket.on('error', () => undefined);
  sender.on('error', () => undefined);
  const until = async (isSo: () => boolean, meanwhile: () => void = () => undefined) => {
    while (!isSo()) {
      meanwhile();
      await new Promise(setImmediate);
    }
  };
  return { sender, socket, due, given, until, giveNext: () => due.shift()?.() };
}

const letters = Buffer.from(Array.from({ length: 100_000 }, (_, at) => at % 251));

t.test('A stream gives its data in bites, in order, to the end', async t => {
  const { sender, socket, due, given, until, giveNext } = await createBench(t);
  let isOver = false;
  socket.on('data', (bite: Buffer) => given.push(bite)).on('end', () => (isOver = true));
  sender.end(letters);
  await until(() => due.length > 0);
  t.same(given, [], 'not before its turn');
  giveNext();
  t.equal(given.length, 1);
  await until(() => isOver, giveNext);
  t.ok(Buffer.concat(given).equals(letters));
  t.ok(given.every(({ length }) => length <= 1_024));
});

t.test('whoever pauses is given nothing, and the rest later', async t => {
  const { sender, socket, due, given, until, giveNext } = await createBench(t);
  socket.on('data', (bite: Buffer) => {
    given.push(bite);
    if (given.length === 3) socket.pause();
  });
  sender.write(letters);
  await until(() => given.length === 3, giveNext);
  for (let turn = 0; turn < 20; turn += 1) {
    giveNext();
    await new Promise(setImmediate);
  }
  t.equal(given.length, 3);
  socket.resume();
  await until(() => Buffer.concat(given).length === letters.length, giveNext);
  t.ok(Buffer.concat(given).equals(letters));
  t.equal(due.length, 0, 'nobody waits for nothing');
});

t.test('A destroyed stream gives no further bites', async t => {
  const { sender, socket, given, until, giveNext } = await createBench(t);
  socket.on('data', (bite: Buffer) => {
    given.push(bite);
    socket.destroy();
  });
  sender.write(letters);
  await until(() => given.length > 0, giveNext);
  for (let turn = 0; turn < 20; turn += 1) {
    giveNext();
    await new Promise(setImmediate);
  }
  t.equal(given.length, 1);
});

t.test('whoever has no turn is cut', async t => {
  const { sender, socket, given, until } = await createBench(t, { turns: false });
  socket.on('data', (bite: Buffer) => given.push(bite));
  sender.write(letters);
  await until(() => socket.destroyed);
  t.same(given, []);
});
