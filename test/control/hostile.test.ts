/** Whoever wants more than is theirs: each row is an attempt, and what it was worth is looked at from outside. */
import { createHash } from 'node:crypto';
import { TLSSocket } from 'node:tls';
import t, { type Test } from 'tap';
import { WebSocket } from 'ws';
import { connectClient, type FakeClient } from '../fakes/phones/client.js';
import { aNonce, follow, type Greeting, keysOf, prove } from '../fakes/phones/proof.js';
import { FIXED_TOKEN, startFakeDevice } from '../rigs/control/device.js';
import { callByHttp, discover, post } from '../rigs/control/rpc.js';
import { certificateIn } from '../rigs/control/tls.js';

const WRONG = { code: 1001 };
const AS_OWNER = { authorization: `Bearer ${FIXED_TOKEN}` };
const FORBIDDEN = { code: 1002 };

type Device = Awaited<ReturnType<typeof startFakeDevice>>;

/** An owner, and a guest who may set 40 at most. */
async function setUp(t: Test, options: Parameters<typeof startFakeDevice>[0] = {}) {
  const device = await startFakeDevice(options);
  t.teardown(device.stop);
  const owner = await device.join();
  const ada = await device.access.admit('Ada', null);
  const { result } = await owner.call('access.invite', { volumeMax: 40 });
  const claimed = await callByHttp(device.origin, '', 'access.claim', {
    code: result?.['code'],
    name: 'Bob',
  });
  return { device, owner, ada, bob: claimed.result as unknown as { token: string; id: string } };
}

async function greeted(device: Device, address = '127.0.0.1'): Promise<[FakeClient, Greeting]> {
  const client = await device.connect(address);
  return [client, (await client.next()).params as unknown as Greeting];
}

const open = (client: FakeClient, params: object) =>
  client.call('session.open', { protocol: 2, client: { name: 'x' }, ...params });

const say = (client: FakeClient, method: string, params: unknown) =>
  client.send({ jsonrpc: '2.0', method, params });

t.test('Notifications and unopened sessions give no guest forbidden powers', async t => {
  const { device, ada, bob } = await setUp(t);
  const { methods } = await discover(device.origin, FIXED_TOKEN);
  const guest = await device.join(bob.token);
  const [stranger] = await greeted(device);
  const params = {
    id: ada.id,
    url: 'http://127.0.0.1/',
    role: 'owner',
    name: 'x',
    code: '000000',
    volume: 99,
  };
  const before = device.agent.snapshot().revision;
  for (const { name } of methods) {
    if (name === 'access.claim' || name === 'session.open') continue;
    say(stranger, name, params);
    if (!/^(player\.(?!announce)|feedback|library\.(?!profile))/.test(name)) say(guest, name, params);
  }
  t.match((await stranger.call('state.get')).error, WRONG, 'all of them were taken');
  t.match((await guest.call('access.list')).error, FORBIDDEN);
  t.same(
    device.access.list().map(({ name }) => name),
    ['Ada', 'Bob'],
  );
  t.equal(device.agent.snapshot().revision, before);
  t.match((await device.join(ada.token)).ws.readyState, WebSocket.OPEN);
});

t.test('The server counts a guest’s forbidden calls and names the guest', async t => {
  const { device, ada, bob } = await setUp(t);
  const guest = await device.join(bob.token);
  const before = device.incidents.length;
  t.match((await guest.call('access.revoke', { id: ada.id })).error, FORBIDDEN);
  t.match((await guest.call('system.unpair')).error, FORBIDDEN);
  t.match(await callByHttp(device.origin, bob.token, 'access.invite'), { error: FORBIDDEN });
  t.same(device.incidents.slice(before), Array(3).fill('wrongRequest'));
  t.match(device.logger.lines.at(-1), {
    level: 'warn',
    message: /"peer":"127.0.0.1","reason":"Owners only","client":"Bob","method":"access.revoke"/,
  });
});

t.test('calls that come before the answer to the opening are no better for it', async t => {
  const { device, bob } = await setUp(t);
  const [client, hello] = await greeted(device);
  const proof = { protocol: 2, client: { name: 'x' }, ...prove(bob.token, hello) };
  const answers = await Promise.all([
    client.call('access.list'),
    client.call('session.open', { ...proof, proof: 'A'.repeat(43) }),
    client.call('state.get'),
    client.call('session.open', proof),
    client.call('session.open', { protocol: 1, client: { name: 'x' }, token: bob.token }),
    client.call('session.open', { protocol: 1, client: { name: 'x' }, token: FIXED_TOKEN }),
    client.call('access.list'),
    client.call('access.invite', { role: 'owner' }),
    client.call('state.get'),
  ]);
  t.match(
    answers.map(({ error, result }) => error?.code ?? result?.['role'] ?? 'done'),
    [1001, 1001, 1001, 1001, 'guest', -32600, 1002, 1002, 'done'],
    'a nonce that was tried is no good, and an open session stays what it is',
  );
});

