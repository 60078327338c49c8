/** What `tonearm ctl claim` shows an invitation to, and what it keeps of the speaker. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { dirname } from 'node:path';
import t, { type Test } from 'tap';
import { startFakeDevice } from '../rigs/control/device.js';
import { whyNotElsewhere } from '../rigs/cli/elsewhere.js';
import {
  entriesOf,
  inviteBy,
  setUpUser,
  startMeddler,
  startNeighbour,
  startWay,
} from '../rigs/cli/neighbourhood.js';
import { run } from '../rigs/cli/run.js';

t.jobs = 4;
const options = { skip: whyNotElsewhere(), buffered: true };
const HANDSHAKE = 22;
/** As ssh refuses another key of a host that it knows. */
const REFUSED = {
  code: 1,
  stderr: /has the id of "Kitchen", but does not accept the token .* was not used\n→ .*--replace\n$/,
};

/** A link that leads to another address. */
const linkTo = (link: unknown, port: number) => String(link).replace(/^.*\/#/, `http://127.0.0.1:${port}/#`);

/** Passes TLS on to the speaker, but for the first connections, and all else to `own`. */
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

t.test(
  'A claim goes over TLS where the speaker answers it, and is kept with its address',
  { ...options },
  async t => {
    for (const isTls of [true, false]) {
      const { device, advertise, file, ctl } = await setUpUser(t, 'paired', isTls);
      const way = await startWay(t, device.server.port);
      const { link, code } = await inviteBy(device);
      t.match(await ctl('claim', linkTo(link, way.port)), {
        code: 0,
        stdout: 'Kitchen has admitted you as guest\n',
      });
      const [{ id } = { id: '' }] = device.access.list();
      const url = `${isTls ? 'wss' : 'ws'}://127.0.0.1:${way.port}/control`;
      t.match(entriesOf(file), { d0: { name: 'Kitchen', id, url, tls: isTls } });
      t.equal(way.heard.at(-1)?.[0] === HANDSHAKE, isTls);
      advertise();
      t.match(await ctl('volume'), { code: 0, stdout: '35\n' });
      t.match(await ctl('claim', String(code), '--url', device.origin), { code: 1, stderr: /unauthorized/ });
    }
  },
);

t.test(
  'Digits are told only to the address that the user gives; a link leads by itself',
  { ...options },
  async t => {
    const { device, advertise, file, ctl } = await setUpUser(t);
    advertise({ port: device.server.port, isTls: true });
    const digits = String((await inviteBy(device))['code']);
    for (const words of [[], ['--device', 'Kitchen'], ['--device', 'd0'], ['--replace']])
      t.match(await ctl('claim', digits, ...words), {
        code: 64,
        stderr: /digits .* only to an address that you give\n→ use the link of the invitation, .*--url\n$/,
      });
    t.match(await ctl('claim', digits, '--url', device.origin), { code: 0 }, 'they are good still');
    rmSync(file);

    t.comment('what is found by its name is tried, and shown nothing that it can use');
    const link = String((await inviteBy(device))['link']);
    const stranger = await startNeighbour(t, { deviceUuid: 'foe', name: 'Kitchen' }, 'open');
    advertise({ port: stranger.server.port, isTls: true });
    t.match(await ctl('claim', link, '--device', 'Kitchen'), {
      code: 1,
      stderr: /is not the speaker that is meant/,
    });
    advertise({ port: stranger.server.port, isTls: true }, { port: device.server.port, isTls: false });
    t.match(await ctl('claim', link, '--device', 'Kitchen'), { code: 0 });
    t.match(entriesOf(file), { d0: { url: `wss://127.0.0.1:${device.server.port}/control` } });
    t.same(stranger.incidents, []);
  },
);

t.test(
  'Whoever bears the id of a known speaker takes the place of its token only where the user says so',
  { ...options },
  async t => {
    const { device: own, file, claim, ctl } = await setUpUser(t);
    const other = await startFakeDevice();
    t.teardown(other.stop);
    const words = async (kind: 'link' | 'code' = 'link') => [
      'claim',
      String((await inviteBy(other))[kind]),
      '--url',
      other.origin,
    ];
    await claim(own.origin);
    const kept = readFileSync(file, 'utf8');
    for (const kind of ['link', 'code'] as const) t.match(await ctl(...(await words(kind))), REFUSED);
    const late = await words();
    t.match(await ctl(...late), REFUSED);
    t.equal(readFileSync(file, 'utf8'), kept);
    t.same(other.access.list(), [], 'the invitation is not used up');
    t.match(await ctl('volume', '--url', own.origin), { code: 0, stdout: '35\n' });

    t.comment('a claim at the speaker itself is none of that, by another address, too');
    const way = await startWay(t, own.server.port);
    await claim(`http://127.0.0.1:${way.port}`);
    await claim(own.origin);

    t.comment('a speaker that has forgotten the user does not accept the token either');
    await own.access.revokeAll();
    const again = linkTo((await inviteBy(own))['link'], own.server.port);
    t.match(await ctl('claim', again), REFUSED);
    t.match(await ctl('claim', again, '--replace'), { code: 0 });
    t.match(await ctl('volume', '--url', own.origin), { code: 0, stdout: '35\n' });

    t.comment('whoever says so has his way, and is told what he loses');
    t.match(await ctl(...late, '--replace'), {
      code: 0,
      stdout: /^Kitchen has admitted you as guest\nIt no longer answers TLS.*\n$/,
    });
    t.match(await ctl('volume', '--url', other.origin), { code: 0, stdout: '35\n' });
  },
);

t.test(
  'A link of a stranger does not take the place of a token by passing its proof on',
  { ...options },
  async t => {
    const { device, claim, file, ctl } = await setUpUser(t);
    await claim(device.origin);
    const kept = readFileSync(file, 'utf8');
    const stranger = await startNeighbour(t, { deviceUuid: 'd0', name: 'Kitchen' }, 'open');
    for (const first of [0, 1])
      for (const scheme of ['http', 'https']) {
        const relay = await startRelay(t, { to: device.server.port, own: stranger.server.port, first });
        const link = linkTo((await inviteBy(stranger))['link'], relay).replace('http:', `${scheme}:`);
        t.match(await ctl('claim', link), { code: 1 }, `${scheme}, ${first} over TLS answered by himself`);
      }
    t.same(stranger.access.list(), [], 'nothing of his is claimed');
    t.equal(readFileSync(file, 'utf8'), kept);

    t.comment('nor without TLS');
    const meddler = await startMeddler(t, device.server.port);
    t.match(await ctl('claim', `http://127.0.0.1:${meddler.port}/#invite=rTq2mXb0f8VYc1oK7sZ4Lw`), REFUSED);
    t.same([meddler.asked, meddler.taken], [[], []], 'nobody opened a session there');
    t.equal(device.access.list().length, 1);
  },
);

t.test('An invitation is used up for no token that cannot be kept', { ...options }, async t => {
  const { device, env, file } = await setUpUser(t);
  const invite = async () => String((await inviteBy(device))['code']);
  const url = `http://127.0.0.1:${device.server.port}`;
  const code = await invite();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '{');
  t.match(await run(['ctl', 'claim', code, '--url', url], env), { code: 1, stderr: /is damaged/ });
  t.same(device.access.list(), []);
  rmSync(file);
  t.match(await run(['ctl', 'claim', code, '--url', url], env), { code: 0 }, 'it is good still');
  const [{ id: first } = { id: '' }] = device.access.list();

  t.comment('a disk that fails meanwhile');
  let connections = 0;
  const way = await startWay(t, device.server.port, () => {
    connections += 1;
    // The first is the claim's, the second asks whether the token that is kept is valid.
    if (connections !== 2) return;
    rmSync(file);
    mkdirSync(file);
  });
  const told = await run(['ctl', 'claim', await invite(), '--url', `http://127.0.0.1:${way.port}`], env);
  const lost = device.access.list().find(({ id }) => id !== first)?.id ?? 'none';
  t.equal(told.code, 1);
  t.match(told.stderr, 'cannot be read');
  t.match(told.stderr, `tonearm ctl phones remove ${lost}`, 'who is in without a token is named');
});
