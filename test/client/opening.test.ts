/** What the client tells whoever answers: never its token, whatever is said. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { WebSocketServer } from 'ws';
import { claimInvitation } from '../../src/client/claim.js';
import { createControlClient } from '../../src/client/control-client.js';
import { loadNodeSocket } from '../../src/client/node-socket.js';
import type { Credential } from '../../src/client/opening.js';
import { aNonce, follow, type Greeting, prove, secretOf } from '../fakes/phones/proof.js';
import { inviteWith } from '../fakes/speaker/server.js';
import { FIXED_TOKEN, startFakeDevice } from '../rigs/control/device.js';
import { bench, faultOf } from '../rigs/client/bench.js';

const WebSocket = await loadNodeSocket();
const TOKEN = 'the-token-that-nobody-is-to-be-told-of-the-test';
const SECRET = 'rTq2mXb0f8VYc1oK7sZ4Lw';

type Said = Record<string, unknown>;

/** Says it is the speaker, and answers as it likes; keeps every word that it is told. */
async function startImpostor(
  t: Test,
  hello: object,
  answer: (method: string, params: Said, greeting: Greeting) => object,
  greetings = 1,
) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  t.teardown(() => {
    for (const client of server.clients) client.terminate();
    server.close();
  });
  const told: string[] = [];
  const ends: Promise<unknown>[] = [];
  server.on('connection', socket => {
    ends.push(once(socket, 'close'));
    const toGreeting = () => ({
      protocol: { min: 1, max: 2 },
      deviceUuid: 'd0',
      name: 'Kitchen',
      version: '1',
      auth: 'token',
      pairing: 'paired',
      nowMs: 0,
      nonce: aNonce(),
      ...hello,
    });
    const send = (message: object) => socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
    const greeting = toGreeting();
    send({ method: 'server.hello', params: greeting });
    for (let said = 1; said < greetings; said += 1) send({ method: 'server.hello', params: toGreeting() });
    socket.on('message', data => {
      told.push((data as Buffer).toString());
      const { id, method, params } = JSON.parse(told.at(-1) ?? '') as {
        id: number;
        method: string;
        params: Said;
      };
      send({ id, ...answer(method, params, greeting) });
    });
  });
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/control`;
  const methods = () => told.map(text => (JSON.parse(text) as { method: string }).method);
  return { url, told, methods, closed: () => Promise.all(ends) };
}

async function visit(t: Test, url: string, credential: Credential | string) {
  const client = createControlClient({ url, name: 'test', WebSocket, token: () => credential });
  t.teardown(() => client.stop());
  client.start();
  const fault = await faultOf(client.whenOnline(AbortSignal.timeout(10_000)));
  return { client, fault };
}

const OPENED = { result: { protocol: 2, role: 'owner' } };
const REFUSED = { error: { code: 1001, message: 'no', data: { reason: 'unauthorized' } } };

t.test('The client tells nothing more to a speaker with a wrong proof', async t => {
  const answers: Record<string, (params: Said, greeting: Greeting) => object> = {
    none: () => OPENED,
    'a made up one': () => ({ result: { ...OPENED.result, proof: 'A'.repeat(43) } }),
    'the client’s own': ({ proof }) => ({ result: { ...OPENED.result, proof } }),
    'of another token': ({ nonce }, greeting) => ({
      result: { ...OPENED.result, proof: prove('another', greeting, { nonce: String(nonce) }).answer },
    }),
  };
  for (const [what, answer] of Object.entries(answers)) {
    const impostor = await startImpostor(t, {}, (_, params, greeting) => answer(params, greeting));
    const { client, fault } = await visit(t, impostor.url, TOKEN);
    t.match(fault, { reason: 'unproven' }, what);
    t.equal(client.phase, 'unauthorized', 'not tried again');
    t.same([client.opened, client.state], [null, null]);
    t.same(impostor.methods(), ['session.open'], `${what}: it left`);
    t.notMatch(impostor.told.join(), TOKEN);
  }
});

t.test('no greeting, and no refusal, makes it show the token', async t => {
  const hellos: Record<string, object> = {
    'protocol 1 alone': { protocol: { min: 1, max: 1 } },
    'a nonce that is too short': { nonce: 'a'.repeat(23) },
    'a nonce that is too long': { nonce: 'a'.repeat(129) },
    'an empty nonce': { nonce: '' },
    'a nonce with a comma': { nonce: `${'a'.repeat(30)},-` },
    refused: {},
  };
  for (const [what, hello] of Object.entries(hellos)) {
    const impostor = await startImpostor(t, hello, () => REFUSED);
    const client = createControlClient({ url: impostor.url, name: 'test', WebSocket, token: () => TOKEN });
    client.start();
    await new Promise<void>(resolve =>
      client.onChange(() => {
        if (client.phase !== 'connecting') resolve();
      }),
    );
    t.match(client.error, { reason: /^(incompatible|malformed|unauthorized)$/ }, what);
    client.stop();
    t.notMatch(impostor.told.join(), TOKEN, what);
    t.notMatch(impostor.told.join(), '"protocol":1', what);
    t.ok(impostor.told.length <= 1, what);
  }
});

t.test('The client leaves an open speaker that refuses its proof', async t => {
  const answer = (method: string, { proof }: Said) => {
    if (method === 'session.open') return proof === undefined ? OPENED : REFUSED;
    return { error: { code: 2006, message: 'no', data: { reason: 'serviceError' } } };
  };
  const impostor = await startImpostor(t, { auth: 'none' }, answer);
  const { client, fault } = await visit(t, impostor.url, TOKEN);
  t.match(fault, { reason: 'unauthorized' });
  t.equal(client.opened, null);
  t.same(impostor.methods(), ['session.open'], 'nothing more is said');
  const open = await startImpostor(t, { auth: 'none' }, answer);
  await visit(t, open.url, { token: TOKEN, orGuest: true });
  t.same(open.methods().slice(0, 3), ['session.open', 'session.open', 'state.subscribe']);
  t.notMatch([...impostor.told, ...open.told].join(), TOKEN);
});

t.test('A speaker that greets twice sees one proof at most', async t => {
  const opening = await startImpostor(t, {}, () => ({}), 3);
  const client = createControlClient({ url: opening.url, name: 'test', WebSocket, token: () => TOKEN });
  t.teardown(() => client.stop());
  client.start();
  await new Promise<void>(resolve =>
    client.onChange(() => {
      if (client.phase === 'waiting') resolve();
    }),
  );
  const again = { reason: 'malformed', message: 'The speaker sent a second server.hello.' };
  t.match(client.error, again);
  client.stop();
  await opening.closed();
  t.ok(opening.told.length <= 1, 'a session is ended');
  for (const code of [SECRET, '493027']) {
    const impostor = await startImpostor(t, {}, () => ({ result: {} }), 3);
    const claiming = claimInvitation({ url: impostor.url, code, name: 'Bob', WebSocket });
    t.match(await faultOf(claiming), again);
    await impostor.closed();
    t.ok(impostor.told.length <= 1, 'a claim is ended');
  }
});

t.test('a speaker of other versions is told from one that cannot be reached, by a claim, too', async t => {
  // As a speaker greets that knows no proofs: it has no nonce.
  const older = await startImpostor(t, { protocol: { min: 1, max: 1 }, nonce: undefined }, () => OPENED);
  const newer = await startImpostor(t, { protocol: { min: 3, max: 9 } }, () => OPENED);
  for (const { url, told } of [older, newer]) {
    const { client, fault } = await visit(t, url, TOKEN);
    t.match(fault, { reason: 'incompatible', message: 'The speaker uses another protocol version.' });
    t.equal(client.phase, 'incompatible');
    for (const code of [SECRET, '493027']) {
      const claiming = claimInvitation({ url, code, name: 'Bob', WebSocket });
      t.match(await faultOf(claiming), { reason: 'incompatible' });
    }
    t.same(told, [], 'it is told nothing');
  }
});

t.test('nobody but the speaker of its claim is shown a proof', async t => {
  const impostor = await startImpostor(t, {}, () => REFUSED);
  const { client, fault } = await visit(t, impostor.url, { token: TOKEN, deviceUuid: 'another' });
  t.match(fault, { reason: 'unproven' });
  t.equal(client.phase, 'unauthorized', 'not tried again');
  t.same(impostor.told, []);
  const { fault: refused } = await visit(t, impostor.url, { token: TOKEN, deviceUuid: 'd0' });
  t.match([refused, impostor.methods()], [{ reason: 'unauthorized' }, ['session.open']]);
});

t.test('The client shows a token from TLS over nothing else', async t => {
  const impostor = await startImpostor(t, {}, () => OPENED);
  for (const orGuest of [false, true]) {
    const { client, fault } = await visit(t, impostor.url, { token: TOKEN, isOverTls: true, orGuest });
    t.match(fault, { reason: 'unauthorized', message: 'This speaker accepts TLS only.' });
    t.equal(client.phase, 'unauthorized', 'not tried again');
  }
  t.same(impostor.told, []);
});

t.test('an old token is told where no keys of it are kept, once; what is kept with its id never', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const fixed = await visit(t, device.url, { token: FIXED_TOKEN, isOld: true });
  t.match(
    fixed.client.opened,
    { protocol: 2, role: 'owner', proof: /^[\w-]{43}$/ },
    'its keys are there always',
  );
  const impostor = await startImpostor(t, {}, (_, { protocol }) => (protocol === 2 ? REFUSED : OPENED));
  await visit(t, impostor.url, { token: TOKEN, isOld: true });
  t.match(JSON.parse(impostor.told[1] ?? ''), { params: { protocol: 1, token: TOKEN } });
  const ada = await device.access.admit('Ada', null);
  const anew = await visit(t, device.url, { token: ada.token, id: ada.id });
  t.match(anew.client.opened, { protocol: 2, id: ada.id, proof: /^[\w-]{43}$/ });
});

t.test('a link is made where it is shown, and claimed without being told', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const ada = await device.access.admit('Ada', null);
  const { client } = await visit(t, device.url, ada);
  const made = await client.invite({ role: 'guest', volumeMax: 30 });
  t.match(made, { link: /^http:\/\/speaker\.local:8710\/#invite=[\w-]{22}$/, expiresMs: 300_000 });
  t.equal(made.code, undefined);
  t.match(await client.invite({ digits: true }), { code: /^\d{6}$/, link: String });
  const claimed = await claimInvitation({ url: device.url, code: made.link, name: 'Bob', WebSocket });
  t.match(claimed, { role: 'guest', token: /^[\w-]{43}$/, deviceUuid: 'd0', hello: { deviceUuid: 'd0' } });
  const bob = await visit(t, device.url, claimed);
  t.match(bob.client.opened, { role: 'guest', id: claimed.id, volumeMax: 30 });
  t.match(await faultOf(bob.client.invite({})), { reason: 'forbidden' });
  const program = await device.connect();
  await program.open(FIXED_TOKEN);
  t.match(
    (await program.call('access.invite')).result,
    { link: /#invite=[\w-]{22}$/, code: /^\d{6}$/ },
    'by protocol 1',
  );
});

t.test('the link is of the token and the nonce, whatever stands behind the address', async t => {
  const { speaker, client } = await bench(t);
  client.start();
  await client.whenOnline();
  const nonce = aNonce();
  for (const url of ['http://kitchen.local:8710', 'http://kitchen.local:8710/']) {
    speaker.answer('access.invite', () => ({ url, nonce, expiresMs: 5 }));
    const link = `http://kitchen.local:8710/#invite=${secretOf('good-token', nonce)}`;
    t.same(await client.invite({}), { link, expiresMs: 5 });
  }
  speaker.answer('access.invite', () => ({ url: 'http://k', nonce: 'short', expiresMs: 5 }));
  t.match(await faultOf(client.invite({})), { reason: 'malformed' });
});