t.test('a proof of one client is nobody else’s, and none of another connection', async t => {
  const { device, ada, bob } = await setUp(t);
  const rows: [string, (hello: Greeting, other: Greeting) => object][] = [
    ['a guest by an owner’s id', hello => ({ id: ada.id, ...prove(bob.token, hello, { id: ada.id }) })],
    [
      'a guest’s own, by an owner’s id',
      hello => ({ ...prove(bob.token, hello, { id: bob.id }), id: ada.id }),
    ],
    ['of a greeting elsewhere', (_, other) => prove(ada.token, other)],
    [
      'the nonces the other way round',
      ({ deviceUuid, nonce }) => {
        const own = aNonce();
        return { ...prove(ada.token, { deviceUuid, nonce: own }, { nonce }), nonce: own };
      },
    ],
    [
      'the server’s nonce as the client’s',
      hello => ({ ...prove(ada.token, { ...hello, nonce: aNonce() }), nonce: hello.nonce }),
    ],
    [
      'an id with what comes after it',
      hello => ({ ...prove(ada.token, hello, { id: `${ada.id},${hello.nonce}` }), id: ada.id }),
    ],
    ['of StoredKey', hello => prove(keysOf(ada.token).storedKey, hello)],
    ['of ServerKey', hello => prove(keysOf(ada.token).serverKey, hello)],
    [
      'other digits',
      hello => ({ nonce: aNonce(), proof: prove(ada.token, hello).proof.replaceAll(/\w/g, 'Ａ') }),
    ],
    [
      'with a zero behind it',
      hello => ({ ...prove(ada.token, hello), proof: `${prove(ada.token, hello).proof}\0` }),
    ],
    ['two proofs', hello => ({ ...prove(ada.token, hello), proof: prove(ada.token, hello).proof.repeat(2) })],
    ['four thousand characters', () => ({ nonce: aNonce(), proof: 'A'.repeat(4_096) })],
    ['the id of an object', hello => ({ ...prove(ada.token, hello), id: '__proto__' })],
    [
      'an answer that the speaker gave',
      hello => ({ nonce: aNonce(), proof: prove(ada.token, hello).answer }),
    ],
  ];
  const [, elsewhere] = await greeted(device);
  for (const [at, [what, make]] of rows.entries()) {
    const [client, hello] = await greeted(device, `127.0.4.${at + 1}`);
    t.match((await open(client, make(hello, elsewhere))).error, WRONG, what);
    t.match((await open(client, prove(ada.token, hello))).error, WRONG, `${what}: the nonce is spent`);
    client.ws.terminate();
  }
  const [client, hello] = await greeted(device, '127.0.4.200');
  const tooLong = { nonce: aNonce(), proof: 'A'.repeat(4_097) };
  t.match((await open(client, tooLong)).error, { code: -32602, data: { member: 'proof' } });
  t.match((await open(client, prove(ada.token, hello))).result, { id: ada.id }, 'what is no try costs none');
});

t.test(
  'a nonce is one for both: what was tried by an opening is no good for a claim, and the other way',
  async t => {
    const { device, owner, ada } = await setUp(t);
    const secretOf = async () => {
      const link = String((await owner.call('access.invite', {})).result?.['link']);
      return link.split('#invite=')[1] ?? '';
    };
    const secret = await secretOf();
    const [one, first] = await greeted(device);
    t.match((await open(one, prove('wrong', first))).error, WRONG);
    t.match((await one.call('access.claim', { ...follow(secret, first).shown, name: 'Eve' })).error, WRONG);
    const [two, second] = await greeted(device);
    t.match((await two.call('access.claim', { ...follow('wrong', second).shown, name: 'Eve' })).error, WRONG);
    t.match((await open(two, prove(ada.token, second))).error, WRONG);
    const [three, third] = await greeted(device);
    const { shown } = follow(secret, third);
    const twice = await Promise.all([
      three.call('access.claim', { ...shown, name: 'Eve' }),
      three.call('access.claim', { ...shown, name: 'Eve' }),
    ]);
    t.equal(twice.filter(({ result }) => result !== undefined).length, 1, 'one phone each');
  },
);

