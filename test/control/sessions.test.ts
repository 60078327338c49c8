import t from 'tap';
import { FIXED_TOKEN, startFakeDevice } from '../rigs/control/device.js';
import { connectLines } from '../rigs/control/rpc.js';

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

t.test('64 sessions; the next is told to come back, and a place freed is a place', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const clients = await Promise.all(
    upTo(64).map(at => device.join(FIXED_TOKEN, `phone ${at}`, `127.0.1.${at}`)),
  );
  const late = await device.connect();
  const { error } = await late.open(FIXED_TOKEN);
  t.match(error, { code: 1003, data: { reason: 'rateLimited', retryAfterMs: Number } });
  t.equal(await late.closed, 1013);
  t.ok((await clients[0]?.call('state.get'))?.result);
  clients[5]?.ws.terminate();
  await clients[5]?.closed;
  let opened = false;
  while (!opened) {
    const next = await device.connect();
    opened = (await next.open(FIXED_TOKEN)).result !== undefined;
  }
  t.ok(opened);
});

t.test('8 sessions a client, whatever it holds else; the next is told to come back', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const ada = (await device.access.admit('Ada', null)).token;
  for (const [token, name] of [
    [ada, 'any name'],
    [FIXED_TOKEN, 'hall'],
  ] as const) {
    const own = await Promise.all(upTo(8).map(() => device.join(token, name)));
    const late = await device.connect();
    const { error } = await late.open(token, name);
    t.match(error, { code: 1003, data: { reason: 'rateLimited', retryAfterMs: Number } });
    t.equal(await late.closed, 1013);
    for (const client of own) t.ok((await client.call('state.get')).result);
  }
  t.ok(
    (await (await device.join(FIXED_TOKEN, 'den')).call('state.get')).result,
    'the fixed token by its name',
  );
  t.match(device.incidents.filter(what => what === 'tooManySessions').length, 2);
});

t.test('Without a token a peer is one client, whatever names it gives', async t => {
  const device = await startFakeDevice({ mode: 'open' });
  t.teardown(device.stop);
  const open = async (name: string, address: string) => (await device.connect(address)).open(undefined, name);
  for (const at of upTo(8)) t.ok((await open(`phone ${at}`, '127.0.0.2')).result);
  t.equal((await open('phone 9', '127.0.0.2')).error?.code, 1003);
  t.ok((await open('phone 1', '127.0.0.3')).result, 'another peer');
});

t.test('one name under the fixed token is a client of each peer that bears it', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const remotes = await Promise.all(
    upTo(9).map(at => device.join(FIXED_TOKEN, 'Web remote', `127.0.0.${at + 1}`)),
  );
  await Promise.all(upTo(8).map(() => device.join(FIXED_TOKEN, 'Web remote')));
  const ninth = await device.connect('127.0.0.1');
  t.equal((await ninth.open(FIXED_TOKEN, 'Web remote')).error?.code, 1003);
  for (const remote of remotes) t.ok((await remote.call('state.get')).result);
});

t.test('16 sockets of a peer without a session; the next is closed, opened ones stay', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const opened = await device.join();
  const first = await device.connect();
  await Promise.all(upTo(15).map(() => device.connect()));
  const late = await device.connect();
  t.equal(await late.closed, 1013);
  t.match(await first.open(FIXED_TOKEN), { result: { protocol: 1 } });
  t.ok((await opened.call('state.get')).result);
  t.match(await (await device.connect()).open(FIXED_TOKEN), { result: { protocol: 1 } }, 'a place is free');
});

t.test('128 sockets without a session; the next of any peer is closed', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const opened = await device.join();
  for (const peer of upTo(8)) await Promise.all(upTo(16).map(() => device.connect(`127.0.2.${peer}`)));
  const late = await device.connect('127.0.3.1');
  t.equal(await late.closed, 1013);
  t.ok((await opened.call('state.get')).result);
  const lines = device.logger.lines.filter(({ message }) => message.includes('turned away'));
  t.match(lines, [{ level: 'warn', message: /"what":"tooManySockets","peer":"127.0.3.1"/ }], 'one line');
});

t.test('8 more at control.sock, however full the network is', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  for (const at of upTo(64)) await device.join(FIXED_TOKEN, `phone ${at}`, `127.0.1.${at}`);
  const open = async (name: string) => {
    const program = connectLines(device.socketPath);
    await program.next();
    return { program, answer: await program.call('session.open', { protocol: 1, client: { name } }) };
  };
  for (const at of upTo(8)) t.ok((await open(`program ${at}`)).answer.result);
  const { program, answer } = await open('one more');
  t.match(answer.error, { code: 1003, data: { reason: 'rateLimited', retryAfterMs: Number } });
  t.equal(await program.next(), null);
});
