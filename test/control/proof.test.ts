/** Opening by a proof, as its page tells it, and what others may try instead. */
import t, { type Test } from 'tap';
import type { FakeClient } from '../fakes/phones/client.js';
import { aNonce, type Greeting, prove, serverKeyOf } from '../fakes/phones/proof.js';
import { type FakeDeviceOptions, FIXED_TOKEN, startFakeDevice } from '../rigs/control/device.js';
import { callByHttp, connectLines } from '../rigs/control/rpc.js';

const WRONG = { code: 1001, data: { reason: 'unauthorized' } };

async function setUp(t: Test, options: FakeDeviceOptions = {}) {
  const device = await startFakeDevice(options);
  t.teardown(device.stop);
  const ada = await device.access.admit('Ada', null);
  const bob = await device.access.admit('Bob', null);
  /** A socket, and what the speaker has said there. */
  const greeted = async (from?: string): Promise<[FakeClient, Greeting]> => {
    const client = await device.connect(from);
    return [client, (await client.next()).params as unknown as Greeting];
  };
  return { device, ada, bob, greeted };
}

const open = (client: FakeClient, more: object) =>
  client.call('session.open', { protocol: 2, client: { name: 'a' }, ...more });

t.test(
  'a proof opens, and the speaker proves itself; with the id, without, and by the fixed token',
  async t => {
    const { device, ada } = await setUp(t);
    const rows = [
      { token: ada.token, how: { id: ada.id }, opened: { protocol: 2, role: 'owner', id: ada.id } },
      { token: ada.token, how: {}, opened: { protocol: 2, role: 'owner', id: ada.id } },
      { token: FIXED_TOKEN, how: {}, opened: { protocol: 2, role: 'owner', id: undefined } },
    ];
    for (const { token, how, opened } of rows) {
      const client = await device.connect();
      t.match((await client.prove(token, how)).result, { ...opened, proof: /^[\w-]{43}$/ });
      t.match(await client.call('state.get'), { result: { revision: Number } });
    }
    const terms = {
      role: 'guest',
      validMs: 60_000,
      volumeMax: 40,
      by: { id: null, name: null, peer: null },
    } as const;
    const guest = await device.access.accept('Guest', null, terms);
    const client = await device.connect();
    t.match((await client.prove(guest.token, { id: guest.id })).result, {
      role: 'guest',
      volumeMax: 40,
      expiresAtMs: Number,
    });
  },
);

t.test('A recorded proof opens no other session', async t => {
  const { ada, greeted } = await setUp(t);
  const [client, hello] = await greeted();
  const { nonce, proof } = prove(ada.token, hello, { id: ada.id });
  const said = { id: ada.id, nonce, proof };
  t.match((await open(client, said)).result, { id: ada.id });
  const [other, greeting] = await greeted();
  t.not(greeting.nonce, hello.nonce);
  t.match((await open(other, said)).error, WRONG, 'on another socket');
  const fresh = prove(ada.token, greeting, { id: ada.id });
  t.match(
    (await open(other, { id: ada.id, nonce: fresh.nonce, proof: fresh.proof })).error,
    WRONG,
    'its nonce is used',
  );
});

t.test('a nonce of the speaker is good for one try, right or wrong, of two at once as well', async t => {
  const { ada, greeted } = await setUp(t);
  const [client, hello] = await greeted();
  const right = () => {
    const { nonce, proof } = prove(ada.token, hello, { id: ada.id });
    return { id: ada.id, nonce, proof };
  };
  t.match((await open(client, { ...right(), proof: 'A'.repeat(43) })).error, WRONG);
  t.match((await open(client, right())).error, WRONG, 'right, and too late');
  const [both, greeting] = await greeted();
  const tries = [1, 2].map(() => {
    const { nonce, proof } = prove(ada.token, greeting, { id: ada.id });
    return open(both, { id: ada.id, nonce, proof });
  });
  const [first, second] = await Promise.all(tries);
  t.match(first?.result, { id: ada.id });
  t.match(second?.error, { code: -32600 }, 'open already');
});

