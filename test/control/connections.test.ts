import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import type { PageRequest } from '../../src/contract/ports.js';
import { FIXED_TOKEN, type FakeDeviceOptions, startFakeDevice } from '../rigs/control/device.js';
import { ask } from '../rigs/control/requests.js';
import { certificateIn } from '../rigs/control/tls.js';

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

interface Line {
  readonly socket: Socket;
  isCut: boolean;
}

async function setUp(t: Test, http: FakeDeviceOptions['http'] = {}) {
  const lines: Line[] = [];
  const device = await startFakeDevice({ http: { timeOuts: { keepAliveTimeout: 600_000 }, ...http } });
  t.teardown(async () => {
    for (const { socket } of lines) socket.destroy();
    await device.stop();
  });
  /** A connection that says nothing by itself, from this address. */
  const call = async (localAddress: string): Promise<Line> => {
    const socket = connect({ port: device.server.port, host: '127.0.0.1', localAddress });
    const line = { socket, isCut: false };
    lines.push(line);
    socket.on('error', () => undefined);
    socket.on('close', () => (line.isCut = true));
    socket.resume();
    await once(socket, 'connect');
    return line;
  };
  /** One after the other. */
  const callOften = async (kept: Line[], count: number) => {
    while (count > 0) {
      kept.push(await call('127.0.0.2'));
      count -= 1;
    }
  };
  /** All that was sent to clients before has come to them once it answers. */
  const settle = async () => {
    for (let count = 0; count < 3; count += 1)
      await ask(device.origin, '/healthz', { localAddress: '127.0.0.99' });
  };
  const kept = (of: readonly Line[]) => of.map(({ isCut }, at) => (isCut ? -1 : at)).filter(at => at >= 0);
  /** Waits until so many are left, however long it takes; then who they are. */
  const whenKept = async (of: readonly Line[], count: number) => {
    while (kept(of).length > count) await settle();
    await settle();
    return kept(of);
  };
  return { device, call, callOften, settle, kept, whenKept };
}

t.test('48 connections a peer: the next one is closed at once', async t => {
  const { device, call, callOften, whenKept } = await setUp(t);
  const lines: Line[] = [];
  await callOften(lines, 48);
  const other = await call('127.0.0.3');
  await callOften(lines, 5);
  t.strictSame(await whenKept(lines, 48), [0, ...upTo(47)]);
  t.notOk(other.isCut);
  t.equal(device.incidents.filter(what => what === 'tooManyConnections').length, 5);
  const told = device.logger.lines.filter(({ message }) => message.includes('turned away'));
  t.match(told, [{ level: 'warn', message: /"what":"tooManyConnections","peer":"127.0.0.2"/ }]);
  t.equal(told.length, 1, 'one line');
});

t.test('opened sessions are not counted, until they are over', async t => {
  const { device, callOften, settle, kept, whenKept } = await setUp(t);
  const phones = [];
  for (const at of upTo(40)) phones.push(await device.join(FIXED_TOKEN, `phone ${at}`, '127.0.0.2'));
  const lines: Line[] = [];
  await callOften(lines, 48);
  await settle();
  t.equal(kept(lines).length, 48);
  for (const phone of phones) t.ok((await phone.call('state.get')).result);
  // It does not answer the farewell, and is there all the same.
  const [rude] = phones;
  (rude?.ws as unknown as { readonly _socket: Socket })._socket.pause();
  rude?.ws.send(Buffer.of(1), { binary: true });
  await once(rude?.ws ?? (device.server as never), 'close');
  t.equal((await whenKept(lines, 48)).length, 48, 'there is no place for it any more');
});

t.test('1,024 connections in all: the next one is closed, until a place is free', async t => {
  const { device, call, kept } = await setUp(t);
  const session = await device.join(FIXED_TOKEN, 'phone', '127.0.0.4');
  const lines: Line[] = [];
  for (const host of upTo(22))
    lines.push(...(await Promise.all(upTo(48).map(() => call(`127.0.4.${host}`)))));
  while (kept(lines).length > 1_024) await new Promise(resolve => setTimeout(resolve, 10));
  t.equal(kept(lines).length, 1_024);
  t.equal(device.incidents.filter(what => what === 'tooManyConnections').length, 22 * 48 - 1_024);
  t.ok((await session.call('state.get')).result, 'an open session stays');
  lines.find(({ isCut }) => !isCut)?.socket.destroy();
  const isAnswered = () =>
    ask(device.origin, '/healthz').then(
      () => true,
      () => false,
    );
  while (!(await isAnswered()));
  t.equal(kept(lines).length, 1_023);
});

