import { networkInterfaces } from 'node:os';
import t from 'tap';
import { LIMITS } from '../../src/contract/limits.js';
import { createMeter } from '../../src/lib/meter.js';
import { createTokenCheck } from '../../src/control/access/token-check.js';
import { connectClient } from '../fakes/phones/client.js';
import { FIXED_TOKEN, startFakeDevice } from '../rigs/control/device.js';
import { post } from '../rigs/control/rpc.js';

const CALL = '{"jsonrpc":"2.0","id":1,"method":"state.get"}';

const own = Object.values(networkInterfaces())
  .flatMap(addresses => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

/** A device on every address, and a clock that stands still. */
async function guarded(mode: 'paired' | 'open' = 'paired') {
  const time = { nowMs: 0 };
  const clock = { epochMs: () => Date.now(), steadyMs: () => time.nowMs };
  const limits = { tooManyCalls: { ...LIMITS.tooManyCalls, burst: 10_000, perSecond: 10_000 } };
  const device = await startFakeDevice({ mode, http: { host: '0.0.0.0' }, control: { clock }, limits });
  const ask = (token: string, host = '127.0.0.1') =>
    post(`http://${host}:${device.server.port}`, CALL, { authorization: `Bearer ${token}` });
  return { device, time, ask };
}

t.test('three wrong tokens close a socket with 4401; two and a right one do not', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const wrong = await device.connect();
  const params = (token?: string) => ({ protocol: 1, client: { name: 'phone' }, token });
  await wrong.next();
  for (let count = 0; count < 3; count += 1)
    t.equal((await wrong.call('session.open', params('wrong'))).error?.code, 1001);
  t.equal(await wrong.closed, 4401);
  const slips = await device.connect();
  await slips.open('wrong');
  for (let count = 0; count < 9; count += 1) await slips.call('session.open', params());
  await slips.call('session.open', params('wrong'));
  t.ok((await slips.call('session.open', params(FIXED_TOKEN))).result, 'none is not a wrong one');
});

t.test('twenty wrong tokens a minute from a peer, by whatever way; then 1003, 429 on /rpc', async t => {
  const { device, time, ask } = await guarded();
  t.teardown(device.stop);
  const phone = (await device.access.admit('Ada', null)).token;
  for (let count = 0; count < 10; count += 1) t.equal((await ask(`wrong-${count}`)).status, 401);
  for (let count = 0; count < 10; count += 1) {
    const client = await device.connect();
    t.equal((await client.open(`wrong-${count}`)).error?.code, 1001);
    client.ws.terminate();
  }
  time.nowMs = 20_000;
  const refused = await ask('wrong');
  t.equal(refused.status, 429);
  t.equal(refused.headers['retry-after'], '40');
  t.match(refused.message, {
    id: 1,
    error: { code: 1003, data: { reason: 'rateLimited', retryAfterMs: 40_000 } },
  });
  const client = await device.connect();
  t.match((await client.open('wrong')).error, { code: 1003, data: { retryAfterMs: 40_000 } });
  t.equal((await ask(phone)).status, 200, 'a token given out is good all the same');
  t.equal((await ask(FIXED_TOKEN)).status, 200, 'on loopback, where a proxy may stand, the fixed one too');
  const other = await connectClient(device.url, { localAddress: '127.0.0.2' });
  t.equal((await other.open('wrong')).error?.code, 1001, 'another peer is not concerned');
  time.nowMs = 60_000;
  t.equal((await ask('wrong')).status, 401, 'after a minute it may try again');
  const kinds = new Set(device.incidents);
  t.same([...kinds].sort(), ['admitted', 'tooManyTokens', 'wrongToken']);
  t.equal(device.incidents.filter(what => what === 'wrongToken').length, 22);
  const lines = device.logger.lines.filter(({ message }) => message.includes('turned away'));
  t.match(lines, [{ level: 'warn', message: /"what":"wrongToken","peer":"127.0.0.1"/ }], 'one line');
  t.equal(lines.length, 1);
});

t.test('a peer in the network that guesses is not told when it is right', { skip: !own }, async t => {
  const { device, time, ask } = await guarded();
  t.teardown(device.stop);
  const phone = (await device.access.admit('Ada', null)).token;
  const metrics = (token: string) =>
    fetch(`http://${own}:${device.server.port}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  for (let count = 0; count < 20; count += 1)
    t.equal((await metrics('wrong')).status, 401, '/metrics counts');
  const refused = await metrics('wrong');
  t.equal(refused.status, 429);
  t.equal(refused.headers.get('retry-after'), '60');
  for (const path of [ask, (token: string, _host?: string) => metrics(token)]) {
    t.equal((await path(FIXED_TOKEN, own)).status, 429, 'the fixed token may be a word: not even looked at');
    t.equal((await path(phone, own)).status, 200, 'nobody guesses this one');
  }
  t.equal((await ask(FIXED_TOKEN)).status, 200, 'nobody else waits');
  time.nowMs = 60_000;
  t.equal((await ask(FIXED_TOKEN, own)).status, 200);
});

t.test('open access: tokens that nobody needs are not guessed either, and none is never wrong', async t => {
  const { device, ask } = await guarded('open');
  t.teardown(device.stop);
  for (let count = 0; count < 20; count += 1) t.equal((await ask('wrong')).status, 200);
  t.equal((await ask('wrong')).status, 429);
  t.equal((await post(device.origin, CALL)).status, 200);
});

t.test('a token longer than any that was given out is wrong without being compared', async t => {
  const fixedToken = 'f'.repeat(200);
  const told: string[] = [];
  let compared = 0;
  const clients = () => {
    compared += 1;
    return [];
  };
  const meter = createMeter(LIMITS, () => 0);
  const incidents = { note: (what: string) => void told.push(what) };
  for (const [fixed, longest] of [
    [null, 64],
    [fixedToken, 200],
  ] as const) {
    const check = createTokenCheck({ fixedToken: fixed, clients, incidents, meter });
    compared = 0;
    t.equal(check.byToken('x'.repeat(longest + 1), '10.0.0.9'), null);
    t.equal(compared, 0);
    t.equal(check.byToken('x'.repeat(longest), '10.0.0.9'), null);
    t.equal(compared, 1);
  }
  t.same(told, ['wrongToken', 'wrongToken', 'wrongToken', 'wrongToken']);
  const check = createTokenCheck({ fixedToken, clients, incidents, meter });
  t.ok(check.byToken(fixedToken, '10.0.0.9'));
});
