/** Neighbours who advertise a known speaker, pass its proof on over TLS, and answer all else themselves. */
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import t, { type Test } from 'tap';
import { whyNotElsewhere } from '../rigs/cli/elsewhere.js';
import { entriesOf, inviteBy, setUpUser, startNeighbour, startWay } from '../rigs/cli/neighbourhood.js';
import { run } from '../rigs/cli/run.js';
import { FIXED_TOKEN } from '../rigs/control/device.js';

t.jobs = 4;
const options = { skip: whyNotElsewhere(), buffered: true };
const HANDSHAKE = 22;
const NOT_TOLD = { code: 64, stderr: /speakers have admitted you before/ };
const REFUSED = { code: 1, stderr: /another speaker.* id.*\n→ use the link of the invitation/ };

/** Passes TLS on to the speaker, and all else to himself; `own` connections over TLS he answers, too. */
async function startRelay(t: Test, { to, own, first = 0 }: { to: number; own: number; first?: number }) {
  let secure = 0;
  const server = createServer(near => {
    near.on('error', () => undefined);
    near.once('data', (bytes: Buffer) => {
      if (bytes[0] === HANDSHAKE) secure += 1;
      const far = connect(bytes[0] === HANDSHAKE && secure > first ? to : own, '127.0.0.1');
      far.on('error', () => near.destroy());
      far.write(bytes);
      near.pipe(far).pipe(near);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A stranger with the speaker's id, open to all, with a certificate of his own. */
const startStranger = async (t: Test) => startNeighbour(t, { deviceUuid: 'd0', name: 'Kitchen' }, 'open');

t.test(
  'digits reach only the speaker that has proven itself, behind its certificate',
  { ...options },
  async t => {
    for (const scheme of ['http', 'https'])
      for (const isTls of [false, true]) {
        const { device, claim, file, ctl } = await setUpUser(t);
        const stranger = await startStranger(t);
        await claim(`${scheme}://127.0.0.1:${device.server.port}`);
        const relay = await startRelay(t, { to: device.server.port, own: stranger.server.port });
        const { code } = await inviteBy(device);
        const url = `${isTls ? 'https' : 'http'}://127.0.0.1:${relay}`;
        t.match(await ctl('claim', String(code), '--url', url), { code: 0 }, `${scheme} ${isTls}`);
        t.same(stranger.access.list(), [], 'he is told no digits');
        t.same(stranger.incidents, [], 'and none that are wrong');
        t.equal(device.access.list().length, 2, 'the speaker has admitted the user again');
        t.match(
          readFileSync(file, 'utf8'),
          `"wss://127.0.0.1:${device.server.port}/control"`,
          'at its own address, over TLS',
        );
      }
  },
);

t.test('a link of a stranger does not take the place of a token', { ...options }, async t => {
  const { device, claim, file, ctl } = await setUpUser(t);
  await claim(device.origin);
  const kept = readFileSync(file, 'utf8');
  const stranger = await startStranger(t);
  for (const first of [0, 1]) {
    const relay = await startRelay(t, { to: device.server.port, own: stranger.server.port, first });
    const { link, code } = await inviteBy(stranger);
    for (const scheme of ['http', 'https']) {
      const url = `${scheme}://127.0.0.1:${relay}`;
      const own = String(link).replace(/^.*\/#/, `${url}/#`);
      t.match(await ctl('claim', own), { code: 1 }, `${scheme}, ${first} over TLS answered by himself`);
      t.match(await ctl('claim', String(code), '--url', url), { code: 1 });
    }
  }
  t.same(stranger.access.list(), [], 'nothing of his is claimed');
  t.equal(readFileSync(file, 'utf8'), kept);
});

t.test(
  'a speaker that has forgotten the user is told digits only at an address that he gives',
  { ...options },
  async t => {
    const { device, advertise, claim, ctl } = await setUpUser(t);
    await claim(device.origin);
    await device.access.revokeAll();
    const way = await startWay(t, device.server.port);
    advertise({ port: way.port, isTls: false });
    const { code } = await inviteBy(device);
    t.match(await ctl('claim', String(code)), NOT_TOLD);
    advertise({ port: device.server.port, isTls: false });
    t.match(await ctl('claim', String(code)), NOT_TOLD, 'also where it was: another may be there now');
    t.same(way.heard, []);
    t.match(await ctl('claim', String(code), '--url', `http://127.0.0.1:${way.port}`), REFUSED);
    t.match(await ctl('claim', String(code), '--url', device.origin), { code: 0 });
  },
);

t.test('an old token does not lead a command to an open stranger', { ...options }, async t => {
  const { device, advertise, claim, file, ctl } = await setUpUser(t);
  await claim(device.origin);
  writeFileSync(file, JSON.stringify({ speakers: { d0: { name: 'Kitchen', token: 'x'.repeat(43) } } }));
  const stranger = await startStranger(t);
  advertise({ port: stranger.server.port, isTls: true });
  t.match(await ctl('volume', '33'), { code: 1, stderr: /unauthorized/ });
  t.same(stranger.agent.commands, []);
});

t.test('the name of one known speaker with the id of another means neither', { ...options }, async t => {
  const { device, advertise, claim, file, ctl } = await setUpUser(t);
  await claim(device.origin);
  const { speakers } = JSON.parse(readFileSync(file, 'utf8')) as { speakers: { d0: object } };
  writeFileSync(file, JSON.stringify({ speakers: { ...speakers, d1: { ...speakers.d0, name: 'Bath' } } }));
  advertise({ port: device.server.port, isTls: false, name: 'Bath' });
  for (const word of ['Bath', 'bath', 'd1'])
    t.match(await ctl('volume', '33', '--device', word), { code: 1 }, word);
  t.match(await ctl('volume', '33', '--device', 'Bath'), {
    stderr: /has the id of "Kitchen", which may be another speaker than "Bath"/,
  });
  t.match(await ctl('volume', '--device', 'd0'), { code: 0, stdout: '35\n' });
});

t.test('names that only look like the name of a known speaker pass for it, too', { ...options }, async t => {
  const { device, advertise, claim, ctl } = await setUpUser(t);
  await claim(device.origin);
  const way = await startWay(t, device.server.port);
  for (const name of [
    'Kitchen #2 #2',
    'Kitchen (2) (2)',
    'Kitchen#2',
    'Kitchen \\239\\188\\136\\239\\188\\146\\239\\188\\137',
    'Kitchen\\007',
    'Ki\\205\\143tchen',
  ]) {
    advertise({ port: way.port, isTls: false, name, id: 'foe' });
    t.match(await ctl('volume', '33'), { code: 1, stderr: /may only pass for "Kitchen"/ }, name);
  }
  t.same(way.heard, [], 'it is not even asked');
});

t.test(
  'a known speaker does not take the name of another, unless the user says so',
  { ...options },
  async t => {
    const { device, env, advertise, claim, file, ctl } = await setUpUser(t);
    await claim(device.origin);
    const twin = await startNeighbour(t, { deviceUuid: 'd1', name: 'Kitchen' });
    const claimTwin = async (...words: string[]) =>
      ctl('claim', String((await inviteBy(twin))['link']), '--url', twin.origin, ...words);
    const names = () => Object.entries(entriesOf(file)).map(([id, { name }]) => `${id} ${name}`);
    const only = readFileSync(file, 'utf8');
    t.match(await claimTwin(), {
      code: 0,
      stdout: /has admitted you as guest\nAnother speaker .*--device='?d1/,
    });
    t.same(names(), ['d0 Kitchen', 'd1 d1']);
    t.match(await ctl('volume', '--url', twin.origin.replace('http:', 'https:')), { code: 0 });
    t.same(names(), ['d0 Kitchen', 'd1 d1'], 'nor later');
    advertise({ port: twin.server.port, isTls: true, id: 'd1' });
    t.match(await ctl('volume', '33', '--device', 'Kitchen'), { code: 0 }, 'the first, at its address');
    t.equal(device.agent.commands.length, 1);
    t.match(await ctl('claim', '123456'), NOT_TOLD);
    t.same(twin.agent.commands, []);
    t.match(await ctl('volume', '33', '--device', 'd1'), { code: 0 });
    t.match(await claimTwin('--replace'), { code: 0, stdout: /^Kitchen has admitted you as guest\nAnother/ });
    t.same(names(), ['d0 Kitchen', 'd1 d1'], 'who is known itself replaces nobody else');
    writeFileSync(file, only);
    t.match(await claimTwin('--replace'), {
      code: 0,
      stdout: /\nIt replaces Kitchen, whose token is gone\n/,
    });
    t.same(names(), ['d1 Kitchen']);
    t.match(await run(['ctl', 'volume', '33', '--device', 'Kitchen'], env), { code: 0 });
  },
);

t.test(
  'an address that was found is not kept, and no given token goes to a kept one',
  { ...options },
  async t => {
    const { device, advertise, file, ctl } = await setUpUser(t);
    const stranger = await startStranger(t);
    const relay = await startRelay(t, { to: device.server.port, own: stranger.server.port });
    advertise({ port: relay, isTls: false });
    t.match(await ctl('claim', String((await inviteBy(device))['link']), '--device', 'Kitchen'), { code: 0 });
    t.notMatch(readFileSync(file, 'utf8'), '"url"', 'nor that of a link that was claimed elsewhere');
    t.same(stranger.access.list(), []);
    rmSync(file);
    advertise({ port: device.server.port, isTls: true });
    t.match(await ctl('claim', String((await inviteBy(device))['code'])), { code: 0 });
    t.notMatch(readFileSync(file, 'utf8'), '"url"');
    t.match(await ctl('volume'), { code: 0, stdout: '35\n' });

    const way = await startWay(t, device.server.port);
    const entry = {
      name: 'Kitchen',
      token: 'x'.repeat(43),
      id: 'x',
      url: `ws://127.0.0.1:${way.port}/control`,
    };
    writeFileSync(file, JSON.stringify({ speakers: { d0: entry } }));
    t.match(await ctl('volume', '--token', FIXED_TOKEN, '--device', 'Kitchen'), { code: 0, stdout: '35\n' });
    t.same(way.heard, []);
  },
);