t.test('a proof of another token, id, device, nonce, binding or form is none', async t => {
  const { ada, bob, greeted } = await setUp(t);
  const rows: [string, (hello: Greeting) => object][] = [
    ['of the id of another', hello => ({ ...prove(ada.token, hello, { id: ada.id }), id: bob.id })],
    [
      'by one’s own token for another’s id',
      hello => ({ ...prove(ada.token, hello, { id: bob.id }), id: bob.id }),
    ],
    ['of an id that is not given', hello => prove(ada.token, hello, { id: ada.id })],
    ['of no id, where one is given', hello => ({ ...prove(ada.token, hello), id: ada.id })],
    ['of an unknown id', hello => ({ ...prove(ada.token, hello, { id: 'x' }), id: 'x' })],
    ['of another device', hello => prove(ada.token, { ...hello, deviceUuid: 'd1' })],
    ['of a nonce of one’s own', hello => prove(ada.token, { ...hello, nonce: aNonce() })],
    ['of another client nonce', hello => ({ ...prove(ada.token, hello), nonce: aNonce() })],
    ['of a certificate, over plain http', hello => prove(ada.token, hello, { binding: 'f'.repeat(64) })],
    ['of no binding', hello => prove(ada.token, hello, { binding: '' })],
    ['of an unknown token', hello => prove('x'.repeat(43), hello)],
    ['of the empty token', hello => prove('', hello)],
    ['made of the ServerKey', hello => prove(serverKeyOf(ada.token), hello)],
    ['empty', () => ({ nonce: aNonce(), proof: '' })],
    ['too short', hello => ({ ...prove(ada.token, hello), proof: prove(ada.token, hello).proof.slice(1) })],
    ['too long', hello => withProof(prove(ada.token, hello), proof => `${proof}A`)],
    ['with padding', hello => withProof(prove(ada.token, hello), proof => `${proof}=`)],
    ['of another alphabet', hello => withProof(prove(ada.token, hello), proof => ` ${proof}`)],
    ['the token itself', () => ({ nonce: aNonce(), proof: ada.token })],
    ['what is answered', hello => withProof(prove(ada.token, hello), (_, answer) => answer)],
  ];
  for (const [what, make] of rows) {
    // Each from an address of its own: twenty mistakes of one would be too many.
    const [client, hello] = await greeted(`127.0.1.${rows.findIndex(([name]) => name === what) + 1}`);
    t.match((await open(client, make(hello))).error, WRONG, what);
    t.match((await client.call('state.get')).error, WRONG, `${what}: opens nothing`);
    client.ws.terminate();
  }
});

function withProof(
  { nonce, proof, answer }: ReturnType<typeof prove>,
  change: (proof: string, answer: string) => string,
) {
  return { nonce, proof: change(proof, answer) };
}

t.test('nonces that are none are refused by name, and cost no try', async t => {
  const { ada, greeted } = await setUp(t);
  const [client, hello] = await greeted();
  for (const nonce of [
    '',
    'a'.repeat(23),
    'a'.repeat(129),
    `${'a'.repeat(23)}+`,
    `${'a'.repeat(31)}=`,
    5,
    null,
    [],
  ]) {
    const { proof } = prove(ada.token, hello, { nonce: String(nonce) });
    t.match(
      (await open(client, { nonce, proof })).error,
      { code: -32602, data: { member: 'nonce' } },
      String(nonce),
    );
  }
  t.match((await open(client, { proof: 'A'.repeat(43) })).error, { code: -32602, data: { member: 'nonce' } });
  for (const wrong of [5, null, {}]) {
    const more = { nonce: aNonce(), proof: wrong };
    t.match((await open(client, more)).error, { code: -32602, data: { member: 'proof' } });
    t.match((await open(client, { ...more, proof: '', id: wrong })).error, {
      code: -32602,
      data: { member: 'id' },
    });
  }
  for (const nonce of ['a'.repeat(24), 'z'.repeat(128)]) {
    const [other, greeting] = await greeted();
    const { proof } = prove(ada.token, greeting, { nonce });
    t.match((await open(other, { nonce, proof })).result, { id: ada.id }, `${nonce.length} are enough`);
  }
  const { nonce, proof } = prove(ada.token, hello);
  t.match((await open(client, { nonce, proof })).result, { id: ada.id }, 'this one was not tried yet');
});

t.test('by protocol 2 nobody is let in by the token itself, or by nothing', async t => {
  const { ada, greeted } = await setUp(t);
  for (const more of [
    { token: ada.token },
    { token: FIXED_TOKEN },
    {},
    { id: ada.id },
    { nonce: aNonce() },
  ]) {
    const [client] = await greeted();
    t.match((await open(client, more)).error, WRONG, JSON.stringify(Object.keys(more)));
  }
});