t.test('over TLS a proof is of this certificate, or of none', async t => {
  const device = await startFakeDevice({ http: { tls: { ...certificateIn(t.testdir()), only: false } } });
  t.teardown(device.stop);
  const ada = await device.access.admit('Ada', null);
  const url = device.url.replace('ws:', 'wss:');
  let seen = '';
  const connect = async (): Promise<[FakeClient, Greeting]> => {
    const client = await connectClient(url, { rejectUnauthorized: false });
    const { _socket: socket } = client.ws as unknown as { _socket: unknown };
    if (socket instanceof TLSSocket)
      seen = createHash('sha256').update(socket.getPeerCertificate().raw).digest('hex');
    return [client, (await client.next()).params as unknown as Greeting];
  };
  await connect();
  t.match(seen, /^[0-9a-f]{64}$/);
  const rows: [string, string, boolean][] = [
    ['its own', seen, true],
    ['none', '-', true],
    ['its own, in capitals', seen.toUpperCase(), false],
    ['another', 'f'.repeat(64), false],
    ['half of its own', seen.slice(0, 32), false],
    ['nothing', '', false],
    ['both', `${seen},-`, false],
  ];
  for (const [what, binding, isGood] of rows) {
    const [client, hello] = await connect();
    const { error, result } = await open(client, prove(ada.token, hello, { binding }));
    t.match(isGood ? result : error, isGood ? { id: ada.id } : WRONG, what);
    client.ws.terminate();
  }
  const [plain, hello] = await greeted(device);
  t.match(
    (await open(plain, prove(ada.token, hello, { binding: seen }))).error,
    WRONG,
    'over plain http none',
  );
});

t.test('Inherited and duplicate members give a caller no powers', async t => {
  const { device, owner, bob } = await setUp(t);
  for (const method of [
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'access',
    'access.__proto__',
    '',
  ])
    t.match((await owner.call(method, {})).error, { code: -32601 }, method);
  const texts = [
    '{"jsonrpc":"2.0","id":1,"method":"access.invite","params":{"__proto__":{"role":"owner"}}}',
    '{"jsonrpc":"2.0","id":1,"method":"access.invite","params":{"constructor":{"prototype":{"role":"owner"}}}}',
    '{"jsonrpc":"2.0","id":1,"__proto__":{"params":{"role":"owner"}},"method":"access.invite"}',
  ];
  for (const text of texts) {
    const { message } = await post(device.origin, text, AS_OWNER);
    const code = message?.result?.['code'];
    const claimed = await callByHttp(device.origin, '', 'access.claim', { code, name: 'x' });
    t.equal(claimed.result?.['role'], 'guest', text);
    await device.access.revoke(String(claimed.result?.['id']));
  }
  t.equal(({} as { role?: string }).role, undefined);
  const guest = await device.join(bob.token);
  guest.ws.send('{"jsonrpc":"2.0","id":"twice","method":"state.get","method":"access.list","params":{}}');
  t.match(
    await guest.next(),
    { id: 'twice', error: FORBIDDEN },
    'the last counts, for the role as for the deed',
  );
  const named = { protocol: 1, client: { __proto__: { name: 'x' } }, token: bob.token };
  const [stranger] = await greeted(device);
  t.match((await stranger.call('session.open', named)).error, {
    code: -32602,
    data: { member: 'client.name' },
  });
});

t.test('numbers that are none, or beyond all bounds', async t => {
  const { device, owner, bob } = await setUp(t);
  const invite = async (params: string) => {
    const text = `{"jsonrpc":"2.0","id":1,"method":"access.invite","params":${params}}`;
    return (await post(device.origin, text, AS_OWNER)).message?.error;
  };
  for (const [member, value] of [
    ['validMs', '1e400'],
    ['validMs', '-1e400'],
    ['validMs', '-86400000'],
    ['validMs', '0'],
    ['validMs', '1e300'],
    ['validMs', '"86400000"'],
    ['validMs', '[86400000]'],
    ['validMs', 'true'],
    ['volumeMax', '1e400'],
    ['volumeMax', '-1'],
    ['volumeMax', '50.5'],
    ['volumeMax', '{}'],
  ] as const) {
    t.match(await invite(`{"${member}":${value}}`), { code: -32602, data: { member } }, `${member} ${value}`);
  }
  const guest = await device.join(bob.token);
  guest.ws.send('{"jsonrpc":"2.0","id":"a","method":"player.setVolume","params":{"volume":1e400}}');
  t.match(await guest.next(), { id: 'a', error: { code: -32602 } });
  for (const params of [{ volume: 100 }, { offset: 100 }, { offset: 100, volumeMax: 100 }])
    t.ok((await guest.call('player.setVolume', params)).result, JSON.stringify(params));
  const set = device.agent.commands.map(({ command }) => command).filter(({ type }) => type === 'setVolume');
  t.match(set, [{ volume: 40 }, { volume: 40 }, { volume: 40 }], 'each is lowered to his own ceiling');
  t.match((await owner.call('access.list')).result, {
    clients: [{ name: 'Ada' }, { name: 'Bob', volumeMax: 40 }],
  });
});

