/** What `tonearm ctl` keeps of a speaker, and for whom it takes another, whatever others in the network say. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { openTokenFile } from '../../src/cli/ctl/tokens.js';
import { whyNotElsewhere } from '../rigs/cli/elsewhere.js';
import {
  entriesOf,
  inviteBy,
  setUpUser,
  startMiddle,
  startNeighbour,
  startWay,
} from '../rigs/cli/neighbourhood.js';
import { start } from '../rigs/cli/run.js';
import { FIXED_TOKEN } from '../rigs/control/device.js';

t.jobs = 4;
const options = { skip: whyNotElsewhere(), buffered: true };

/** Another speaker, open to all, with a certificate of its own. */
const startOther = async (t: Test, deviceUuid: string, name = 'Neighbour') =>
  startNeighbour(t, { deviceUuid, name }, 'open');

/** A link that leads to another address. */
const linkTo = (link: unknown, port: number) => String(link).replace(/^.*\/#/, `http://127.0.0.1:${port}/#`);

t.test('a host in the middle of a claim changes neither name nor id', { ...options }, async t => {
  for (const passesTls of [true, false]) {
    const { device, advertise, file, ctl } = await setUpUser(t);
    const rewrite = (message: Record<string, unknown>) => {
      const { params, result } = message as {
        params?: { name?: string };
        result?: { token?: string; nonce?: string };
      };
      if (params?.name === 'Kitchen') return { ...message, params: { ...params, name: 'Bath' } };
      if (result?.nonce !== undefined) return { ...message, result: { ...result, id: 'forged' } };
      return message;
    };
    const middle = await startMiddle(t, device.server.port, { rewrite, passesTls });
    const told = await ctl('claim', linkTo((await inviteBy(device))['link'], middle.port));
    t.match(told, { code: 0 });
    const [{ id } = { id: '' }] = device.access.list();
    const entry = entriesOf(file)['d0'];
    if (passesTls) {
      t.match(entry, { name: 'Kitchen', id, tls: true, url: `wss://127.0.0.1:${middle.port}/control` });
      t.notMatch(told.stdout, '--device');
    } else {
      t.match(entry, { tls: false });
      t.not(entry?.id, 'forged');
    }
    advertise({ port: device.server.port, isTls: true });
    for (const words of [
      ['--device', 'd0'],
      ['--url', device.origin],
    ])
      t.match(await ctl('volume', ...words), { code: 0, stdout: '35\n' }, 'the speaker is reached');
    t.match(entriesOf(file)['d0'], { name: 'Kitchen', id, tls: true }, 'and has proven all of it');
  }
});

t.test('a speaker whose id is the name of a known one is not claimed', { ...options }, async t => {
  const { device, advertise, claim, file, ctl } = await setUpUser(t);
  await claim(device.origin);
  for (const deviceUuid of ['Kitchen', 'kitchen #2']) {
    const other = await startOther(t, deviceUuid);
    const link = linkTo((await inviteBy(other))['link'], other.server.port);
    t.match(await ctl('claim', link), {
      code: 64,
      stderr: /looks like the name or id of "Kitchen".*\n→ .*--replace/,
    });
    t.same(other.access.list(), [], 'the invitation is not spent');
    t.same(Object.keys(entriesOf(file)), ['d0']);
  }
  t.comment('nor is one that an older version has kept taken for it');
  const other = await startOther(t, 'Kitchen');
  const entries = entriesOf(file);
  writeFileSync(
    file,
    JSON.stringify({
      speakers: { ...entries, Kitchen: { ...entries['d0'], name: 'Neighbour', url: undefined } },
    }),
  );
  advertise({ port: other.server.port, isTls: true, name: 'Neighbour', id: 'Kitchen' });
  t.match(await ctl('volume', '33', '--device', 'Kitchen'), { code: 1, stderr: /may be another speaker/ });
  t.same(other.agent.commands, []);
});

t.test(
  'whoever takes over the address of a known speaker gets neither commands nor digits',
  { ...options },
  async t => {
    const { device, file, claim, ctl } = await setUpUser(t);
    const other = await startOther(t, 'foe');
    await claim(device.origin);
    const entry = { ...entriesOf(file)['d0'], url: `wss://127.0.0.1:${other.server.port}/control` };
    writeFileSync(file, JSON.stringify({ speakers: { d0: entry } }));
    for (const scheme of ['http', 'https'])
      for (const words of [
        ['volume', '33'],
        ['claim', '123456'],
      ])
        t.match(await ctl(...words, '--url', `${scheme}://127.0.0.1:${other.server.port}`), {
          code: 1,
          stderr: /another speaker, "Neighbour", answers at .*, the address of "Kitchen".*\n→ .*claim a link/,
        });
    t.same(other.agent.commands, []);
    t.same(other.incidents, [], 'no code was tried');
    const claimIt = async (...words: string[]) =>
      ctl('claim', linkTo((await inviteBy(other))['link'], other.server.port), ...words);
    t.match(await claimIt(), { code: 0 });
    t.match(
      await ctl('volume', '--url', other.origin),
      { code: 1 },
      'the address is still that of the other',
    );
    t.match(await claimIt('--replace'), { code: 0 }, 'unless it has replaced that');
    t.match(await ctl('volume', '--url', other.origin), { code: 0, stdout: '35\n' });
  },
);

t.test(
  'a new claim opens no session without TLS, and forgets neither TLS nor name',
  { ...options },
  async t => {
    const { device, env, claim, file, ctl } = await setUpUser(t);
    await claim(device.origin);
    await device.access.revokeAll();
    const asked: string[] = [];
    const rewrite = (message: Record<string, unknown>) => {
      const { params } = message as { params?: { name?: string } };
      return params?.name === 'Kitchen' ? { ...message, params: { ...params, name: 'Bath' } } : message;
    };
    const middle = await startMiddle(t, device.server.port, {
      rewrite,
      passesTls: false,
      onAsked: ({ method }) => asked.push(String(method)),
    });
    const [entry] = Object.values(entriesOf(file));
    const home = `wss://127.0.0.1:${middle.port}/control`;
    writeFileSync(file, JSON.stringify({ speakers: { d0: { ...entry, url: home } } }));
    const link = linkTo((await inviteBy(device))['link'], middle.port);
    t.match(await ctl('claim', link), { code: 1, stderr: /another speaker.*\n→ .*--replace/ });
    t.match(await ctl('claim', link, '--replace'), {
      code: 0,
      stdout: /^Kitchen has admitted you as guest\nIt no longer answers TLS.*\n$/,
    });
    t.same(asked, ['access.claim']);
    t.match(entriesOf(file)['d0'], { name: 'Kitchen', tls: false, places: entry?.places });

    t.comment('a program that is killed before the speaker has proven anything');
    rmSync(file);
    await claim(device.origin);
    const before = entriesOf(file)['d0'];
    t.match(before, { name: 'Kitchen', tls: true });
    await device.access.revokeAll();
    for (const words of [[], ['--replace']]) {
      // Who is not to be replaced is asked before, and claimed over TLS.
      let left = words.length === 0 ? 2 : 0;
      const hanging = await startMiddle(t, device.server.port, {
        rewrite,
        passesTls: true,
        onTls: () => (left -= 1) >= 0,
      });
      const home = `wss://127.0.0.1:${hanging.port}/control`;
      const neighbour = { name: 'Living room', token: 'x', places: [home] };
      writeFileSync(file, JSON.stringify({ speakers: { d0: { ...before, url: home }, n0: neighbour } }));
      const { token } = entriesOf(file)['d0'] ?? {};
      const link = linkTo((await inviteBy(device))['link'], hanging.port);
      const child = start(['ctl', 'claim', link, ...words], env);
      t.teardown(() => child.kill('SIGKILL'));
      while (entriesOf(file)['d0']?.token === token && child.exitCode === null) await sleep(20);
      child.kill('SIGKILL');
      const { name, tls, url } = entriesOf(file)['d0'] ?? {};
      t.same({ name, tls, url }, { name: 'Kitchen', tls: true, url: home }, words.join(' '));
      t.not(entriesOf(file)['d0']?.token, token);
      t.same(
        entriesOf(file)['n0']?.places,
        words.length === 0 ? [home] : undefined,
        'taken at once, if at all',
      );
    }
    t.match(await ctl('volume', '--url', device.origin), { code: 0, stdout: '35\n' });
  },
);

t.test(
  'a known neighbour takes neither the address nor the name of another speaker',
  { ...options },
  async t => {
    const { device, advertise, claim, file, ctl } = await setUpUser(t);
    await claim(device.origin);
    const other = await startOther(t, 'd1', 'Kitchen');
    t.match(await ctl('claim', linkTo((await inviteBy(other))['link'], other.server.port)), { code: 0 });
    t.match(entriesOf(file), { d0: { name: 'Kitchen' }, d1: { name: 'd1' } });
    const entries = entriesOf(file);
    const moved = await startWay(t, other.server.port);
    for (const where of [
      { url: `wss://127.0.0.1:${moved.port}/control` },
      { url: undefined, places: [`wss://127.0.0.1:${moved.port}/control`] },
    ]) {
      writeFileSync(file, JSON.stringify({ speakers: { ...entries, d0: { ...entries['d0'], ...where } } }));
      for (const words of [
        ['volume', '33'],
        ['claim', '123456'],
      ])
        t.match(await ctl(...words, '--url', `https://127.0.0.1:${moved.port}`), {
          code: 1,
          stderr: /the address of "Kitchen".*\n→ choose the speaker with --device/,
        });
    }
    t.same(other.agent.commands, []);
    advertise({ port: other.server.port, isTls: true, name: 'Kitchen', id: 'd1' });
    t.match(await ctl('volume', '--device', 'd1'), { code: 0, stdout: '35\n' });
  },
);

t.test('a token that is valid at one address is void at none', { ...options }, async t => {
  const { device, claim, file, ctl } = await setUpUser(t);
  await claim(device.origin);
  const stranger = await startOther(t, 'd0', 'Kitchen');
  const entry = entriesOf(file)['d0'];
  const stale = `wss://127.0.0.1:${stranger.server.port}/control`;
  const claimHis = async () => ctl('claim', linkTo((await inviteBy(stranger))['link'], stranger.server.port));
  t.match(await claimHis(), { code: 1, stderr: /another speaker.*\n→ .*--replace/ }, 'where it never was');
  writeFileSync(file, JSON.stringify({ speakers: { d0: { ...entry, url: stale, places: [entry?.url] } } }));
  t.match(await claimHis(), { code: 1, stderr: /another speaker.*\n→ .*--replace/ }, 'where it was once');
  t.equal(entriesOf(file)['d0']?.token, entry?.token);
  t.same(stranger.access.list(), []);
  await device.access.revokeAll();
  t.match(await claimHis(), { code: 0 }, 'as all addresses of it say that the token is void');
});

t.test('a claim that is repeated over TLS is for the same speaker', { ...options }, async t => {
  const { device, claim, file, ctl } = await setUpUser(t);
  await claim(device.origin);
  // In the clear a speaker of his own, which has admitted the user; over TLS the one that the token is for.
  const own = await startOther(t, 'd1');
  const guise = await startOther(t, 'd0', 'Kitchen');
  t.match(await ctl('claim', linkTo((await inviteBy(own))['link'], own.server.port)), { code: 0 });
  const entries = entriesOf(file);
  let secure = 0;
  const server = createServer(near => {
    near.on('error', () => undefined);
    near.once('data', (first: Buffer) => {
      // The first connection over TLS is that of the proof.
      const isGuise = first[0] === 22 && (secure += 1) > 1;
      const far = connect((isGuise ? guise : own).server.port, '127.0.0.1');
      far.on('error', () => near.destroy());
      far.write(first);
      near.pipe(far).pipe(near);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => void server.close());
  const { port } = server.address() as AddressInfo;
  t.match(await ctl('claim', linkTo((await inviteBy(guise))['link'], port)), {
    code: 1,
    stderr: /calls itself another speaker over TLS/,
  });
  t.same(guise.access.list(), []);
  t.same(entriesOf(file), entries);
});

t.test('a new name is kept of a speaker that was chosen by what is known of it', { ...options }, async t => {
  const { device, advertise, claim, file, ctl } = await setUpUser(t);
  await claim(device.origin);
  const former = { ...entriesOf(file)['d0'], name: 'Salon' };
  writeFileSync(file, JSON.stringify({ speakers: { d0: former } }));
  advertise({ port: device.server.port, isTls: true });
  t.match(await ctl('volume', '--device', 'Kitchen'), { code: 0, stdout: '35\n' });
  t.equal(entriesOf(file)['d0']?.name, 'Salon', 'anybody could bear that name');
  t.match(await ctl('volume', '--device', 'd0'), { code: 0, stdout: '35\n' });
  t.equal(entriesOf(file)['d0']?.name, 'Kitchen');
});

t.test('each address that the user has given for a speaker is known as its own', { ...options }, async t => {
  const { device, claim, file, ctl } = await setUpUser(t);
  await claim(device.origin);
  const ways = await Promise.all(Array.from({ length: 10 }, () => startWay(t, device.server.port)));
  for (const { port } of ways)
    t.match(await ctl('volume', '--url', `https://127.0.0.1:${port}`), { code: 0, stdout: '35\n' });
  const [first, ...others] = ways.slice(-8).map(({ port }) => `wss://127.0.0.1:${port}/control`);
  t.same(entriesOf(file)['d0']?.places, [first, ...others]);
  await ctl('volume', '--url', String(first));
  t.same(entriesOf(file)['d0']?.places, [...others, first], 'the latest comes last');
});

t.test('a speaker that was found over TLS is used over TLS wherever it is named', { ...options }, async t => {
  const { device, advertise, file, ctl } = await setUpUser(t);
  advertise({ port: device.server.port, isTls: true });
  t.match(await ctl('claim', String((await inviteBy(device))['code'])), { code: 0 });
  t.match(entriesOf(file)['d0'], { tls: true, url: undefined });
  const way = await startWay(t, device.server.port);
  t.match(await ctl('volume', '--url', `http://127.0.0.1:${way.port}`), { code: 0, stdout: '35\n' });
  t.equal(way.heard.at(-1)?.[0], 22, 'the session is over TLS');
});

t.test('among strangers alone, a known speaker is not silently replaced', { ...options }, async t => {
  const { device, advertise, claim, ctl } = await setUpUser(t);
  const other = await startOther(t, 'foe');
  advertise({ port: other.server.port, isTls: true, name: 'Neighbour', id: 'foe' });
  t.match(await ctl('volume'), { code: 0, stdout: '35\n' }, 'who knows none takes the only one');
  await claim(device.origin);
  t.match(await ctl('volume'), { code: 64, stderr: /only "Neighbour" answers.*\n→ .*--device/ });
  t.match(await ctl('claim', '123456'), {
    code: 64,
    stderr: /speakers have admitted you before.*\n→ .*--url/,
  });
  t.match(await ctl('claim', '123456', '--device', 'Neighbour'), { code: 64 });
  t.same(other.incidents, [], 'no code was tried');
  t.match(await ctl('volume', '--device', 'Neighbour'), { code: 0, stdout: '35\n' });
  const id = '2f1c9a3e-6d0b-4f7a-9c58-0d3a4b5e6f70';
  const second = await startOther(t, id, 'Bath');
  advertise({ port: second.server.port, isTls: true, name: 'Bath', id });
  const code = String((await inviteBy(second))['code']);
  for (const word of ['Bath', id]) t.match(await ctl('claim', code, '--device', word), { code: 64 });
  t.match(await ctl('claim', code, '--url', second.origin), { code: 0 });
});

t.test('many addresses of one host do not hide a speaker', { ...options }, async t => {
  const { device, advertise, claim, file, ctl } = await setUpUser(t);
  await claim(device.origin);
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"wss:[^"]*"/, '"wss://127.0.0.1:9/control"'));
  const foes = Array.from({ length: 60 }, (_, at) => ({
    host: '127.0.0.2',
    port: 40_000 + at,
    isTls: true,
    name: `Foe ${at}`,
  }));
  advertise(...foes, { port: device.server.port, isTls: true });
  t.match(await ctl('volume', '--device', 'Kitchen'), { code: 0, stdout: '35\n' });
});

t.test('a given token finds its speaker among those of the same name', { ...options }, async t => {
  const { device, advertise, ctl } = await setUpUser(t);
  const other = await startOther(t, 'Kitchen');
  const own = { port: device.server.port, isTls: true };
  advertise({ port: other.server.port, isTls: true, name: 'Neighbour', id: 'Kitchen' }, own);
  const given = ['--token', FIXED_TOKEN.replace('owner', 'other'), '--device', 'Kitchen'];
  t.match(await ctl('volume', ...given), { code: 1 }, 'that of none');
  t.match(await ctl('volume', '--device', 'Kitchen', '--token', FIXED_TOKEN), { code: 0, stdout: '35\n' });
  t.same(other.agent.commands, []);
});

t.test('a damaged file of tokens is said to be that', { ...options }, async t => {
  const { device, claim, file, ctl } = await setUpUser(t);
  await claim(device.origin);
  writeFileSync(file, '{');
  t.match(await ctl('volume', '--url', device.origin), {
    code: 1,
    stderr: /tokens\.json is damaged\n→ repair it/,
  });
});

t.test('The program keeps what a speaker has proven beside its own token', async t => {
  const folder = t.testdir();
  const tokens = openTokenFile({ XDG_CONFIG_HOME: folder });
  tokens.keep('a', { name: 'a', token: 'first', tls: true }, { instead: null });
  tokens.note('a', 'second', { name: 'Kitchen', id: '1' });
  t.same(tokens.find('a'), { name: 'a', token: 'first', tls: true });
  tokens.note('a', 'first', { name: 'Kitchen', id: '1' });
  t.same(tokens.find('a'), { name: 'Kitchen', token: 'first', id: '1', tls: true });
});
