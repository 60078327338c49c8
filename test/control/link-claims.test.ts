/** Invitations of which no secret crosses the wire, and claims by link. */
import t, { type Test } from 'tap';
import type { FakeClient } from '../fakes/phones/client.js';
import { aNonce, follow, type Greeting, secretOf } from '../fakes/phones/proof.js';
import { FIXED_TOKEN, startFakeDevice } from '../rigs/control/device.js';
import { callByHttp, connectLines } from '../rigs/control/rpc.js';

const WRONG = { code: 1001, data: { reason: 'unauthorized' } };

async function setUp(t: Test) {
  const time = { ms: 1_000 };
  const clock = { epochMs: () => Date.now(), steadyMs: () => time.ms };
  const device = await startFakeDevice({ control: { clock } });
  t.teardown(device.stop);
  const ada = await device.access.admit('Ada', null);
  const owner = await device.connect();
  await owner.prove(ada.token, { id: ada.id });
  /** The secret of a new link, as its maker makes it. */
  const invite = async (terms: object = {}) => {
    const { result } = await owner.call('access.invite', terms);
    return { result, secret: secretOf(ada.token, String(result?.['nonce'])) };
  };
  const greeted = async (from?: string): Promise<[FakeClient, Greeting]> => {
    const client = await device.connect(from);
    return [client, (await client.next()).params as unknown as Greeting];
  };
  const claim = async (secret: string, name = 'Bob') => {
    const [client, hello] = await greeted();
    const link = follow(secret, hello);
    const { result, error } = await client.call('access.claim', { ...link.shown, name });
    client.ws.terminate();
    return { result, error, link };
  };
  return { device, ada, owner, invite, greeted, claim, time };
}

t.test('a link by POST /rpc is a wrong param, also where nobody more is admitted', async t => {
  const { device, greeted } = await setUp(t);
  while (device.access.list().length < 64) await device.access.admit('phone', null);
  const [client, hello] = await greeted();
  const { shown } = follow('a-secret-of-nobody', hello);
  const params = { ...shown, name: 'Bob' };
  const wrong = { code: -32602, data: { member: 'link' } };
  t.match((await callByHttp(device.origin, '', 'access.claim', params)).error, wrong);
  const { proof, ...unproven } = params;
  t.match((await client.call('access.claim', unproven)).error, { code: -32602, data: { member: 'proof' } });
  t.match((await client.call('access.claim', { ...unproven, proof })).error, { code: 1003 });
});

t.test('both ends make the secret and the token; neither is ever said', async t => {
  const { device, owner, invite, claim } = await setUp(t);
  const said: string[] = [];
  owner.ws.on('message', data => said.push((data as Buffer).toString()));
  const { result, secret } = await invite({ role: 'owner' });
  t.match(result, { url: 'http://speaker.local:8710', nonce: /^[\w-]{24,128}$/, expiresMs: 300_000 });
  t.same(
    Object.keys(result ?? {}).sort(),
    ['expiresMs', 'nonce', 'url'],
    'no digits unless they are asked for',
  );
  const { result: claimed, link } = await claim(secret);
  t.same(Object.keys(claimed ?? {}).sort(), ['id', 'nonce', 'proof', 'role']);
  const answered = String(claimed?.['nonce']);
  t.match(answered, /^[\w-]{24,128}$/);
  t.equal(claimed?.['proof'], link.answerTo(answered), 'the speaker knows the secret, too');
  const token = link.tokenOf(answered);
  for (const word of [secret, token]) t.notMatch(said.join(), word);
  const id = String(claimed?.['id']);
  t.match((await (await device.connect()).prove(token, { id })).result, { id, role: 'owner' });
  t.match(await callByHttp(device.origin, token, 'system.info'), { result: {} }, 'a bearer like any other');
  t.match((await claim(secret)).error, WRONG, 'good for one phone');
  for (const word of [secret, token]) {
    t.notMatch(JSON.stringify(device.clients.value), word);
    t.notMatch(device.logger.lines.map(({ message }) => message).join(), word);
  }
});

t.test('digits where they are asked for; the secret may still be given as a code', async t => {
  const { device, invite, owner } = await setUp(t);
  const { result } = await invite({ digits: true, volumeMax: 30 });
  t.match(result, { code: /^\d{6}$/, nonce: String, url: String });
  const byCode = await callByHttp(device.origin, '', 'access.claim', { code: result?.['code'], name: 'Bob' });
  t.match(byCode.result, { token: /^[\w-]{43}$/, role: 'guest' });
  const { secret } = await invite();
  const asCode = await callByHttp(device.origin, '', 'access.claim', { code: secret, name: 'Cleo' });
  t.match(asCode.result, { token: /^[\w-]{43}$/, role: 'guest' });
  const listed = (await owner.call('access.list')).result as unknown as { clients: object[] };
  t.match(listed.clients, [{ name: 'Ada' }, { name: 'Bob', volumeMax: 30 }, { name: 'Cleo' }]);
});

t.test(
  'protocol 1, POST /rpc and control.sock are answered the link, with digits; it may be claimed by a proof',
  async t => {
    const { device, claim } = await setUp(t);
    const old = await device.join();
    const program = connectLines(device.socketPath);
    await program.next();
    for (const ask of [
      () => old.call('access.invite'),
      () => callByHttp(device.origin, FIXED_TOKEN, 'access.invite'),
      () => program.call('access.invite'),
    ]) {
      const { result } = await ask();
      t.same(Object.keys(result ?? {}).sort(), ['code', 'expiresMs', 'link']);
      const secret = String(result?.['link']).split('/#invite=')[1] ?? '';
      t.match((await claim(secret)).result, { role: 'guest', proof: String });
    }
    program.socket.destroy();
  },
);

