import { once } from 'node:events';
import type { Socket } from 'node:net';
import t from 'tap';
import { connectClient, type FakeClient } from '../fakes/phones/client.js';
import { callByHttp } from '../rigs/control/rpc.js';
import { FIXED_TOKEN, startFakeDevice } from '../rigs/control/device.js';

t.test('a client that does not open its session is closed with 4401, one that did is not', async t => {
  const device = await startFakeDevice({ control: { bounds: { openWithinMs: 500 } } });
  t.teardown(device.stop);
  const [opened, idle, wrong] = [await device.join(), await device.connect(), await device.connect()];
  await wrong.open('wrong');
  t.same(await Promise.all([idle.closed, wrong.closed]), [4401, 4401]);
  t.same(device.incidents, ['wrongToken', 'wrongRequest', 'wrongRequest']);
  t.match(await callByHttp(device.origin, '', 'state.get'), { error: { code: 1001 } });
  t.equal(device.incidents.length, 4, 'nor is who shows no token passed over');
  t.ok((await opened.call('state.get')).result);
});

t.test('a flood is told to slow down, loses nothing, and harms nobody', async t => {
  let nowMs = 0;
  const clock = { epochMs: () => Date.now(), steadyMs: () => nowMs };
  const device = await startFakeDevice({ control: { clock } });
  t.teardown(device.stop);
  const [flood, other] = [await device.join(FIXED_TOKEN, 'floods'), await device.join()];
  const answers = await Promise.all(Array.from({ length: 300 }, () => flood.call('state.get')));
  t.equal(answers.filter(answer => answer.result !== undefined).length, 100, 'opening counts for nothing');
  t.match(answers.at(-1)?.error, { code: 1003, data: { reason: 'rateLimited', retryAfterMs: 20 } });
  flood.send('{');
  t.match(await flood.next(), { id: null, error: { code: 1003 } });
  flood.send({ jsonrpc: '2.0', method: 'player.pause' });
  t.match((await flood.call('state.get')).error, { code: 1003 }, 'by then the notification was read');
  t.ok((await other.call('state.get')).result);
  nowMs = 20;
  t.ok((await flood.call('state.get')).result);
  t.equal(device.agent.commands.length, 0, 'a notification beyond the limit is dropped');
});

t.test('The server drops a client that does not read, and slows nobody', async t => {
  const device = await startFakeDevice({ control: { bounds: { closeWithinMs: 100 } } });
  t.teardown(device.stop);
  const [slow, quick] = [await device.join(), await device.join()];
  await Promise.all([slow.call('state.subscribe'), quick.call('state.subscribe')]);
  slow.ws.pause();
  const notice = { code: 'x', message: 'y'.repeat(200_000) };
  // More than the kernel's buffers and the queue together hold.
  for (let count = 0; count < 100; count += 1) {
    const revision = device.agent.change({ notice });
    t.equal((await quick.next()).params?.['revision'], revision);
  }
  slow.ws.resume();
  t.match(String(await slow.closed), /^(4408|1006)$/);
  t.ok((await quick.call('state.get')).result);
});

t.test('A client that reads again in time learns why it was dropped', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const slow = await device.join();
  await slow.call('state.subscribe');
  slow.ws.pause();
  // One turn of the event loop: nothing is read, so the queue alone decides.
  for (let count = 0; count < 100; count += 1) {
    device.agent.change({ notice: { code: 'x', message: 'y'.repeat(200_000) } });
  }
  slow.ws.resume();
  t.equal(await slow.closed, 4408);
});

t.test('frames: 64 KiB is the largest, text the only kind', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const call = '{"jsonrpc":"2.0","id":"big","method":"state.get"}';
  const fits = await device.join();
  fits.send(call.padEnd(65_536));
  t.equal((await fits.next()).id, 'big');
  fits.send(call.padEnd(65_537));
  t.equal(await fits.closed, 1009);

  const pieces = await device.join();
  pieces.ws.send(call, { fin: false });
  for (let count = 0; count < 9; count += 1) pieces.ws.send(' '.repeat(8000), { fin: count === 8 });
  t.equal(await pieces.closed, 1009, 'in pieces too');

  const binary = await device.join();
  binary.ws.send(Buffer.from(call), { binary: true });
  t.equal(await binary.closed, 1003);

  const rubbish = await device.join();
  rubbish.ws.send(Buffer.from([0x7b, 0xff, 0xfe]), { binary: false });
  const refusal = await rubbish.next();
  t.match(refusal, { jsonrpc: '2.0', id: null, error: { code: -32700 } });
  t.strictSame(Object.keys(refusal as object).sort(), ['error', 'id', 'jsonrpc']);
  t.equal(await rubbish.closed, 1007);
  t.same(device.incidents, Array(4).fill('wrongRequest'), 'each is counted');
});

