import t from 'tap';
import { LIMITS } from '../../src/contract/limits.js';
import { connectClient } from '../fakes/phones/client.js';
import { FIXED_TOKEN, startFakeDevice } from '../rigs/control/device.js';
import { callByHttp } from '../rigs/control/rpc.js';

t.test('the server speaks first', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const hello = await (await device.connect()).next();
  t.equal(hello.method, 'server.hello');
  t.type(hello.params?.['nowMs'], 'number');
  t.strictSame(
    { ...hello.params, nowMs: 0, nonce: '' },
    {
      protocol: { min: 1, max: 2 },
      deviceUuid: 'd0',
      name: 'Kitchen',
      version: '1.2.3',
      auth: 'token',
      pairing: 'paired',
      nowMs: 0,
      nonce: '',
      urls: ['http://speaker.local:8710'],
    },
  );
  const others = await Promise.all([1, 2, 3].map(async () => (await device.connect()).next()));
  const nonces = [hello, ...others].map(({ params }) => String(params?.['nonce']));
  t.ok(nonces.every(nonce => /^[\w-]{24,128}$/.test(nonce)));
  t.equal(new Set(nonces).size, nonces.length, 'a new one for everybody');
});

t.test('before the session is open everything is unauthorized, and nothing else is told', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const client = await device.connect();
  await client.next();
  for (const method of [
    'state.get',
    'state.subscribe',
    'player.pause',
    'system.info',
    'nope',
    'rpc.discover',
  ]) {
    t.match((await client.call(method, [])).error, { code: 1001, data: { reason: 'unauthorized' } }, method);
  }
  device.agent.change({ volume: 1 });
  t.equal(device.agent.commands.length, 0);
  t.match(await client.call('session.open', { protocol: 1, client: { name: 'a' }, token: FIXED_TOKEN }), {
    result: { protocol: 1 },
  });
});

t.test('session.open refuses wrong params, protocols and tokens, and may be tried again', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const client = await device.connect();
  await client.next();
  const good = { protocol: 1, client: { name: 'a' }, token: FIXED_TOKEN };
  const wrong: [object | unknown[], string][] = [
    [{}, 'protocol'],
    [[], 'params'],
    [{ ...good, protocol: '1' }, 'protocol'],
    [{ ...good, protocol: 1.5 }, 'protocol'],
    [{ ...good, client: undefined }, 'client'],
    [{ ...good, client: {} }, 'client.name'],
    [{ ...good, client: { name: '' } }, 'client.name'],
    [{ ...good, client: { name: 'x'.repeat(65) } }, 'client.name'],
    [{ ...good, client: { name: 'a\u0007' } }, 'client.name'],
    [{ ...good, client: { name: 'a\u0085' } }, 'client.name'],
    [{ ...good, token: 5 }, 'token'],
    [{ ...good, token: null }, 'token'],
  ];
  for (const [params, member] of wrong) {
    const { error } = await client.call('session.open', params);
    t.match(error, { code: -32602, data: { member } }, JSON.stringify(params));
  }
  for (const protocol of [0, 3, -1]) {
    for (const others of [good, {}, { client: { id: 'said in another way' } }]) {
      const { error } = await client.call('session.open', { ...others, protocol });
      t.match(error, { code: -32602, data: { member: 'protocol', min: 1, max: 2 } });
    }
  }
  for (const token of [undefined, '', `${FIXED_TOKEN}x`]) {
    t.match((await client.call('session.open', { ...good, token })).error, {
      code: 1001,
      data: { reason: 'unauthorized' },
    });
  }
  t.match(await client.call('session.open', { ...good, client: { name: '🎵'.repeat(64) } }), {
    result: { protocol: 1 },
  });
  t.equal((await client.call('session.open', good)).error?.code, -32600, 'once is enough');
});

t.test('a token in the address or in a header is none', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const headers = { authorization: `Bearer ${FIXED_TOKEN}`, cookie: `token=${FIXED_TOKEN}` };
  const client = await connectClient(`${device.url}?token=${FIXED_TOKEN}`, { headers });
  t.equal((await client.open()).error?.code, 1001);
  t.equal((await client.call('state.get')).error?.code, 1001);
});

