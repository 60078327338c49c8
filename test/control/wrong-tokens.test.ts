import fc from 'fast-check';
import { networkInterfaces } from 'node:os';
import t from 'tap';
import { createIncidents } from '../../src/control/incidents.js';
import { createMistakes } from '../../src/control/mistakes.js';
import { toPeer } from '../../src/control/peer-rule.js';
import { connectClient } from '../fakes/phones/client.js';
import { createMemoryLogger, FIXED_TOKEN, startFakeDevice } from '../rigs/control/device.js';
import { post } from '../rigs/control/rpc.js';

const CALL = '{"jsonrpc":"2.0","id":1,"method":"state.get"}';
const own = Object.values(networkInterfaces())
  .flatMap(addresses => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

/** A device on every address, and a clock that stands still. */
async function guarded(mode: 'paired' | 'open' = 'paired') {
  const time = { nowMs: 0 };
  const clock = { epochMs: () => Date.now(), steadyMs: () => time.nowMs };
  const limits = { callBurst: 10_000, callsPerSecond: 10_000 };
  const device = await startFakeDevice({ mode, http: { host: '0.0.0.0' }, control: { clock, limits } });
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
  const phone = await device.access.admit('Ada', null);
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
  const phone = await device.access.admit('Ada', null);
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

t.test('a peer is an address; of IPv6 a /64, where it is neither link-local nor ours', t => {
  const near = [
    { family: 'IPv4', cidr: '192.0.2.7/24' },
    { family: 'IPv6', cidr: '2001:db8:1:2::7/64' },
    { family: 'IPv6', cidr: '2001:db8:f00::7/128' },
    { family: 'IPv6', cidr: '::/0' },
    { family: 'IPv6', cidr: null },
  ];
  const peers: Readonly<Record<string, string>> = {
    '192.0.2.9': '192.0.2.9',
    '::ffff:192.0.2.9': '192.0.2.9',
    '127.0.0.1': '127.0.0.1',
    '::1': '::1',
    'fe80::1%eth0': 'fe80::1%eth0',
    'febf::1': 'febf::1',
    '2001:db8:1:2::9': '2001:db8:1:2::9',
    '2001:db8:1:3::9': '2001:db8:1:3::/64',
    '2001:db8:1:3:a:b:c:d': '2001:db8:1:3::/64',
    '2001:DB8:1:3::': '2001:db8:1:3::/64',
    '2001:db8:f00::8': '2001:db8:f00:0::/64',
    '2001::': '2001:0:0:0::/64',
    'fec0::1': 'fec0:0:0:0::/64',
    '::2': '0:0:0:0::/64',
    '': '',
  };
  for (const [address, peer] of Object.entries(peers))
    t.equal(
      toPeer(address, () => near),
      peer,
      address,
    );
  fc.assert(
    fc.property(fc.ipV6(), fc.ipV6(), (one, other) => {
      const groups = (text: string) => toPeer(text, () => []).replace(/(:0)+::\/64$/, '');
      const isMapped = /^::ffff:|\./i;
      fc.pre(!isMapped.test(one) && !isMapped.test(other) && groups(one) !== groups(other));
      return one !== other;
    }),
  );
  t.end();
});

t.test('mistakes: in any minute, of so many peers at a time', t => {
  let nowMs = 0;
  const mistakes = createMistakes({ most: 3, withinMs: 60_000, steadyMs: () => nowMs });
  const waits: number[] = [];
  for (const atMs of [0, 30_000, 59_999, 60_000, 60_001, 90_000]) {
    nowMs = atMs;
    waits.push(mistakes.waitMs('a'));
    if (waits.at(-1) === 0) mistakes.note('a');
  }
  t.same(waits, [0, 0, 0, 0, 29_999, 0]);
  for (let count = 0; count < 3; count += 1) mistakes.note('b');
  for (let count = 0; count < 5_000; count += 1) mistakes.note(`crowd ${count}`);
  t.equal(mistakes.waitMs('b'), 0, 'of very many the oldest are forgotten');
  t.end();
});

t.test('the log: the first at once, then a line a minute that sums up, then none', async t => {
  const logger = createMemoryLogger();
  const incidents = createIncidents({ logger, onIncident: () => undefined, lineEveryMs: 200 });
  const lines = async (count: number) => {
    while (logger.lines.length < count) await new Promise(resolve => setTimeout(resolve, 20));
    return logger.lines.map(({ message }) => message);
  };
  incidents.note('wrongToken', '192.0.2.1');
  for (let count = 0; count < 50_000; count += 1) incidents.note('wrongToken', `192.0.2.${count % 200}`);
  incidents.note('tooManyCalls', null);
  incidents.note('admitted', '192.0.2.3', { client: 'Ada' });
  t.same(await lines(2), [
    'Clients were turned away. {"what":"wrongToken","peer":"192.0.2.1"}',
    'A client was admitted. {"what":"admitted","peer":"192.0.2.3","client":"Ada"}',
  ]);
  const peers = Array.from({ length: 8 }, (_, at) => `192.0.2.${at}`);
  t.equal(
    (await lines(3))[2],
    `Clients were turned away. ${JSON.stringify({ counts: { wrongToken: 50_000, tooManyCalls: 1 }, peers })}`,
  );
  await new Promise(resolve => setTimeout(resolve, 600));
  t.equal(logger.lines.length, 3, 'silence is not told');
  incidents.note('wrongToken', '192.0.2.1');
  t.equal(logger.lines.length, 4);
});