t.test(
  'a recorded claim, a used nonce, another’s proof: none admits anybody, none uses the link up',
  async t => {
    const { invite, greeted, claim, device } = await setUp(t);
    const { secret } = await invite();
    const { secret: another } = await invite();
    const [first, hello] = await greeted();
    const right = follow(secret, hello).shown;
    t.match(
      (await first.call('access.claim', { ...right, proof: 'A'.repeat(43), name: 'Eve' })).error,
      WRONG,
    );
    t.match((await first.call('access.claim', { ...right, name: 'Eve' })).error, WRONG, 'the nonce is used');
    const tries: ((hello: Greeting) => object)[] = [
      () => right,
      greeting => ({ ...follow(secret, greeting).shown, nonce: aNonce() }),
      greeting => ({ ...follow(secret, greeting).shown, link: follow(another, greeting).shown.link }),
      greeting => follow(secret, { ...greeting, deviceUuid: 'd1' }).shown,
      greeting => follow(secret, greeting, { binding: 'f'.repeat(64) }).shown,
      greeting => follow('no-secret-of-anybody--', greeting).shown,
      greeting => ({ ...follow(secret, greeting).shown, link: secret }),
      greeting => ({ ...follow(secret, greeting).shown, proof: '' }),
    ];
    for (const [at, make] of tries.entries()) {
      const [client, greeting] = await greeted();
      t.match(
        (await client.call('access.claim', { ...make(greeting), name: 'Eve' })).error,
        WRONG,
        String(at),
      );
      client.ws.terminate();
    }
    t.equal(device.access.list().length, 1);
    t.match((await claim(secret)).result, { role: 'guest' });
    t.match((await claim(another)).result, { role: 'guest' });
  },
);

t.test('a wrong proof of a link counts as one, and against no digits', async t => {
  const { device, invite, greeted, claim } = await setUp(t);
  const { result } = await invite({ digits: true });
  const { secret } = await invite();
  const wrong = async () => {
    const [client, greeting] = await greeted();
    const { error } = await client.call('access.claim', { ...follow('wrong', greeting).shown, name: 'Eve' });
    client.ws.terminate();
    return error?.code;
  };
  for (let count = 0; count < 20; count += 1) t.equal(await wrong(), 1001);
  t.equal(await wrong(), 1003);
  t.match((await claim(secret)).result, { role: 'guest' }, 'nobody guesses a link');
  const byCode = await callByHttp(device.origin, '', 'access.claim', { code: result?.['code'], name: 'Bob' });
  t.match(byCode.result, { role: 'guest' }, 'the digits were not guessed at');
});

t.test('wrong params of a claim by link', async t => {
  const { invite, device, greeted } = await setUp(t);
  const { secret } = await invite();
  const [client, hello] = await greeted();
  const { shown } = follow(secret, hello);
  const rows: [object, string][] = [
    [{ ...shown, nonce: undefined }, 'nonce'],
    [{ ...shown, nonce: 'short' }, 'nonce'],
    [{ ...shown, proof: undefined }, 'proof'],
    [{ ...shown, link: 5 }, 'link'],
    [{ ...shown, code: '123456' }, 'link'],
    [{ nonce: shown.nonce, proof: shown.proof }, 'code'],
  ];
  for (const [params, member] of rows) {
    const { error } = await client.call('access.claim', { name: 'Eve', ...params });
    t.match(error, { code: -32602, data: { member } }, member);
  }
  t.match((await client.call('access.claim', shown)).error, { code: -32602, data: { member: 'name' } });
  const byHttp = await callByHttp(device.origin, '', 'access.claim', { ...shown, name: 'Eve' });
  t.match(byHttp.error, { code: -32602, data: { member: 'link' } }, 'there is no nonce there');
  t.match(
    (await client.call('access.claim', { ...shown, name: 'Bob' })).result,
    { role: 'guest' },
    'no try yet',
  );
});

t.test('one link claimed by many at once admits one; what cannot be kept uses it up not', async t => {
  const { device, invite, claim } = await setUp(t);
  const { secret } = await invite();
  device.clients.failing = true;
  t.equal((await claim(secret)).error?.code, -32603);
  device.clients.failing = false;
  const claims = await Promise.all(Array.from({ length: 8 }, () => claim(secret)));
  t.equal(claims.filter(({ result }) => result !== undefined).length, 1);
  t.equal(device.access.list().length, 2);
});

t.test('after five minutes, after its inviter is gone, after a signing out, a link is none', async t => {
  const { device, ada, invite, claim, time, owner } = await setUp(t);
  const late = await invite();
  time.ms += 300_000;
  t.match((await claim(late.secret)).error, WRONG);
  const { secret } = await invite();
  await device.access.admit('Bob', null);
  t.same((await owner.call('access.revoke', { id: ada.id })).result, {});
  t.match((await claim(secret)).error, WRONG);
  const other = await device.connect();
  const cleo = await device.access.admit('Cleo', null);
  await other.prove(cleo.token, { id: cleo.id });
  const { result } = await other.call('access.invite');
  await other.call('system.unpair');
  t.match((await claim(secretOf(cleo.token, String(result?.['nonce'])))).error, WRONG);
});