t.test('open access needs no token, save to unpair', async t => {
  const device = await startFakeDevice({ mode: 'open' });
  t.teardown(device.stop);
  const stranger = await device.connect();
  t.equal((await stranger.next()).params?.['auth'], 'none');
  await stranger.call('session.open', { protocol: 1, client: { name: 'guest' }, token: 'an old one' });
  await stranger.call('player.pause');
  t.equal(device.agent.commands[0]?.cause.client, 'guest');
  t.match((await stranger.call('system.unpair')).error, { code: 1001, data: { reason: 'unauthorized' } });
  const owner = await device.join();
  t.same((await owner.call('system.unpair')).result, {});
});

t.test('whoever is not in the list goes by the name it gives itself', async t => {
  const device = await startFakeDevice({ mode: 'open' });
  t.teardown(device.stop);
  await device.access.admit('Anna', null);
  const stranger = await device.connect();
  await stranger.next();
  await stranger.call('session.open', { protocol: 2, client: { name: 'Anna' } });
  await stranger.call('player.pause');
  await (await device.join(FIXED_TOKEN, 'fixed')).call('player.pause');
  await callByHttp(device.origin, '', 'player.pause');
  t.same(
    device.agent.commands.map(({ cause }) => cause.client),
    ['Anna', 'fixed', 'http'],
  );
});

t.test('a cause bears the name under which a client was admitted', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const client = await device.join((await device.access.admit('Ada', null)).token, 'says Eve');
  await client.call('state.subscribe');
  await client.call('player.setVolume', { volume: 9 });
  t.match(await client.next(), { params: { cause: { client: 'Ada', method: 'player.setVolume' } } });
});

t.test('events follow the subscription without a gap, once each, to the caller too', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const [one, two, quiet] = [await device.join(), await device.join(), await device.join()];
  const first = await one.call('state.subscribe');
  await one.call('state.subscribe');
  await two.call('state.subscribe');
  t.match(first.result, { state: { volume: 35 } });
  const { result } = await one.call('player.setVolume', { volume: 40 });
  const revision = Number(first.result?.['revision']) + 1;
  t.equal(result?.['revision'], revision);
  for (const client of [one, two]) {
    const event = await client.next();
    t.equal(event.method, 'state.changed');
    t.match(event.params, { revision, changes: { volume: 40 }, cause: { client: 'phone' } });
  }
  device.agent.change({ muted: true, item: null });
  const event = await one.next();
  t.strictSame(event.params?.['changes'], { muted: true, item: null });
  t.equal(event.params?.['revision'], revision + 1);
  t.notOk('cause' in (event.params ?? {}), 'nobody did it');
  t.match((await quiet.call('state.get')).result, {
    revision: revision + 1,
    state: { volume: 40, muted: true },
  });
});

t.test('an answer never comes after an event it does not know of', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const client = await device.join();
  const seen: string[] = [];
  client.ws.on('message', data =>
    seen.push((JSON.parse((data as Buffer).toString()) as { method?: string }).method ?? 'answer'),
  );
  // The change comes in the very turn in which the call is answered.
  const snapshot = device.agent.snapshot.bind(device.agent);
  device.agent.snapshot = () => {
    const taken = snapshot();
    queueMicrotask(() => device.agent.change({ volume: 1 }));
    return taken;
  };
  const { result } = await client.call('state.subscribe');
  const event = await client.next();
  t.same(seen, ['answer', 'state.changed']);
  t.equal(event.params?.['revision'], Number(result?.['revision']) + 1);
});

t.test('A returning client learns what it missed while the agent knows it', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const client = await device.join();
  const start = device.agent.snapshot().revision;
  t.same((await client.call('state.subscribe', { sinceRevision: start })).result?.['changes'], []);
  device.agent.change({ volume: 1 }, { client: 'Ada', method: 'player.setVolume' });
  device.agent.change({ muted: true });
  const since = async (sinceRevision: number) =>
    (await client.call('state.subscribe', { sinceRevision })).result;
  t.strictSame((await since(start))?.['changes'], [
    { revision: start + 1, changes: { volume: 1 }, cause: { client: 'Ada', method: 'player.setVolume' } },
    { revision: start + 2, changes: { muted: true } },
  ]);
  t.match(await since(start + 2), { revision: start + 2, changes: [] });
  for (const unknown of [0, start - 1, start + 3, Number.MAX_SAFE_INTEGER])
    t.ok((await since(unknown))?.['state']);
  for (let count = 0; count < 999; count += 1) device.agent.change({ volume: count % 100 });
  t.ok((await since(start))?.['state'], 'the first change is forgotten');
  t.equal(((await since(start + 1))?.['changes'] as unknown[]).length, 1000);
});