t.test('a claim by link: who does not know its secret gives no token, and learns none', async t => {
  const answers: Record<string, object> = {
    'no proof': { id: 'a', role: 'owner', nonce: aNonce() },
    'a made up one': { id: 'a', role: 'owner', nonce: aNonce(), proof: 'A'.repeat(43) },
    'a token of its own': { id: 'a', role: 'owner', token: 'evil' },
  };
  for (const [what, result] of Object.entries(answers)) {
    const impostor = await startImpostor(t, {}, () => ({ result }));
    const claiming = claimInvitation({ url: impostor.url, code: SECRET, name: 'Bob', WebSocket });
    t.match(await faultOf(claiming), { reason: /^(unproven|malformed)$/ }, what);
    t.notMatch(impostor.told.join(), SECRET, what);
    t.same(impostor.methods(), ['access.claim'], what);
  }
  const short = await startImpostor(t, {}, (_, { nonce }, greeting) => {
    const { answerTo } = follow(SECRET, greeting, { nonce: String(nonce) });
    return { result: { id: 'a', role: 'owner', nonce: 'short', proof: answerTo('short') } };
  });
  const claiming = claimInvitation({ url: short.url, code: SECRET, name: 'Bob', WebSocket });
  t.match(await faultOf(claiming), { reason: 'unproven' }, 'a nonce that is too short');
  const { speaker } = await bench(t);
  inviteWith(speaker, SECRET);
  t.match(await claimInvitation({ url: speaker.url, code: SECRET, name: 'Bob', WebSocket }), { id: 'a' });
});