t.test('messages in pieces and deep nesting are read like any other', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const client = await device.join();
  client.ws.send('{"jsonrpc":"2.0","id":"torn",', { fin: false });
  client.ws.ping();
  client.ws.send('"method":"state.get"}', { fin: true });
  t.ok((await client.next()).result);
  const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
  client.send(`{"jsonrpc":"2.0","id":"deep","method":"player.pause","params":${deep}}`);
  t.ok((await client.next()).result);
  client.send(`{"jsonrpc":"2.0","id":"deep","method":"player.play","params":{"sourceId":${deep}}}`);
  t.match(await client.next(), { error: { code: -32602, data: { member: 'sourceId' } } });
  client.send(
    '{"jsonrpc":"2.0","id":"own","method":"player.pause","params":{"__proto__":{"a":1},"constructor":1}}',
  );
  t.ok((await client.next()).result);
});

/** What ws itself would never send. */
function socketOf(client: { ws: object }): Socket {
  return (client.ws as { _socket: Socket })._socket;
}

t.test('broken frames and half-closed connections end one client and nobody else', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const witness = await device.join();
  const frames: [string, number[]][] = [
    ['unmasked', [0x81, 0x02, 0x7b, 0x7d]],
    ['reserved bits', [0xf1, 0x80, 0, 0, 0, 0]],
    ['an unknown opcode', [0x83, 0x80, 0, 0, 0, 0]],
    ['a length of 2^63', [0x81, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
    ['a long ping', [0x89, 0xfe, 0x01, 0x00, 0, 0, 0, 0]],
  ];
  for (const [what, bytes] of frames) {
    const client = await device.join();
    socketOf(client).write(Buffer.from(bytes));
    t.match(String(await client.closed), /^(1002|1006|1009)$/, what);
  }
  const torn = await device.join();
  socketOf(torn).end(Buffer.from([0x81, 0xfe, 0x10]));
  await torn.closed;
  const reset = await device.join();
  await reset.call('state.subscribe');
  socketOf(reset).resetAndDestroy();
  device.agent.change({ volume: 3 });
  const closing = await device.join();
  closing.send({ jsonrpc: '2.0', id: 9, method: 'state.get' });
  closing.ws.close(1000);
  t.equal(await closing.closed, 1000);
  t.match((await witness.call('state.get')).result, { state: { volume: 3 } });
  t.same(device.incidents, Array(frames.length).fill('wrongRequest'), 'not who merely goes');
});

t.test('The server cuts a client that misses two pings', async t => {
  const device = await startFakeDevice({ control: { bounds: { pingEveryMs: 150 } } });
  t.teardown(device.stop);
  const alive = await device.join();
  const dead = await connectClient(device.url, { autoPong: false });
  let pings = 0;
  dead.ws.on('ping', () => (pings += 1));
  await dead.open(FIXED_TOKEN);
  t.equal(await dead.closed, 1006);
  t.equal(pings, 2);
  await once(alive.ws, 'ping');
  t.ok((await alive.call('state.get')).result);
});

t.test('a message in more than 64 fragments ends the connection', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const say = (client: FakeClient, pieces: number) => {
    const text = '{"jsonrpc":"2.0","id":1,"method":"state.get"}'.padEnd(pieces);
    for (let at = 0; at < pieces; at += 1) {
      const isLast = at === pieces - 1;
      client.ws.send(isLast ? text.slice(at) : text.slice(at, at + 1), { fin: isLast });
    }
  };
  const [patient, torn] = [await device.join(), await device.join()];
  say(patient, 64);
  t.match(await patient.next(), { id: 1, result: {} });
  say(torn, 65);
  t.equal(await torn.closed, 1008);
  t.same(device.incidents, ['wrongRequest']);
});