t.test('The server names a resetting peer, or ignores it, over TLS too', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'tonearm-reset-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const peers = new Set<string | null>();
  const incidents = { note: (_: string, peer: string | null) => void peers.add(peer) };
  const tls = certificateIn(folder, { only: false });
  const device = await startFakeDevice({ control: { incidents }, http: { incidents, tls } });
  t.teardown(() => device.stop());
  t.ok((await (await device.join()).call('access.invite', { digits: true })).result, 'a code to guess at');
  const args = [
    fileURLToPath(new URL('../fakes/phones/resetter.js', import.meta.url)),
    `${device.server.port}`,
  ];
  // Nothing is accepted meanwhile: each of them is gone before.
  execFileSync(process.execPath, [...args, 'plain', '127.0.0.77']);
  const rude = spawn(process.execPath, [...args, 'tls', '127.0.0.78']);
  // Again and again nothing is read for a while, in which connections end.
  const lock = new Int32Array(new SharedArrayBuffer(4));
  const naps = setInterval(() => Atomics.wait(lock, 0, 0, 20), 1);
  await once(rude, 'close');
  clearInterval(naps);
  for (let count = 0; count < 3; count += 1) await ask(device.origin, '/healthz');
  t.strictSame(
    [...peers].filter(peer => peer !== '127.0.0.77' && peer !== '127.0.0.78'),
    [],
  );
});

t.test('a stop cuts whoever is connected', async t => {
  const { device, call } = await setUp(t);
  const { socket } = await call('127.0.0.2');
  await device.server.stop();
  t.equal(await text(socket).catch(() => ''), '');
});

t.test('16 requests of a connection may wait for their answers; one more ends it', async t => {
  const { device, call } = await setUp(t);
  const asking = (count: number) => 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(count);
  const [patient, hasty] = [await call('127.0.0.2'), await call('127.0.0.3')];
  let answers = '';
  patient.socket.on('data', (data: Buffer) => (answers += data.toString()));
  for (let round = 1; round <= 3; round += 1) {
    patient.socket.write(asking(16));
    while (answers.split('HTTP/1.1 200').length <= round * 16) await once(patient.socket, 'data');
  }
  t.same(device.incidents, []);
  hasty.socket.write(asking(17));
  await once(hasty.socket, 'close');
  t.same(device.incidents, ['tooManyCalls']);
});

t.test('no answer is made before the one ahead of it was taken', async t => {
  // More than the system keeps for two ends of a connection.
  const body = 'x'.repeat(16 * 1024 * 1024);
  const asked: string[] = [];
  const page = ({ path, peer }: PageRequest) => {
    asked.push(peer);
    return { status: 200, body: path === '/long' ? body : 'short' };
  };
  const { call, settle } = await setUp(t, { pages: [page] });
  const lines = await Promise.all(['127.0.0.2', '127.0.0.3'].map(call));
  const [reader, gone] = lines.map(({ socket }) => socket);
  const paths = ['/long', ...upTo(9).map(at => `/${at}`)];
  for (const { socket } of lines) {
    socket.pause();
    socket.write(paths.map(path => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`).join(''));
  }
  while (asked.length < 2) await settle();
  await settle();
  t.same(asked.toSorted(), ['127.0.0.2', '127.0.0.3']);
  gone?.destroy();
  let answered = 0;
  reader?.on('data', (data: Buffer) => (answered += data.toString().split('HTTP/1.1 200').length - 1));
  reader?.resume();
  while (answered < 10) await settle();
  t.same(asked.filter(peer => peer === '127.0.0.2').length, 10);
  t.same(asked.filter(peer => peer === '127.0.0.3').length, 1, 'nothing is made for who is gone');
});