t.test('An owner revokes by exact id, even itself; a guest revokes nobody', async t => {
  const { device, ada, bob } = await setUp(t);
  const guest = await device.join(bob.token);
  for (const id of [bob.id, ada.id]) t.match((await guest.call('access.revoke', { id })).error, FORBIDDEN);
  const owner = await device.join(ada.token);
  for (const id of ['__proto__', 'constructor', 'Ada', '*', ada.id.toUpperCase(), `${ada.id} `])
    t.match((await owner.call('access.revoke', { id })).error, { code: -32602, data: { member: 'id' } }, id);
  t.match((await owner.call('access.revoke', { id: ada.id })).error, { code: 2003 }, 'the last owner stays');
  const eve = await device.access.admit('Eve', null);
  t.match((await owner.call('access.revoke', { id: ada.id })).result, {}, 'one of two may go');
  t.equal(await owner.closed, 4401);
  const [client, hello] = await greeted(device);
  t.match((await open(client, prove(ada.token, hello))).error, WRONG);
  say(await device.join(eve.token), 'access.revoke', { id: eve.id });
  t.match((await device.join(eve.token)).ws.readyState, WebSocket.OPEN, 'nor by a notification');
});

t.test('digits guessed from many places, also by notifications, end; the link does not', async t => {
  const { device, owner } = await setUp(t);
  const { result } = await owner.call('access.invite', {});
  const { code, link } = result as { code: string; link: string };
  const wrong = code === '000000' ? '000001' : '000000';
  for (const place of [1, 2, 3, 4]) {
    const [client] = await greeted(device, `127.0.5.${place}`);
    for (let guess = 0; guess < 3; guess += 1) say(client, 'access.claim', { code: wrong, name: 'Eve' });
    t.match((await client.call('state.get')).error, WRONG);
    client.ws.terminate();
  }
  const [friend, hello] = await greeted(device, '127.0.5.100');
  t.match((await friend.call('access.claim', { code, name: 'Cleo' })).error, WRONG, 'the digits are over');
  const { shown } = follow(link.split('#invite=')[1] ?? '', hello);
  t.match((await friend.call('access.claim', { ...shown, name: 'Cleo' })).result, { role: 'guest' });
});

t.test('names: what cannot be seen is nobody’s, and what looks the same is told apart', async t => {
  const { device, owner } = await setUp(t);
  const invite = async () => String((await owner.call('access.invite', {})).result?.['code']);
  const claim = (code: string, name: string) => callByHttp(device.origin, '', 'access.claim', { code, name });
  const code = await invite();
  for (const name of ['', '\u200b', 'Ada\u202e', 'Ada\u0000', 'Ada\n', '\ufeff', 'x'.repeat(65), '\u3164'])
    t.match(
      (await claim(code, name)).error,
      { code: -32602, data: { member: 'name' } },
      JSON.stringify(name),
    );
  await device.access.revokeAll();
  await device.access.admit('Ada', null);
  for (const name of ['ＡＤＡ', 'Ada\u{e0061}', ' ada ']) {
    t.ok((await claim(await invite(), name)).result, JSON.stringify(name));
  }
  t.same(
    device.access.list().map(({ name }) => name),
    ['Ada', 'ＡＤＡ 2', 'Ada 3', 'ada 4'],
  );
  const phone = await device.join(FIXED_TOKEN, 'Eve\u{e0041}\u{e0042}');
  await phone.call('player.pause');
  t.equal(device.agent.commands.at(-1)?.cause.client, 'Eve', 'nor is it in what others are told of a deed');
});

