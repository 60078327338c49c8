import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { SpeakerConnection } from '../../src/client/connection.js';
import { LocalSocket } from '../../src/client/node-local-socket.js';
import { startFakeDevice } from '../rigs/control/device.js';
import { connectLines } from '../rigs/control/rpc.js';

t.test('a program on the device is greeted, admitted, and may open a session or not', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  t.equal(statSync(device.socketPath).mode & 0o777, 0o600);
  t.ok(statSync(device.socketPath).isSocket());
  const program = connectLines(device.socketPath);
  t.match(await program.next(), {
    method: 'server.hello',
    params: { auth: 'none', protocol: { min: 1, max: 2 } },
  });
  t.match(await program.call('state.get'), { id: 1, result: { state: { volume: 35 } } });
  await program.call('player.pause');
  t.equal(device.agent.commands.at(-1)?.cause.client, 'local');
  const open = { protocol: 1, client: { name: 'doctor' }, token: 'whatever' };
  t.match(await program.call('session.open', { ...open, protocol: 3 }), { error: { code: -32602 } });
  t.match(await program.call('session.open', open), { result: { protocol: 1 } });
  t.match(await program.call('session.open', open), { error: { code: -32600 } });
  await program.call('player.pause');
  t.equal(device.agent.commands.at(-1)?.cause.client, 'doctor');
  t.match(await program.call('access.invite'), { result: { code: /^\d{6}$/ } });
  t.match(await program.call('state.subscribe'), { result: { revision: Number } });
  device.agent.change({ volume: 3 });
  t.match(await program.next(), { method: 'state.changed', params: { changes: { volume: 3 } } });
  t.match(await program.call('system.unpair'), { result: {} });
  t.match(await program.call('state.get'), { result: {} }, 'no token was revoked here');
});

/** They come one after the other; each subscribes, and goes as `leave` does. */
async function checkPlaces(t: Test, programs: number, leave: (socket: Socket) => unknown): Promise<void> {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  for (let count = 1; count <= programs; count += 1) {
    const program = connectLines(device.socketPath);
    await program.next();
    const answer = await program.call('session.open', { protocol: 1, client: { name: 'status' } });
    t.match(answer, { result: { role: 'owner' } }, `the ${count}th`);
    if (answer.error !== undefined) break;
    await program.call('state.subscribe');
    await leave(program.socket);
  }
}

t.test('programs that came, subscribed and went keep no place', t =>
  checkPlaces(t, 40, socket => socket.destroy()),
);

t.test('A program that announces its end before going keeps no place', t =>
  checkPlaces(t, 12, async socket => {
    socket.end();
    // On a busy machine a program closes its socket only after it has been asked whether it still listens.
    await setTimeout(20);
    socket.destroy();
    await setTimeout(30);
  }),
);

t.test('the folder’s group has the socket where a service’s folder lets it in, and nowhere else', async t => {
  const rows: [folder: number, isRuntimeDirOfService: boolean, socket: number][] = [
    [0o750, true, 0o660],
    [0o700, true, 0o600],
    [0o755, true, 0o600],
    [0o750, false, 0o600],
  ];
  for (const [mode, isRuntimeDirOfService, expected] of rows) {
    const runtimeDir = join(t.testdir(), `${mode.toString(8)}-${String(isRuntimeDirOfService)}`);
    mkdirSync(runtimeDir);
    chmodSync(runtimeDir, mode);
    const device = await startFakeDevice({ control: { runtimeDir, isRuntimeDirOfService } });
    t.equal(statSync(join(runtimeDir, 'control.sock')).mode & 0o777, expected, runtimeDir);
    await device.stop();
  }
});

t.test('lines: torn, several at once, empty, wrong, too long', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const program = connectLines(device.socketPath);
  await program.next();
  const call = '{"jsonrpc":"2.0","id":"é","method":"system.info"}';
  const bytes = Buffer.from(`${call}\n`);
  for (const byte of bytes) program.socket.write(Buffer.of(byte));
  t.match(await program.next(), { id: 'é', result: {} });
  program.send(`${call}\r\n\n${call}`);
  t.match([await program.next(), await program.next()], [{ id: 'é' }, { id: 'é' }]);
  program.send('{');
  t.match(await program.next(), { id: null, error: { code: -32700 } });
  const plain = call.replace('é', 'e');
  program.send(plain.padEnd(65_536));
  t.match(await program.next(), { id: 'e', result: {} });
  program.send(plain.padEnd(65_537));
  t.match(await program.next(), { id: null, error: { code: -32600 } });
  t.equal(await program.next(), null, 'whoever sends such a thing is let go');

  const rubbish = connectLines(device.socketPath);
  await rubbish.next();
  rubbish.socket.write(Buffer.from([0xff, 0x0a]));
  t.match(await rubbish.next(), { error: { code: -32700 } });
  t.equal(await rubbish.next(), null);
});

