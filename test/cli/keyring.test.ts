/** Which way `tonearm ctl` goes with what it holds, whatever is advertised in the network. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import t from 'tap';
import { WebSocketServer } from 'ws';
import { openKnownSpeakers } from '../../src/cli/ctl/known-speakers.js';
import { FIXED_TOKEN, startFakeDevice } from '../rigs/control/device.js';
import { callByHttp } from '../rigs/control/rpc.js';
import { listen } from '../rigs/cli/listen.js';
import { run } from '../rigs/cli/run.js';
import { whyNotElsewhere } from '../rigs/cli/elsewhere.js';
import { entriesOf, keepEntries, setUpUser, startWay } from '../rigs/cli/neighbourhood.js';

t.jobs = 4;
const options = { skip: whyNotElsewhere(), buffered: true };
const KNOWN = new URL('../../src/cli/ctl/known-speakers.js', import.meta.url).href;
const HANDSHAKE = 22;

t.test('A client admitted over TLS keeps using TLS, whatever is advertised', { ...options }, async t => {
  const { device, advertise, claim, ctl } = await setUpUser(t);
  const way = await startWay(t, device.server.port);
  await claim(`https://127.0.0.1:${way.port}`);
  for (const isTls of [false, true]) {
    advertise({ port: way.port, isTls });
    t.match(await ctl('volume'), { code: 0, stdout: '35\n' });
  }
  t.ok(way.heard.length >= 3);
  t.ok(
    way.heard.every(first => first[0] === HANDSHAKE),
    'nothing else was said',
  );
  const named = await startWay(t, device.server.port);
  t.match(await ctl('volume', '--url', `http://127.0.0.1:${named.port}`), { code: 0, stdout: '35\n' });
  t.equal(named.heard.at(-1)?.[0], HANDSHAKE, 'once it has said who it is');
  t.equal(device.incidents.includes('wrongToken'), false, 'no proof was shown before');
});

t.test(
  'A client admitted without TLS uses its own address and no other without it',
  { ...options },
  async t => {
    const { device, advertise, claim, file, ctl } = await setUpUser(t);
    await claim(device.origin);
    const url = `ws://127.0.0.1:${device.server.port}/control`;
    const keep = (address: string) =>
      keepEntries(file, { d0: { ...entriesOf(file)['d0'], url: address, tls: false } });
    keep(url);
    const elsewhere = await startWay(t, device.server.port);
    advertise({ port: elsewhere.port, isTls: false });
    t.match(await ctl('volume'), { code: 0, stdout: '35\n' });
    advertise({ port: elsewhere.port, isTls: false }, { port: device.server.port, isTls: false });
    t.match(await ctl('volume', '--device', 'Kitchen'), { code: 0, stdout: '35\n' });
    keep('ws://127.0.0.1:9/control');
    t.match(await ctl('volume'), { code: 1 });
    t.same(elsewhere.heard, [], 'who advertises the same speaker elsewhere is not even asked');
    advertise({ port: elsewhere.port, isTls: true });
    t.match(await ctl('volume'), { code: 0, stdout: '35\n' }, 'but over TLS');
  },
);

for (const scheme of ['http', 'https']) {
  t.test(
    `a neighbour who advertises its id does not make ctl lose it (${scheme})`,
    { ...options },
    async t => {
      const { device, advertise, claim, ctl } = await setUpUser(t);
      await claim(`${scheme}://127.0.0.1:${device.server.port}`);
      // Of another speaker, which cannot prove itself, and of nobody at all.
      const neighbour = await startFakeDevice({ http: { tls: null } });
      t.teardown(neighbour.stop);
      for (const isTls of [false, true])
        for (const port of [neighbour.server.port, 9]) {
          advertise(
            { port, isTls, name: 'Neighbour' },
            { port: device.server.port, isTls: scheme === 'https' },
          );
          for (const device of ['d0', 'kitchen', 'neighbour'])
            t.match(
              await ctl('volume', '--device', device),
              { code: 0, stdout: '35\n' },
              `${device} ${isTls} ${port}`,
            );
        }
      t.equal(device.incidents.includes('wrongToken'), false);
    },
  );
}

t.test('Whoever bears the name of a known speaker gets none of its commands', { ...options }, async t => {
  const { device, advertise, claim, file, ctl } = await setUpUser(t, 'open');
  await claim(device.origin);
  // The speaker that has admitted this user has another id than the one that answers.
  writeFileSync(file, readFileSync(file, 'utf8').replace('"d0"', '"d1"'));
  const way = await startWay(t, device.server.port);
  for (const [name, id] of [
    ['Kitchen', 'd0'],
    ['d1', 'd0'],
    ['zz', 'Kitchen'],
  ] as const) {
    advertise({ port: way.port, isTls: false, name, id });
    for (const word of ['Kitchen', 'kitchen', 'd1'])
      t.match(await ctl('volume', '33', '--device', word), {
        code: 1,
        stderr: /is not the speaker that is meant/,
      });
    t.match(await ctl('volume', '33'), { code: 64, stderr: /several speakers answer/ });
  }
  t.same(way.heard, [], 'it is not even asked');
  advertise({ port: way.port, isTls: false });
  t.match(await ctl('volume', '--device', 'd0'), { code: 0, stdout: '35\n' }, 'by its id it is meant');
});

t.test(
  'a speaker that is called by the id or nearly the name of yours does not hide it',
  { ...options },
  async t => {
    const { device, advertise, claim, ctl } = await setUpUser(t);
    await claim(device.origin);
    const own = { port: device.server.port, isTls: false };
    advertise({ port: 9, isTls: false, name: 'd0', id: 'other' }, own);
    t.match(await ctl('volume', '--device', 'd0'), { code: 0, stdout: '35\n' });
    // The Kelvin sign, which is a k in lower case.
    advertise({ port: 9, isTls: false, name: '\\226\\132\\170itchen', id: 'other' }, own);
    t.match(await ctl('volume', '--device', 'Kitchen'), { code: 0, stdout: '35\n' });
  },
);

t.test('addresses that say nothing are not waited for one after the other', { ...options }, async t => {
  const { device, advertise, claim, ctl } = await setUpUser(t);
  const heard: Socket[] = [];
  let isSilent = false;
  /** The speaker's, until another host has it that says nothing. */
  const startPlace = async () => {
    const server = createServer(socket => {
      heard.push(socket.on('error', () => undefined));
      if (isSilent) return;
      const far = connect(device.server.port, '127.0.0.1').on('error', () => undefined);
      socket.pipe(far).pipe(socket);
    });
    return { port: await listen(t, server), isTls: true };
  };
  const [claimed, ...silent] = await Promise.all([startPlace(), startPlace(), startPlace()]);
  t.teardown(() => heard.forEach(socket => socket.destroy()));
  await claim(`https://127.0.0.1:${claimed.port}`);
  isSilent = true;
  heard.length = 0;
  advertise(...silent, { port: device.server.port, isTls: true });
  t.match(await ctl('volume'), { code: 0, stdout: '35\n' });
  t.equal(heard.length, 3);
  t.notOk(heard[0]?.destroyed, 'that of the claim is still waited for');
});

