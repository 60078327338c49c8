/** What `tonearm ctl claim` shows an invitation to, and what it keeps of the speaker. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import t from 'tap';
import { startFakeDevice } from '../rigs/control/device.js';
import { whyNotElsewhere } from '../rigs/cli/elsewhere.js';
import { entriesOf, inviteBy, setUpUser, startNeighbour, startWay } from '../rigs/cli/neighbourhood.js';
import { run } from '../rigs/cli/run.js';

t.jobs = 4;
const options = { skip: whyNotElsewhere(), buffered: true };
const HANDSHAKE = 22;
/** A link that leads to another address. */
const linkTo = (link: unknown, port: number) => String(link).replace(/^.*\/#/, `http://127.0.0.1:${port}/#`);

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
    for (const words of [[], ['--device', 'Kitchen'], ['--device', 'd0']])
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
  'A link that is claimed again replaces the token, and tells what is lost with it',
  { ...options },
  async t => {
    const { device: own, file, claim, ctl } = await setUpUser(t);
    const other = await startFakeDevice();
    t.teardown(other.stop);
    await claim(own.origin);
    await own.access.revokeAll();
    t.match(await ctl('volume', '--url', own.origin), { code: 1 }, 'the speaker has forgotten the user');
    await claim(own.origin);
    t.match(await ctl('volume', '--url', own.origin), { code: 0, stdout: '35\n' });

    t.comment('a speaker of that id which answers no TLS');
    const link = String((await inviteBy(other))['link']);
    t.match(await ctl('claim', link, '--url', other.origin), {
      code: 0,
      stdout: /^Kitchen has admitted you as guest\nIt no longer answers TLS.*\n$/,
    });
    t.match(entriesOf(file), { d0: { tls: false } });
    t.match(await ctl('volume', '--url', other.origin), { code: 0, stdout: '35\n' });
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
  const way = await startWay(t, device.server.port, () => {
    rmSync(file, { recursive: true });
    mkdirSync(file);
  });
  const told = await run(['ctl', 'claim', await invite(), '--url', `http://127.0.0.1:${way.port}`], env);
  const lost = device.access.list().find(({ id }) => id !== first)?.id ?? 'none';
  t.equal(told.code, 1);
  t.match(told.stderr, 'cannot be read');
  t.match(told.stderr, `tonearm ctl phones remove ${lost}`, 'who is in without a token is named');
});
