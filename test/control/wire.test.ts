/** What whoever listens, or stands in the middle, has of an invitation, its claim by link, a session and its use. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectTls, createServer as createTlsServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { claimInvitation } from '../../src/client/claim.js';
import { createControlClient } from '../../src/client/control-client.js';
import { loadNodeSocket } from '../../src/client/node-socket.js';
import type { Credential } from '../../src/client/opening.js';
import { textsOf } from '../fakes/machine/recording.js';
import { serverKeyOf } from '../fakes/phones/proof.js';
import { startFakeDevice } from '../rigs/control/device.js';
import { certificateIn, OTHER_CERTIFICATE, OTHER_KEY } from '../rigs/control/tls.js';

const WebSocket = await loadNodeSocket();
const PAGE_CLIENT = fileURLToPath(new URL('../../../test/fakes/phones/page-client.py', import.meta.url));
const WRONG = { code: 1001 };

/** Passes everything on, and keeps what went each way. */
async function startListener(t: Test, port: number) {
  const conversations: Buffer[][] = [];
  const heard: Buffer[] = [];
  const server = createServer(near => {
    const far = connect(port, '127.0.0.1');
    const said: Buffer[] = [];
    conversations.push(said);
    near.on('data', data => said.push(data));
    for (const side of [near, far]) side.on('data', data => heard.push(data)).on('error', () => undefined);
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => void server.close());
  const { port: own } = server.address() as AddressInfo;
  return { url: `ws://127.0.0.1:${own}/control`, conversations, heard: () => Buffer.concat(heard) };
}

async function online(t: Test, url: string, credential: Credential) {
  const client = createControlClient({ url, name: 'test', WebSocket, token: () => credential });
  t.teardown(() => client.stop());
  client.start();
  await client.whenOnline();
  return client;
}

t.test('a recording of it all holds no secret, and nothing of it opens a session again', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const wire = await startListener(t, device.server.port);
  const ada = await device.access.admit('Ada', null);
  const owner = await online(t, wire.url, ada);
  const { link } = await owner.invite({ role: 'owner' });
  const bob = await claimInvitation({ url: wire.url, code: link, name: 'Bob', WebSocket });
  const phone = await online(t, wire.url, { token: bob.token, id: bob.id });
  for (let volume = 0; volume < 50; volume += 1) await phone.call('player.setVolume', { volume });
  t.equal((await owner.call('access.list', {})).clients.length, 2);
  phone.stop();
  owner.stop();

  const said = wire.conversations.map(each => textsOf(Buffer.concat(each)));
  const everything = wire.heard().toString('latin1') + said.flat().join('\n');
  t.match(
    everything,
    /session\.open[^]*access\.invite[^]*access\.claim[^]*player\.setVolume/,
    'it was all heard',
  );
  const secret = link.split('#invite=')[1] ?? '';
  const keys = [ada.token, bob.token].flatMap(token => [token, serverKeyOf(token).toString('base64url')]);
  for (const hidden of [secret, ...keys]) t.notOk(everything.includes(hidden));
  t.notMatch(everything, /"token":|"code":"/);

  t.comment('said again, word by word: nobody is let in');
  for (const words of said) {
    const again = await device.connect();
    await again.next();
    for (const word of words) {
      const { method, params } = JSON.parse(word) as { method: string; params: object };
      t.match((await again.call(method, params)).error, WRONG, method);
    }
    again.ws.terminate();
  }
  t.comment('every word that was heard, as a token');
  const words = new Set(everything.match(/[\w-]{16,}/g));
  for (const [at, word] of [...words].entries()) {
    const stranger = await device.connect(`127.0.${1 + (at >> 6)}.${1 + (at & 63)}`);
    t.match((await stranger.open(word)).error, WRONG);
    stranger.ws.terminate();
  }
  t.equal(device.access.list().length, 2);
});

t.test('A relay with another certificate gains nothing by passing all on', async t => {
  const device = await startFakeDevice({ http: { tls: certificateIn(t.testdir()) } });
  t.teardown(device.stop);
  const relay = createTlsServer({ cert: OTHER_CERTIFICATE, key: OTHER_KEY }, near => {
    const far = connectTls({ port: device.server.port, host: '127.0.0.1', rejectUnauthorized: false });
    for (const side of [near, far]) side.on('error', () => undefined);
    near.pipe(far).pipe(near);
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  t.teardown(() => void relay.close());
  const ada = await device.access.admit('Ada', null);
  const { port } = relay.address() as AddressInfo;
  const straight = `https://127.0.0.1:${device.server.port}`;
  const run = (...words: string[]) => runPython('open', ...words);
  t.match(await run(straight, ada.token, ada.id), { role: 'owner', id: ada.id });
  t.match(
    await run(`https://127.0.0.1:${port}`, ada.token, ada.id),
    { code: 1001 },
    'a proof of another binding',
  );
  const client = createControlClient({
    url: `wss://127.0.0.1:${port}/control`,
    name: 'test',
    WebSocket,
    token: () => ({ token: ada.token, id: ada.id }),
  });
  t.teardown(() => client.stop());
  client.start();
  t.match(await client.whenOnline().catch((error: unknown) => error), { reason: 'unauthorized' });
  t.equal(client.state, null);
  const direct = await online(t, straight.replace('https', 'wss').concat('/control'), ada);
  const { link } = await direct.invite({ role: 'owner' });
  const claiming = claimInvitation({
    url: `wss://127.0.0.1:${port}/control`,
    code: link,
    name: 'Bob',
    WebSocket,
  });
  t.match(await claiming.catch((error: unknown) => error), { reason: 'unauthorized' }, 'nor a link');
  t.equal(device.access.list().length, 1);
});

t.test('a client in Python, of the page alone: by proof and by link', async t => {
  const device = await startFakeDevice();
  t.teardown(device.stop);
  const ada = await device.access.admit('Ada', null);
  t.match(await runPython('open', device.origin, ada.token, ada.id), { protocol: 2, id: ada.id });
  t.match(await runPython('open', device.origin, ada.token), { protocol: 2, id: ada.id });
  t.match(await runPython('open', device.origin, 'wrong'), { code: 1001 });
  const owner = await online(t, device.url, ada);
  const { link } = await owner.invite({});
  const claimed = await runPython('claim', device.origin, link.split('#invite=')[1] ?? '', 'Python');
  t.match(claimed, { token: /^[\w-]{43}$/, role: 'guest' });
  t.match(await runPython('open', device.origin, String(claimed['token']), String(claimed['id'])), {
    role: 'guest',
  });
});

/** What it printed, as the result or as the error. */
async function runPython(...words: string[]): Promise<Record<string, unknown>> {
  const child = spawn('python3', [PAGE_CLIENT, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [printed, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return JSON.parse(printed === '' ? complaint : printed) as Record<string, unknown>;
}