t.test('nobody is told of what was in the time of another listener', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const { agent } = device;
  const phone = await device.join();
  const since = async (sinceRevision: number) =>
    ((await phone.call('state.subscribe', { sinceRevision })).result?.['changes'] as unknown[] | undefined)
      ?.length;
  for (const changes of [
    { account: { id: 'LI:2', name: 'Eve' } },
    { pairing: 'unpaired', account: null },
    // Where nobody is told whose it is.
    { pairing: 'unpaired' },
  ] as const) {
    const before = agent.change({ volume: 3 });
    const turn = agent.change(changes);
    agent.change({ volume: 4 });
    t.equal(await since(before - 1), undefined, JSON.stringify(changes));
    t.equal(await since(turn - 1), undefined, 'nor of who it was');
    t.equal(await since(turn), 1);
  }
});

t.test('notifications are obeyed and never answered, not even when they are wrong', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const client = await device.join();
  client.send({ jsonrpc: '2.0', method: 'player.pause' });
  client.send({ jsonrpc: '2.0', method: 'player.setVolume', params: { volume: 'x' } });
  client.send({ jsonrpc: '2.0', method: 'nope' });
  client.send({ jsonrpc: '2.0', id: 'last', method: 'state.get' });
  t.equal((await client.next()).id, 'last');
  t.strictSame(
    device.agent.commands.map(({ command }) => command.type),
    ['pause'],
  );
});

t.test('ids come back as they were; what is no call is answered with null', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const client = await device.join();
  for (const id of ['', 'a', -1.5, null, 2 ** 53]) {
    client.send({ jsonrpc: '2.0', id, method: 'state.get' });
    t.equal((await client.next()).id, id);
  }
  for (const text of ['[]', '{', '{"jsonrpc":"2.0","method":"a","id":{}}']) {
    client.send(text);
    const answer = await client.next();
    t.equal(answer.id, null);
    t.ok(answer.error);
  }
});

t.test('a revoked token ends its sessions, and no others', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const [adas, bobs] = [
    (await device.access.admit('Ada', null)).token,
    (await device.access.admit('Bob', null)).token,
  ];
  const [one, two, bob] = [await device.join(adas), await device.join(adas), await device.join(bobs)];
  const ada = device.access.list().find(client => client.name === 'Ada');
  await device.access.revoke(ada?.id ?? '');
  t.same(await Promise.all([one.closed, two.closed]), [4401, 4401]);
  t.ok((await bob.call('state.get')).result);
  t.equal((await (await device.connect()).open(adas)).error?.code, 1001);
});

t.test('stopping says goodbye, twice if need be, and listens to the engine no more', async t => {
  const device = await startFakeDevice();
  const client = await device.join();
  t.equal(device.agent.observers, 1);
  await Promise.all([device.control.stop(), device.control.stop()]);
  t.equal(await client.closed, 1001);
  t.equal(device.agent.observers, 0);
  await t.rejects(device.connect());
  await device.stop();
});

t.test('whoever has just come in may make as many calls at once as anybody', async t => {
  let nowMs = 0;
  const clock = { epochMs: () => Date.now(), steadyMs: () => nowMs };
  const device = await startFakeDevice({
    control: { clock },
    limits: { tooManyCalls: { ...LIMITS.tooManyCalls, burst: 3 } },
  });
  t.teardown(device.stop);
  const client = await device.join();
  for (let count = 0; count < 3; count += 1) t.ok((await client.call('state.get')).result);
  t.match((await client.call('state.get')).error, { code: 1003, data: { retryAfterMs: 20 } });
  nowMs = 20;
  t.ok((await client.call('state.get')).result);
});
