/** Known neighbours who choose names, ids and addresses so that `tonearm ctl` takes them for another speaker. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t, { type Test } from 'tap';
import { keepClaimed } from '../../src/cli/ctl/keep-claimed.js';
import { type TokenEntry, withHomesOf } from '../../src/cli/ctl/token-entry.js';
import { openTokenFile } from '../../src/cli/ctl/tokens.js';
import { hostOf } from '../../src/cli/ctl/url.js';
import type { Claimed } from '../../src/client/claim.js';
import { EXIT, ExitError } from '../../src/contract/errors.js';
import { whyNotElsewhere } from '../rigs/cli/elsewhere.js';
import { entriesOf, inviteBy, setUpUser, startNeighbour } from '../rigs/cli/neighbourhood.js';
import { FIXED_TOKEN } from '../rigs/control/device.js';

t.jobs = 4;
const options = { skip: whyNotElsewhere(), buffered: true };
const ID = '2f1c9a3e-6d0b-4f7a-9c58-0d3a4b5e6f70';

const startOther = async (t: Test, deviceUuid: string, name: string) =>
  startNeighbour(t, { deviceUuid, name });

t.test('a neighbour whose name is only like the word is not meant', { ...options }, async t => {
  const { device, advertise, ctl } = await setUpUser(t);
  for (const [id, name, word] of [
    ['n0', 'Kitchen #2', 'Kitchen'],
    ['n1', 'kitchen (2)', 'kitchen'],
    ['kitchen #2', 'Neighbour', 'Kitchen'],
  ] as const) {
    const neighbour = await startOther(t, id, name);
    const link = String((await inviteBy(neighbour))['link']);
    t.match(await ctl('claim', link, '--url', neighbour.origin, '--replace'), { code: 0 }, name);
    advertise(
      { port: neighbour.server.port, isTls: true, id, name },
      { port: device.server.port, isTls: true },
    );
    const { code } = await inviteBy(device);
    t.match(await ctl('claim', String(code), '--device', word), { code: 64 }, name);
    t.match(
      await ctl('volume', '22', '--device', word),
      { code: 1, stderr: /"Kitchen" has not admitted you, and may only pass for/ },
      name,
    );
    t.same(neighbour.agent.commands, []);
    t.same(neighbour.incidents, ['admitted'], 'no code was tried');
  }
});

t.test('a UUID means the speaker that has it, whatever others call themselves', { ...options }, async t => {
  const { advertise, ctl, file } = await setUpUser(t);
  const mine = await startOther(t, ID, 'Bath');
  const ownOf = async () => String((await inviteBy(mine))['link']);
  for (const [id, name] of [
    [`${ID}#2`, 'Neighbour'],
    [`${ID} (2)`, 'Neighbour'],
    ['n0', `${ID} (2)`],
    ['n1', ID],
  ] as const) {
    const neighbour = await startOther(t, id, name);
    const link = String((await inviteBy(neighbour))['link']);
    t.match(await ctl('claim', link, '--url', neighbour.origin), { code: 0 }, `${id} ${name}`);
    advertise(
      { port: neighbour.server.port, isTls: true, id, name },
      { port: mine.server.port, isTls: true, id: ID, name: 'Bath' },
    );
    t.match(await ctl('volume', '22', '--device', ID), { code: 1, stderr: /unauthorized/ });
    t.same(neighbour.agent.commands, []);
    t.match(await ctl('claim', await ownOf(), '--url', mine.origin), { code: 0 }, 'nor does he keep it out');
    t.match(await ctl('volume', '--device', ID), { code: 0, stdout: '35\n' });
    t.same(neighbour.agent.commands, []);
    writeFileSync(file, '{ "speakers": {} }');
  }
});

t.test('an address that a link has taken with --replace is that speaker’s alone', { ...options }, async t => {
  const { device, claim, file, ctl } = await setUpUser(t);
  const neighbour = await startOther(t, 'n0', 'Living room');
  const link = String((await inviteBy(neighbour))['link']);
  t.match(await ctl('claim', link, '--url', neighbour.origin), { code: 0 });
  await claim(device.origin);
  const here = `wss://127.0.0.1:${device.server.port}/control`;
  const at = (places: readonly string[], url?: string) => {
    const { n0, d0 } = entriesOf(file);
    writeFileSync(file, JSON.stringify({ speakers: { n0: { ...n0, places }, d0: { ...d0, url } } }));
  };
  t.comment('he answered there for a moment, and the speaker is known by another address');
  at(['wss://192.0.2.7:8710/control', here.replace('wss', 'ws')], 'wss://192.0.2.8:8710/control');
  t.match(await ctl('volume', '--url', device.origin), { code: 1, stderr: /the address of "Living room"/ });
  const again = String((await inviteBy(device))['link']);
  t.match(await ctl('claim', again, '--url', device.origin, '--replace'), { code: 0 });
  t.same(entriesOf(file)['n0']?.places, ['wss://192.0.2.7:8710/control']);
  t.equal(entriesOf(file)['d0']?.url, here);
  t.match(await ctl('volume', '--url', device.origin), { code: 0, stdout: '35\n' });
  t.comment('its token stays, also if it was his only address');
  at([]);
  const { n0, d0 } = entriesOf(file);
  writeFileSync(file, JSON.stringify({ speakers: { n0: { ...n0, url: here }, d0 } }));
  const last = String((await inviteBy(device))['link']);
  t.match(await ctl('claim', last, '--url', device.origin, '--replace'), { code: 0 });
  t.match(entriesOf(file)['n0'], { token: n0?.token, tls: true, url: undefined });
});

t.test('a claim does not overwrite what another has kept meanwhile', async t => {
  const tokens = openTokenFile({ XDG_CONFIG_HOME: t.testdir() });
  tokens.keep('a', { name: 'A', token: 'first' }, { instead: null });
  t.throws(() => tokens.keep('a', { name: 'A', token: 'second' }, { instead: null }), {
    message: /another program has claimed an invitation of "A" meanwhile/,
  });
  tokens.keep('a', { name: 'A', token: 'third' }, { instead: 'first' });
  t.throws(() => tokens.keep('a', { name: 'A', token: 'first', tls: true }, { instead: 'first' }));
  t.same(tokens.find('a'), { name: 'A', token: 'third' });
});

t.test('many spellings of one host do not hide a speaker from a given token', { ...options }, async t => {
  const { device, advertise, ctl } = await setUpUser(t);
  const foes = ['kitchen', 'KITCHEN', 'kITCHEN', 'KItchen', 'KITchen', 'KITChen'].flatMap((name, at) =>
    Array.from({ length: 50 }, (_, port) => ({
      host: '127.0.0.2',
      port: 40_000 + 50 * at + port,
      isTls: true,
      id: `foe ${at}`,
      name,
    })),
  );
  advertise(...foes, { port: device.server.port, isTls: true });
  t.match(await ctl('volume', '--token', FIXED_TOKEN, '--device', 'Kitchen'), { code: 0, stdout: '35\n' });
});

t.test('many hosts do not hide a speaker whose address the user has given once', { ...options }, async t => {
  const { device, advertise, file, ctl } = await setUpUser(t);
  const real = { port: device.server.port, isTls: true };
  advertise(real);
  t.match(await ctl('claim', String((await inviteBy(device))['code'])), { code: 0 });
  t.equal(entriesOf(file)['d0']?.url, undefined);
  const hosts = Array.from({ length: 300 }, (_, at) => `127.1.${Math.floor(at / 200)}.${1 + (at % 200)}`);
  advertise(...hosts.map(host => ({ host, port: 40_000, isTls: true })), real);
  t.match(await ctl('volume', '--device', 'Kitchen'), { code: 1 }, 'nothing tells them apart');
  t.match(await ctl('volume', '--url', device.origin), { code: 0 });
  t.match(await ctl('volume', '--device', 'Kitchen'), { code: 0, stdout: '35\n' });
});

t.test('a speaker that only another version knows has admitted the user, too', { ...options }, async t => {
  const { device, advertise, file, ctl } = await setUpUser(t);
  advertise({ port: device.server.port, isTls: true });
  const { code } = await inviteBy(device);
  mkdirSync(dirname(file), { recursive: true });
  for (const entry of [{ name: 'Kitchen', token: 'x', tls: 'yes' }, 'x', { of: 'a newer version' }]) {
    writeFileSync(file, JSON.stringify({ speakers: { d9: entry } }));
    t.match(await ctl('claim', String(code), '--device', 'Kitchen'), {
      code: 64,
      stderr: /have admitted you/,
    });
  }
});

t.test('The program tells which parts of a claim it could not write', { ...options }, async t => {
  const { device, file, ctl } = await setUpUser(t);
  const neighbour = await startOther(t, 'n0', 'Kitchen');
  const linkOf = async (speaker: { readonly origin: string }) => String((await inviteBy(speaker))['link']);
  t.match(await ctl('claim', await linkOf(neighbour), '--url', neighbour.origin), { code: 0 });
  const kept = openTokenFile({ XDG_CONFIG_HOME: join(file, '..', '..') });
  const entry = { name: 'Kitchen', token: 'mine' };
  const scene = {
    at: device.origin.replace('http', 'ws'),
    given: null,
    isReplacing: true,
    judged: null,
    tokens: {
      ...kept,
      keep: (...[id, what, change]: Parameters<typeof kept.keep>) => {
        if (change.without !== undefined) throw new ExitError(EXIT.fault, 'full');
        kept.keep(id, what, change);
      },
    },
    trial: null,
  };
  const claimed = {
    token: entry.token,
    id: '1',
    role: 'owner',
    deviceUuid: 'd0',
    hello: { name: 'Kitchen' },
  };
  t.match(await keepClaimed(claimed as unknown as Claimed, scene), { isWhole: false, replaced: [] });
  t.same(Object.keys(entriesOf(file)), ['n0', 'd0']);
});

t.test('a known speaker that is not found is used at its address', { ...options }, async t => {
  const { device, advertise, claim, ctl } = await setUpUser(t);
  await claim(device.origin);
  advertise();
  for (const words of [[], ['--device', 'Kitchen'], ['--device', 'KITCHEN'], ['--device', 'd0']])
    t.match(await ctl('volume', ...words), { code: 0, stdout: '35\n' }, words.join(' '));
  t.match(await ctl('volume', '--device', 'Bath'), { code: 1, stderr: /no speaker "Bath" answers/ });
  const neighbour = await startOther(t, 'n0', 'Living room');
  const link = String((await inviteBy(neighbour))['link']);
  t.match(await ctl('claim', link, '--url', neighbour.origin), { code: 0 });
  t.match(await ctl('volume'), { code: 1, stderr: /no speaker answers/ }, 'two are known');
  t.match(await ctl('volume', '--device', 'Kitchen'), { code: 0, stdout: '35\n' });
});

t.test('A stranger of the same name does not hide a known speaker', { ...options }, async t => {
  const { device, advertise, claim, file, ctl } = await setUpUser(t);
  await claim(device.origin);
  const stranger = await startNeighbour(t, { deviceUuid: 'n0', name: 'Kitchen' }, 'open');
  const { port } = stranger.server;
  for (const id of ['n0', 'D0'])
    for (const word of ['Kitchen', 'kitchen', 'd0']) {
      advertise({ port, isTls: true, id });
      t.match(await ctl('volume', '--device', word), { code: 0, stdout: '35\n' }, `${word} beside ${id}`);
    }
  t.same(stranger.incidents, []);
  // Avahi has given it another name, and the router another address.
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(`:${device.server.port}/`, ':1/'));
  advertise({ port: device.server.port, isTls: true, name: 'Kitchen #49' });
  t.match(await ctl('volume', '--device', 'Kitchen'), { code: 0, stdout: '35\n' });
});

t.test('an address is the same in other letters', async t => {
  for (const [one, other] of [
    ['wss://192.0.2.7:8710/control', 'ws://[::ffff:192.0.2.7]:8710/'],
    ['wss://kitchen.local:8710/control', 'wss://Kitchen.local.:8710/control'],
    ['wss://[FD00:0::1]:8710/control', 'wss://[fd00::1]:8710/'],
  ] as const)
    t.equal(hostOf(one), hostOf(other), other);
  t.not(hostOf('ws://192.0.2.7:8710/'), hostOf('ws://192.0.2.7:8711/'));
});

t.test('a claim gives no address back that another has taken meanwhile', async t => {
  const [here, there] = ['wss://192.0.2.7:8710/control', 'ws://192.0.2.8:8710/control'];
  const before: TokenEntry = { name: 'A', token: 'x', url: here, places: [there] };
  t.same(withHomesOf(before, { ...before, places: ['wss://192.0.2.8:8710/control'] }), before);
  t.match(withHomesOf(before, { name: 'A', token: 'y', url: there }), { url: undefined, places: [there] });
  t.match(withHomesOf(before, { name: 'A', token: 'y' }), { token: 'x', url: undefined, places: undefined });
});