t.test('A program that has said all gets its answers and leaves', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  let finish: (outcome: { revision: number }) => void = () => undefined;
  device.agent.answer = () => new Promise(resolve => (finish = resolve));
  const program = connectLines(device.socketPath);
  await program.next();
  const call = (id: number, method: string) => JSON.stringify({ jsonrpc: '2.0', id, method });
  program.socket.end(`${call(1, 'player.next')}\n${call(2, 'state.get')}`);
  t.match(await program.next(), { id: 2 });
  finish({ revision: 9 });
  t.match(await program.next(), { id: 1, result: { revision: 9 } });
  t.equal(await program.next(), null);
});

t.test('a flood and a peer that does not read harm nobody else; too many are let go', async t => {
  const clock = { epochMs: () => Date.now(), steadyMs: () => 0 };
  const device = await startFakeDevice({ control: { clock } });
  t.teardown(device.stop);
  const [flood, silent, phone] = [
    connectLines(device.socketPath),
    connectLines(device.socketPath),
    await device.join(),
  ];
  await flood.next();
  const calls = Array.from({ length: 150 }, (_, id) =>
    JSON.stringify({ jsonrpc: '2.0', id, method: 'state.get' }),
  );
  flood.send(calls.join('\n'));
  let refused = 0;
  for (let count = 0; count < 150; count += 1) if ((await flood.next())?.error?.code === 1003) refused += 1;
  t.equal(refused, 50);
  await silent.next();
  await silent.call('state.subscribe');
  silent.socket.pause();
  await phone.call('state.subscribe');
  const gone = new Promise(resolve => silent.socket.once('close', resolve));
  for (let count = 0; count < 60; count += 1) {
    device.agent.change({ notice: { code: 'x', message: 'y'.repeat(100_000) } });
    await phone.next();
  }
  silent.socket.resume();
  await gone;
  t.ok((await phone.call('state.get')).result);

  const many = Array.from({ length: 40 }, () => connectLines(device.socketPath));
  const [first, last] = [many[0], many.at(-1)];
  await first?.next();
  t.equal(await last?.next(), null, 'one of too many');
  t.match(await first?.call('state.get'), { result: {} });
});

t.test('it replaces what a killed agent left, goes with the agent, and fits a long path', async t => {
  const runtimeDir = join(t.testdir(), 'r'.repeat(100), 'run');
  mkdirSync(runtimeDir, { recursive: true, mode: 0o700 });
  const path = join(runtimeDir, 'control.sock');
  writeFileSync(path, 'left behind');
  const device = await startFakeDevice({ control: { runtimeDir } });
  t.ok(statSync(path).isSocket());
  const heard = new Promise<string>(resolve => {
    new SpeakerConnection({
      WebSocket: LocalSocket,
      url: path,
      onNotification: method => resolve(method),
      onClose: code => resolve(`closed ${code}`),
    });
  });
  t.equal(await heard, 'server.hello');
  const second = await startFakeDevice({ control: { runtimeDir } });
  await device.stop();
  t.ok(existsSync(path), 'it is the other one’s by now');
  await second.stop();
  t.notOk(existsSync(path));
  await second.control.stop();
});

t.test('a folder that others may write to, or that is none, costs the socket and one warning', async t => {
  const open = t.testdir({ open: {} });
  chmodSync(join(open, 'open'), 0o777);
  for (const runtimeDir of [join(open, 'open'), join(open, 'none')]) {
    const device = await startFakeDevice({ control: { runtimeDir } });
    t.notOk(existsSync(join(runtimeDir, 'control.sock')));
    t.match(device.logger.lines, [{ level: 'warn', message: /control socket/ }]);
    t.ok((await (await device.join()).call('state.get')).result);
    await device.stop();
  }
  const nobody = new Promise(resolve => {
    new SpeakerConnection({
      WebSocket: LocalSocket,
      url: join(open, 'none', 'control.sock'),
      onNotification: resolve,
      onClose: resolve,
    });
  });
  t.equal(await nobody, 1006);
});