t.test('The endpoint accepts a token alone, and nothing derived from it', async t => {
  const { device, ada } = await setUp(t);
  const { storedKey, serverKey } = keysOf(ada.token);
  const { proof } = prove(ada.token, { deviceUuid: 'd0', nonce: aNonce() });
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'state.get' });
  for (const [what, token] of Object.entries({
    storedKey,
    serverKey,
    proof,
    id: ada.id,
    'the empty one': '',
  }))
    t.equal((await post(device.origin, body, { authorization: `Bearer ${token}` })).status, 401, what);
  const asAda = { authorization: `Bearer ${ada.token}` };
  t.equal((await post(device.origin, body, asAda)).status, 200);
  for (const method of ['session.open', 'state.subscribe']) {
    const { error } = await callByHttp(device.origin, ada.token, method, {
      protocol: 1,
      client: { name: 'x' },
    });
    t.match(error, { code: -32601 }, method);
  }
  const batch = `[${body},${body}]`;
  t.match((await post(device.origin, batch, asAda)).message, { error: { code: -32600 } });
});

t.test('frames that are none: batches, depth, length; the session goes on', async t => {
  const { device, bob } = await setUp(t);
  const guest = await device.join(bob.token);
  const call = '{"jsonrpc":"2.0","id":"r","method":"access.list"}';
  const deep = 20_000;
  const rows: [string, string, number][] = [
    ['an empty batch', '[]', -32600],
    ['a batch', `[${call},${call}]`, -32600],
    ['a batch of notifications', '[{"jsonrpc":"2.0","method":"system.unpair"}]', -32600],
    [
      'deep params',
      `{"jsonrpc":"2.0","id":"r","method":"access.list","params":${'[['.repeat(deep / 2)}${']]'.repeat(deep / 2)}}`,
      1002,
    ],
    [
      'a deep id',
      `{"jsonrpc":"2.0","id":${'['.repeat(deep)}${']'.repeat(deep)},"method":"access.list"}`,
      -32600,
    ],
    ['a deep batch', `${'['.repeat(deep)}${']'.repeat(deep)}`, -32600],
    [
      'a deep commandId',
      `{"jsonrpc":"2.0","id":"r","method":"player.pause","params":{"commandId":${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}}}`,
      -32602,
    ],
    ['nothing', '', -32700],
    ['a number', '5', -32600],
    ['null', 'null', -32600],
    ['two calls', `${call}${call}`, -32700],
  ];
  for (const [what, text, code] of rows) {
    guest.ws.send(text);
    t.match((await guest.next()).error, { code }, what);
  }
  t.ok((await guest.call('state.get')).result);
  t.equal(device.access.list().length, 2);
});

t.test('a peer that floods does not keep a phone of the same address out, whose session stays', async t => {
  const { device, ada } = await setUp(t);
  const here = await device.join(ada.token);
  const flood = await Promise.all(Array.from({ length: 12 }, () => device.connect()));
  for (const each of flood)
    for (let count = 0; count < 120; count += 1)
      each.ws.send('{"jsonrpc":"2.0","id":"x","method":"state.get"}');
  const [client, hello] = await greeted(device);
  t.match((await open(client, prove(ada.token, hello))).result, { id: ada.id });
  t.ok((await here.call('state.get')).result);
  for (const each of flood) each.ws.terminate();
  // Wrong tokens of the same address beyond all patience: a good one is good all the same.
  for (let count = 0; count < 25; count += 1) {
    const [liar, greeting] = await greeted(device);
    t.match((await open(liar, prove('wrong', greeting))).error, { code: count < 20 ? 1001 : 1003 });
    liar.ws.terminate();
  }
  const [again, greeting] = await greeted(device);
  t.match((await open(again, prove(ada.token, greeting))).result, { id: ada.id });
});

t.test('a claim that finds 64 clients is told so, and the operator, once a minute at most', async t => {
  const { device, owner } = await setUp(t);
  const { result } = await owner.call('access.invite', {});
  for (let at = 2; at < 64; at += 1) await device.access.admit(`phone ${at}`, null);
  for (let count = 0; count < 5; count += 1) {
    const { error } = await callByHttp(device.origin, '', 'access.claim', {
      code: result?.['code'],
      name: 'x',
    });
    t.match(error, { code: 1003, data: { retryAfterMs: Number } });
  }
  t.equal(device.incidents.filter(what => what === 'tooManyClients').length, 5, 'counted');
  const lines = device.logger.lines.filter(({ message }) => message.includes('tooManyClients'));
  t.equal(lines.length, 1, 'one line');
  t.match(lines, [{ level: 'warn', message: /"peer":"127\.0\.0\.1"/ }]);
});