t.test('a client has its calls once, by however many sessions and requests', async t => {
  const clock = { epochMs: () => Date.now(), steadyMs: () => 0 };
  const device = await startFakeDevice({ control: { clock } });
  t.teardown(device.stop);
  const { token } = await device.access.admit('Ada', null);
  const sessions = [await device.join(token), await device.join(token, 'Ada', '127.0.0.2')];
  const ask = () => sessions.flatMap(each => Array.from({ length: 60 }, () => each.call('state.get')));
  const answers = await Promise.all(ask());
  t.equal(answers.filter(({ result }) => result !== undefined).length, 100);
  const refused = answers.find(({ error }) => error !== undefined);
  t.match(refused?.error?.data, { reason: 'rateLimited', limit: 'tooManyCalls', retryAfterMs: Number });
  const anew = await device.join(token);
  t.match((await anew.call('state.get')).error, { code: 1003 }, 'another session brings no more');
  t.match((await callByHttp(device.origin, token, 'state.get')).error, { code: 1003 });
  t.ok((await (await device.join()).call('state.get')).result, 'others have theirs');
});

t.test('The server counts calls without a token by peer, across sockets', async t => {
  const clock = { epochMs: () => Date.now(), steadyMs: () => 0 };
  const device = await startFakeDevice({ control: { clock } });
  t.teardown(device.stop);
  const { token } = await device.access.admit('Ada', null);
  const codes: (number | undefined)[] = [];
  for (const call of ['state.get', 'session.open', 'system.unpair']) {
    const stranger = await device.connect('127.0.0.2');
    await stranger.next();
    const params = call === 'session.open' ? { protocol: 2, client: { name: call } } : {};
    const asked = Array.from({ length: 40 }, () => stranger.call(call, params));
    for (const { error } of await Promise.all(asked)) codes.push(error?.code);
  }
  t.same(codes, [...Array<number>(100).fill(1001), ...Array<number>(20).fill(1003)]);
  t.equal(device.incidents.filter(what => what === 'wrongRequest').length, 100);
  t.equal(device.incidents.filter(what => what === 'tooManyCalls').length, 20);
  const lines = device.logger.lines.filter(({ message }) => message.includes('turned away'));
  t.match(lines, [{ message: /"what":"wrongRequest","peer":"127.0.0.2","reason":"No token"/ }]);
  t.match((await (await device.connect('127.0.0.3')).open()).error, { code: 1001 }, 'others have theirs');
  const ada = await device.join(token, 'Ada', '127.0.0.2');
  t.ok((await ada.call('state.get')).result, 'nor is a phone of the same address kept out');
});

t.test('under open access another name is no other client', async t => {
  const clock = { epochMs: () => Date.now(), steadyMs: () => 0 };
  const device = await startFakeDevice({ mode: 'open', control: { clock } });
  t.teardown(device.stop);
  let answered = 0;
  for (const name of ['one', 'two', 'three', 'four']) {
    const client = await device.connect('127.0.0.2');
    await client.open(undefined, name);
    const answers = await Promise.all(Array.from({ length: 40 }, () => client.call('state.get')));
    answered += answers.filter(({ result }) => result !== undefined).length;
  }
  t.equal(answered, 100 - 3, 'nor is one that opens nothing');
  t.ok(device.incidents.includes('tooManyCalls'));
  const other = await device.connect('127.0.0.3');
  await other.open(undefined, 'one');
  t.ok((await other.call('state.get')).result);
});

t.test('calls beyond the limit are left unread the longer the more there are', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const flood = await device.join(FIXED_TOKEN, 'floods');
  const fromMs = performance.now();
  const answers = await Promise.all(Array.from({ length: 600 }, () => flood.call('state.get')));
  const refused = answers.filter(({ error }) => error?.code === 1003).length;
  t.ok(refused > 100);
  const last = await flood.call('state.get');
  t.ok(
    performance.now() - fromMs >= refused,
    'two milliseconds each, but for those that were read with them',
  );
  t.ok(last.result !== undefined || Number(last.error?.data?.['retryAfterMs']) <= 20, 'no more is owed');
});

t.test('an answer larger than what may wait is no slow reading', async t => {
  const device = await startFakeDevice({ control: { bounds: { queueBytes: 200 } } });
  t.teardown(device.stop);
  const client = await device.join();
  t.ok(JSON.stringify((await client.call('rpc.discover')).result).length > 200);
  t.same(device.incidents, []);
});