t.test('open access: a proof may be left out; a wrong one is wrong all the same', async t => {
  const { ada, greeted } = await setUp(t, { mode: 'open' });
  const [stranger] = await greeted();
  const guest = await open(stranger, {});
  t.same(guest.result, { protocol: 2, role: 'guest' });
  t.match((await stranger.call('access.invite')).error, WRONG);
  const [wrong] = await greeted();
  t.match((await open(wrong, { nonce: aNonce(), proof: 'A'.repeat(43) })).error, WRONG);
  t.match((await open(wrong, { nonce: aNonce() })).error, { code: -32602, data: { member: 'proof' } });
  t.match((await open(wrong, {})).result, { role: 'guest' }, 'then as a guest, on the same socket');
  const [owner, hello] = await greeted();
  const { nonce, proof, answer } = prove(ada.token, hello);
  t.match((await open(owner, { nonce, proof })).result, { role: 'owner', id: ada.id, proof: answer });
});

t.test(
  'twenty wrong proofs a minute from a peer, tokens among them; a right one is right all the same',
  async t => {
    const { device, ada, greeted } = await setUp(t);
    const tryWrong = async (from: string) => {
      const [client] = await greeted(from);
      const { error } = await open(client, { nonce: aNonce(), proof: 'A'.repeat(43) });
      client.ws.terminate();
      return error?.code;
    };
    const [client] = await greeted();
    for (let count = 0; count < 5; count += 1)
      t.equal(
        (await open(client, { nonce: aNonce(), proof: 'A'.repeat(43) })).error?.code,
        1001,
        'spent, and counted',
      );
    t.equal(client.ws.readyState, client.ws.OPEN, 'three wrong tokens close a socket, not wrong proofs');
    for (let count = 0; count < 10; count += 1) t.equal(await tryWrong('127.0.0.1'), 1001);
    for (let count = 0; count < 5; count += 1)
      t.equal((await callByHttp(device.origin, 'wrong', 'state.get')).error?.code, 1001);
    t.equal(await tryWrong('127.0.0.1'), 1003);
    t.equal(await tryWrong('127.0.0.2'), 1001, 'another peer is not concerned');
    t.match((await (await device.connect()).prove(ada.token)).result, { id: ada.id });
    t.match((await (await device.connect()).prove(FIXED_TOKEN)).result, { role: 'owner' }, 'on loopback');
  },
);

t.test('a revoked client: its session ends, and its proof is none any more', async t => {
  const { device, ada, bob } = await setUp(t);
  const client = await device.connect();
  await client.prove(ada.token, { id: ada.id });
  const owner = await device.connect();
  await owner.prove(bob.token, { id: bob.id });
  t.same((await owner.call('access.revoke', { id: ada.id })).result, {});
  t.equal(await client.closed, 4401);
  t.match((await (await device.connect()).prove(ada.token, { id: ada.id })).error, WRONG);
  t.match((await (await device.connect()).prove(ada.token)).error, WRONG);
});

t.test('three wrong tokens close a socket by protocol 1, as ever; and a proof may follow two', async t => {
  const { device, ada, greeted } = await setUp(t);
  const [client, hello] = await greeted();
  const wrong = (to: FakeClient) =>
    to.call('session.open', { protocol: 1, client: { name: 'a' }, token: 'wrong' });
  t.match((await wrong(client)).error, WRONG);
  t.match((await wrong(client)).error, WRONG);
  const { nonce, proof } = prove(ada.token, hello);
  t.match((await open(client, { nonce, proof })).result, { id: ada.id });
  const other = await device.connect();
  for (let count = 0; count < 3; count += 1) await wrong(other);
  t.equal(await other.closed, 4401);
});

t.test('programs on the device may say that they speak either', async t => {
  const { device } = await setUp(t);
  for (const protocol of [1, 2]) {
    const program = connectLines(device.socketPath);
    t.match((await program.next())?.params, { nonce: /^[\w-]{24,128}$/, protocol: { min: 1, max: 2 } });
    const { result } = await program.call('session.open', { protocol, client: { name: 'test' } });
    t.same(result, { protocol, role: 'owner' });
    t.match((await program.call('access.invite')).result, { code: /^\d{6}$/, link: /#invite=[\w-]{22}$/ });
    program.socket.destroy();
  }
});
