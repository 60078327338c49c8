import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import t from 'tap';
import { createAcceptRule, limitAccepting } from '../../src/control/accepting.js';
import { CONTROL_LIMITS } from '../../src/control/limits.js';
import { FIXED_TOKEN, startFakeDevice } from '../rigs/control/device.js';

function createBench() {
  let nowMs = 0;
  const told: (string | null | undefined)[] = [];
  const rule = createAcceptRule({
    toPeer: address => address,
    isKnown: peer => peer.startsWith('known'),
    accountOf: peer => peer.replace(/^known guest.*/, 'guest'),
    incidents: { note: (_, peer) => void told.push(peer) },
    limits: CONTROL_LIMITS,
    steadyMs: () => nowMs,
  });
  const takes = (peer: string | undefined, count: number) =>
    Array.from({ length: count }, () => rule.takes(peer)).filter(isTaken => isTaken).length;
  return { takes, told, pass: (ms: number) => (nowMs += ms) };
}

t.test('200 connections of a peer at once, then 50 a second; nobody else has fewer for it', async t => {
  const { takes, told, pass } = createBench();
  t.equal(takes('known host', 1_000), 200);
  t.equal(told.length, 800);
  t.same([...new Set(told)], ['known host']);
  t.equal(takes('known phone', 20), 20);
  pass(1_000);
  t.equal(takes('known host', 1_000), 50);
});

t.test('the addresses of one client count together, and none uses up the eighth of another', t => {
  const { takes, pass } = createBench();
  t.equal(takes('known guest 1', 1_000), 200 + 25);
  t.equal(takes('known guest 2', 1_000), 25);
  pass(1_000);
  t.equal(takes('known guest 1', 1_000), 50 + 6);
  t.equal(takes('known guest 2', 6), 6);
  t.end();
});

t.test('300 of all without a token at once, then 40 a second; a phone with one does not wait', async t => {
  const { takes, told, pass } = createBench();
  const taken = Array.from({ length: 700 }, (_, at) => takes(`host ${at}`, 1));
  t.equal(taken.filter(count => count === 1).length, 300);
  t.equal(told.length, 400);
  t.equal(takes('known phone', 20), 20);
  pass(1_000);
  const newcomers = Array.from({ length: 60 }, (_, at) => takes(`newcomer ${at}`, 1));
  t.equal(newcomers.filter(count => count === 1).length, 40);
});

t.test('one host without a token leaves the others a quarter of that', async t => {
  const { takes, pass } = createBench();
  t.equal(takes('host', 1_000), 200);
  for (let second = 0; second < 10; second += 1) {
    pass(1_000);
    t.ok(takes('host', 500) <= 30);
    t.equal(takes('a phone at a new address', 5), 5);
  }
});

t.test('A connection reset before its acceptance costs nothing, but many are counted', async t => {
  const { takes, told } = createBench();
  t.equal(takes(undefined, 120), 0);
  t.same(told, []);
  t.equal(takes(undefined, 5), 0);
  t.same(told, Array(5).fill('reset'));
  t.equal(takes('phone', 20), 20, 'nobody else pays for it');
});

t.test('a connection beyond the limit is closed before there is a socket for it', async t => {
  const server = createServer(socket => socket.end('welcome'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  let left = 2;
  const asked: string[] = [];
  limitAccepting(server, {
    takes: address => {
      asked.push(address ?? '');
      left -= 1;
      return left >= 0;
    },
  });
  const { port } = server.address() as { readonly port: number };
  const call = async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    let heard = '';
    socket.on('data', (data: Buffer) => (heard += data.toString()));
    await once(socket, 'close');
    return heard;
  };
  t.same([await call(), await call(), await call()], ['welcome', 'welcome', '']);
  t.same(asked, ['127.0.0.1', '127.0.0.1', '127.0.0.1']);
});

t.test('a Node whose server is made otherwise accepts everything', t => {
  for (const server of [{}, { _handle: null }, { _handle: {} }])
    t.doesNotThrow(() => limitAccepting(server as unknown as Server, { takes: () => false }));
  t.end();
});

t.test('a host that connects without end is refused and named; a phone with a token comes in', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  await device.join(FIXED_TOKEN, 'phone', '127.0.0.4');
  const { port } = device.server;
  const knock = async () => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.66' });
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };
  const knocking = await Promise.all(Array.from({ length: 400 }, knock));
  while (device.incidents.filter(what => what === 'tooManyConnections').length < 352)
    await new Promise(resolve => setTimeout(resolve, 20));
  const phone = await device.join(FIXED_TOKEN, 'phone', '127.0.0.4');
  t.ok((await phone.call('state.get')).result);
  t.match(device.logger.lines, [{ message: /"what":"tooManyConnections","peer":"127.0.0.66"/ }]);
  for (const socket of knocking) socket.destroy();
});

t.test('a host that has passed a client’s session on cannot keep that client away', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const { token } = await device.access.admit('Ada', null);
  const [home, relay] = ['127.0.0.4', '127.0.0.66'];
  for (const from of [home, relay]) await device.join(token, 'phone', from);
  const { port } = device.server;
  const knocking = Array.from({ length: 400 }, () => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: relay });
    return socket.on('error', () => undefined);
  });
  t.teardown(() => knocking.forEach(socket => socket.destroy()));
  while (device.incidents.filter(what => what === 'tooManyConnections').length < 150)
    await new Promise(resolve => setTimeout(resolve, 20));
  const phone = await device.join(token, 'phone', home);
  t.ok((await phone.call('state.get')).result);
});
