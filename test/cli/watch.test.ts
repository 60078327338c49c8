/** `tonearm ctl watch` while somebody else holds the speaker's address. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import t, { type Test } from 'tap';
import { makeFolder } from '../rigs/cli/folder.js';
import { whyNotElsewhere } from '../rigs/cli/elsewhere.js';
import { inviteBy, setUpUser, startNeighbour } from '../rigs/cli/neighbourhood.js';
import { start } from '../rigs/cli/run.js';
import { FIXED_TOKEN } from '../rigs/control/device.js';
import { callByHttp } from '../rigs/control/rpc.js';

t.jobs = 4;
const options = { skip: whyNotElsewhere(), buffered: true };

/** An address, or the path of a socket, that can change hands: what comes there goes on to another. */
async function startAddress(t: Test, first: number | string, place: number | string = 0) {
  const open = new Set<Socket>();
  let holder = first;
  let lastsMs: number | null = null;
  let connections = 0;
  const server = createServer(near => {
    connections += 1;
    if (lastsMs !== null) setTimeout(() => near.destroy(), lastsMs);
    const far = typeof holder === 'string' ? connect(holder) : connect(holder, '127.0.0.1');
    for (const side of [near, far]) {
      open.add(side);
      side.on('error', () => undefined);
    }
    near.pipe(far).pipe(near);
  });
  const listen = async () => {
    if (typeof place === 'string') server.listen(place);
    else server.listen(place, '127.0.0.1');
    await once(server, 'listening');
  };
  const cut = () => {
    for (const side of open) side.destroy();
    open.clear();
  };
  const leave = async () => {
    const closed = once(server, 'close');
    server.close();
    cut();
    await closed;
  };
  await listen();
  t.teardown(leave);
  return {
    // The path of a socket has none.
    port: (server.address() as Partial<AddressInfo>).port ?? 0,
    listen,
    leave,
    get connections() {
      return connections;
    },
    /** Cuts what is open, and each connection after so many milliseconds; null: no more. */
    cutAfter(ms: number | null) {
      lastsMs = ms;
      cut();
    },
    hand(to: number) {
      holder = to;
      cut();
    },
  };
}

type Lines = AsyncIterator<string, undefined>;

const linesOf = (stream: Readable): Lines => createInterface({ input: stream })[Symbol.asyncIterator]();

/** Returns the next line that matches. */
async function lineOf(lines: Lines, pattern: RegExp): Promise<string> {
  for (;;) {
    const { value, done } = await lines.next();
    if (done === true) throw new Error(`no line matches ${pattern}`);
    if (pattern.test(value)) return value;
  }
}

/** A user who was admitted at an address that can change hands. */
async function setUpAt(t: Test, scheme: string) {
  const user = await setUpUser(t);
  const address = await startAddress(t, user.device.server.port);
  const at = `${scheme}://127.0.0.1:${address.port}`;
  await user.claim(at);
  return { ...user, address, at };
}

async function startWatch(t: Test, env: NodeJS.ProcessEnv, ...words: readonly string[]) {
  const watching = start(['ctl', 'watch', ...words], env);
  t.teardown(() => watching.kill('SIGKILL'));
  const [told, complaints] = [watching.stdout, watching.stderr].map(linesOf) as [Lines, Lines];
  await lineOf(told, /volume 35/);
  return { watching, told, complaints };
}

for (const [deviceUuid, says, remedy] of [
  ['d1', /another speaker, "Kitchen", answers at/, /choose the speaker with --device/],
  ['d0', /unauthorized: .* does not accept this token/, /may belong to a machine in the middle/],
] as const)
  t.test(
    `ctl watch outlasts a stranger with id ${deviceUuid} at the speaker’s address`,
    { ...options },
    async t => {
      const { device, address, at, env } = await setUpAt(t, 'https');
      const { watching, told, complaints } = await startWatch(t, env, '--url', at);
      const stranger = await startNeighbour(t, { deviceUuid, name: 'Kitchen' });
      address.hand(stranger.server.port);
      t.match(await lineOf(complaints, /tonearm/), says);
      t.match(await lineOf(complaints, /→/), remedy);
      t.same(stranger.access.list(), []);
      address.hand(device.server.port);
      await callByHttp(device.origin, FIXED_TOKEN, 'player.setVolume', { volume: 12 });
      await lineOf(told, /volume 12/);
      watching.kill('SIGTERM');
      t.same(await once(watching, 'close'), [0, null]);
    },
  );

t.test('ctl watch waits ever longer for what cuts each session', { ...options }, async t => {
  const { device, address, at, env } = await setUpAt(t, 'https');
  const { told } = await startWatch(t, env, '--url', at);
  const before = address.connections;
  address.cutAfter(1_000);
  await sleep(10_000);
  const count = address.connections - before;
  t.ok(count >= 1 && count < 12, `${count} connections in ten seconds`);
  address.cutAfter(null);
  await callByHttp(device.origin, FIXED_TOKEN, 'player.setVolume', { volume: 12 });
  await lineOf(told, /volume 12/);
});

t.test('ctl watch leaves a neighbour who passed its session on', { ...options }, async t => {
  const { device, address, advertise, env } = await setUpAt(t, 'https');
  const silent = createServer(near => near.on('error', () => undefined)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  t.teardown(() => void silent.close());
  const { port: nobody } = silent.address() as AddressInfo;
  const relay = await startAddress(t, device.server.port);
  address.hand(nobody);
  advertise({ port: relay.port, isTls: true });
  const { told, complaints } = await startWatch(t, env, '--device', 'd0');
  address.hand(device.server.port);
  relay.hand(nobody);
  await callByHttp(device.origin, FIXED_TOKEN, 'player.setVolume', { volume: 12 });
  await lineOf(told, /volume 12/);
  address.hand(nobody);
  t.match(await lineOf(complaints, /tonearm/), /cannot be reached/, 'what is wrong is said');
});

t.test('ctl watch of this machine’s speaker does not look for it elsewhere', { ...options }, async t => {
  const { device, advertise, env } = await setUpUser(t);
  const folder = makeFolder(t);
  const own = await startAddress(t, device.socketPath, join(folder, 'control.sock'));
  const stranger = await startNeighbour(t, { deviceUuid: 'd0', name: 'Kitchen' }, 'open');
  await callByHttp(stranger.origin, FIXED_TOKEN, 'player.setVolume', { volume: 66 });
  advertise({ port: stranger.server.port, isTls: true });
  const here = { ...env, TONEARM_RUNTIME_DIR: folder };
  const { told, complaints } = await startWatch(t, here, '--device', 'Kitchen');
  await own.leave();
  t.match(await lineOf(complaints, /tonearm/), /not running/);
  await callByHttp(device.origin, FIXED_TOKEN, 'player.setVolume', { volume: 12 });
  await own.listen();
  t.match(await lineOf(told, /volume/), /volume 12/);
});

t.test('ctl watch ends when the speaker removes its user', { ...options }, async t => {
  const { device, at, env } = await setUpAt(t, 'http');
  const { watching, complaints } = await startWatch(t, env, '--url', at);
  const [own] = device.access.list();
  const ended = once(watching, 'close');
  const said = lineOf(complaints, /tonearm/);
  await inviteBy(device);
  await callByHttp(device.origin, FIXED_TOKEN, 'access.revoke', { id: own?.id });
  t.match(await said, /unauthorized/);
  t.same(await ended, [1, null]);
});