t.test(
  'many that say nothing, where no token is kept, and why the first is told',
  { ...options },
  async t => {
    const { device, advertise, ctl } = await setUpUser(t, 'open');
    const heard = new Set<Socket>();
    t.teardown(() => heard.forEach(socket => socket.destroy()));
    const startSilent = async () => {
      const server = createServer(socket => heard.add(socket.on('error', () => undefined)));
      return { port: await listen(t, server), isTls: false };
    };
    const silent = await Promise.all(Array.from({ length: 6 }, startSilent));
    const sinceMs = performance.now();
    advertise(...silent, ...silent, { port: device.server.port, isTls: false });
    t.match(await ctl('volume'), { code: 0, stdout: '35\n' });
    t.equal(heard.size, silent.length, 'each is asked once');
    t.ok(performance.now() - sinceMs < 8_000, 'in haste');
  },
);

t.test('The program tells each address its own answer alone', { ...options }, async t => {
  const { advertise, ctl } = await setUpUser(t, 'open');
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  t.teardown(() => {
    for (const client of server.clients) client.terminate();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  advertise({ port, isTls: false }, { port: 9, isTls: false });
  const { code, stderr } = await ctl('volume');
  t.equal(code, 1);
  t.match(stderr, `127.0.0.1:${port}`);
  t.notMatch(stderr, /nothing listens/);
});

t.test('whoever removes himself is told that it is done', { ...options }, async t => {
  const { device, env } = await setUpUser(t);
  const words = async (name: string) => {
    const { result } = await callByHttp(device.origin, FIXED_TOKEN, 'access.invite', { role: 'owner' });
    return ['ctl', 'claim', String(result?.['code']), '--name', name, '--url', device.origin];
  };
  t.match(await run(await words('Ada'), { ...env, HOME: join(env.HOME, 'ada') }), { code: 0 });
  t.match(await run(await words('Ben'), env), { code: 0 });
  const told = await run(['ctl', 'phones', 'remove', 'ben', '--url', device.origin], env);
  t.match(told, { code: 0, stdout: /^Ada {2}owner.*\n$/, stderr: '' });
  t.match(device.access.list(), [{ name: 'Ada' }]);
});

t.test(
  'a token that is not valid is told to nobody, and opens no session as a guest, as a stranger may be there',
  { ...options },
  async t => {
    const { device, file, claim, ctl } = await setUpUser(t, 'open');
    await claim(`http://127.0.0.1:${device.server.port}`);
    const token = 'x'.repeat(43);
    keepEntries(file, { d0: { ...entriesOf(file)['d0'], token } });
    const url = `http://127.0.0.1:${device.server.port}`;
    const told = await ctl('volume', '--url', url);
    t.match(told, { code: 1, stderr: /unauthorized.*\n→ .*ctl claim LINK/ });
    t.notMatch(told.stderr, token);
    t.equal(device.incidents.filter(what => what === 'wrongToken').length, 1, 'a proof, and no token');
    const { link } = (await callByHttp(device.origin, FIXED_TOKEN, 'access.invite')).result ?? {};
    t.match(await ctl('claim', String(link), '--url', url), { code: 0 });
    t.match(await ctl('volume', '--url', url), { code: 0, stdout: '35\n' });
  },
);

t.test('The file of speakers loses nothing that is written at once, cut or not understood', async t => {
  const folder = t.testdir();
  const env = { XDG_CONFIG_HOME: folder, HOME: folder };
  const path = join(folder, 'tonearm', 'speakers');
  const file = openKnownSpeakers(env);
  file.keep({ deviceUuid: 'a', tls: false, name: 'A', token: 'token-a', id: '1' });
  const newer = '{"deviceUuid":"n","keys":["of a newer version"]}';
  writeFileSync(path, `${readFileSync(path, 'utf8')}${newer}\n{"deviceUuid":"cu`);
  t.equal(file.find('n'), null, 'what is not understood is no token');
  file.keep({ deviceUuid: 'b', tls: false, name: 'B', token: 'token-b', id: '2' });
  t.match(file.all(), [{ token: 'token-a' }, { token: 'token-b' }]);
  t.ok(readFileSync(path, 'utf8').includes(newer));
  t.equal(file.find('__proto__'), null);

  t.comment('many at once');
  const ids = Array.from({ length: 8 }, (_, at) => `speaker ${at}`);
  const program = `import { openKnownSpeakers } from ${JSON.stringify(KNOWN)};
    for (let at = 0; at < 20; at += 1)
      openKnownSpeakers(process.env).keep({ deviceUuid: process.argv[1] + at, name: 'x', token: 'x', id: 'x', tls: false });`;
  await Promise.all(
    ids.map(async id => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', program, id], {
        env,
        stdio: 'inherit',
      });
      t.same(await once(child, 'exit'), [0, null]);
    }),
  );
  t.equal(file.all().length, 2 + 8 * 20);
  t.same(readdirSync(join(folder, 'tonearm')), ['speakers'], 'nothing is left lying about');

  t.comment('no place to write');
  rmSync(path);
  mkdirSync(path);
  t.throws(() => file.prepare(), { message: /cannot be read/ });
});

t.test('A new name of a speaker is kept beside the token that it was learnt with', async t => {
  const file = openKnownSpeakers({ XDG_CONFIG_HOME: t.testdir() });
  const a = {
    deviceUuid: 'a',
    name: 'A',
    token: 'first',
    id: '1',
    url: 'wss://192.0.2.7:8710/control',
    tls: true,
  };
  file.keep(a);
  file.rename({ ...a, token: 'second' }, 'Bath');
  t.same(file.find('a'), a);
  file.rename(a, 'Bath');
  t.same(file.find('a'), { ...a, name: 'Bath' });
});
