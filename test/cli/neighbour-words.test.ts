/** Known neighbours who choose names, ids and addresses so that `tonearm ctl` takes them for another speaker. */
import { readFileSync, writeFileSync } from 'node:fs';
import t, { type Test } from 'tap';
import { whyNotElsewhere } from '../rigs/cli/elsewhere.js';
import { entriesOf, inviteBy, keepEntries, setUpUser, startNeighbour } from '../rigs/cli/neighbourhood.js';
import { FIXED_TOKEN } from '../rigs/control/device.js';

t.jobs = 4;
const options = { skip: whyNotElsewhere(), buffered: true };
const ID = '2f1c9a3e-6d0b-4f7a-9c58-0d3a4b5e6f70';

const startOther = async (t: Test, deviceUuid: string, name: string) =>
  startNeighbour(t, { deviceUuid, name });

/** A stranger, open to all, with a certificate of its own. */
const startStranger = async (t: Test, deviceUuid = 'd0', name = 'Kitchen') =>
  startNeighbour(t, { deviceUuid, name }, 'open');

t.test('A neighbour whose name is only like the word is not meant', { ...options }, async t => {
  const { device, advertise, ctl } = await setUpUser(t);
  for (const [id, name, word] of [
    ['n0', 'Kitchen #2', 'Kitchen'],
    ['kitchen #2', 'Neighbour', 'Kitchen'],
  ] as const) {
    const neighbour = await startOther(t, id, name);
    const link = String((await inviteBy(neighbour))['link']);
    t.match(await ctl('claim', link, '--url', neighbour.origin), { code: 0 }, name);
    advertise(
      { port: neighbour.server.port, isTls: true, id, name },
      { port: device.server.port, isTls: true },
    );
    t.match(await ctl('volume', '22', '--device', word), { code: 1 }, name);
    t.same(neighbour.agent.commands, []);
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
    keepEntries(file, {});
  }
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
  t.match(await ctl('volume'), { code: 64, stderr: /choose one with --device: "Kitchen", "Living room"/ });
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

t.test('Whoever takes over the address of a known speaker gets no commands', { ...options }, async t => {
  const { device, file, claim, ctl } = await setUpUser(t);
  const other = await startStranger(t, 'foe', 'Neighbour');
  await claim(device.origin);
  const entry = { ...entriesOf(file)['d0'], url: `wss://127.0.0.1:${other.server.port}/control` };
  keepEntries(file, { d0: entry });
  for (const scheme of ['http', 'https'])
    t.match(await ctl('volume', '33', '--url', `${scheme}://127.0.0.1:${other.server.port}`), {
      code: 1,
      stderr: /another speaker, "Neighbour", answers at .*, the address of "Kitchen".*\n→ .*claim a link/,
    });
  t.same(other.agent.commands, []);
  t.match(await ctl('claim', String((await inviteBy(other))['link']), '--url', other.origin), { code: 0 });
  t.match(await ctl('volume', '--url', other.origin), { code: 0, stdout: '35\n' });
});

t.test('The new name of a known speaker is kept, once it has proven itself', { ...options }, async t => {
  const { device, advertise, claim, file, ctl } = await setUpUser(t);
  await claim(device.origin);
  const former = { ...entriesOf(file)['d0'], name: 'Salon' };
  keepEntries(file, { d0: former });
  advertise({ port: device.server.port, isTls: true });
  t.match(await ctl('volume', '--device', 'Kitchen'), { code: 0, stdout: '35\n' }, 'found by it');
  t.equal(entriesOf(file)['d0']?.name, 'Kitchen');
  const twin = await startOther(t, 'd1', 'Kitchen');
  t.match(await ctl('claim', String((await inviteBy(twin))['link']), '--url', twin.origin), { code: 0 });
  t.match(await ctl('volume', '--device', 'kitchen'), {
    code: 64,
    stderr: /choose one with --device: d0 \("Kitchen"\), d1 \("Kitchen"\)/,
  });
  t.match(await ctl('volume', '--device', 'd1'), { code: 0, stdout: '35\n' });
});

t.test('Among strangers alone, a known speaker is not silently replaced', { ...options }, async t => {
  const { device, advertise, claim, ctl } = await setUpUser(t);
  const other = await startStranger(t, 'foe', 'Neighbour');
  advertise({ port: other.server.port, isTls: true, name: 'Neighbour', id: 'foe' });
  t.match(await ctl('volume'), { code: 0, stdout: '35\n' }, 'who knows none takes the only one');
  await claim(device.origin);
  t.match(await ctl('volume', '33'), { code: 64, stderr: /--device: "Kitchen", "Neighbour"/ });
  t.same(other.agent.commands, []);
  t.match(await ctl('volume', '--device', 'Neighbour'), { code: 0, stdout: '35\n' });
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

t.test('A given token chooses no speaker among several of one name', { ...options }, async t => {
  const { device, advertise, ctl } = await setUpUser(t);
  const other = await startStranger(t, 'Kitchen', 'Neighbour');
  const own = { port: device.server.port, isTls: true };
  advertise({ port: other.server.port, isTls: true, name: 'Neighbour', id: 'Kitchen' }, own);
  for (const given of [[], ['--token', FIXED_TOKEN]])
    t.match(await ctl('volume', ...given, '--device', 'Kitchen'), { code: 64, stderr: /several speakers/ });
  t.match(await ctl('volume', '--device', 'd0', '--token', FIXED_TOKEN), { code: 0, stdout: '35\n' });
  t.same(other.agent.commands, []);
});

t.test('a token that is not valid does not lead a command to an open stranger', { ...options }, async t => {
  const { device, advertise, claim, file, ctl } = await setUpUser(t);
  await claim(device.origin);
  keepEntries(file, { d0: { ...entriesOf(file)['d0'], token: 'x'.repeat(43) } });
  const stranger = await startStranger(t);
  advertise({ port: stranger.server.port, isTls: true });
  t.match(await ctl('volume', '33'), { code: 1, stderr: /unauthorized/ });
  t.same(stranger.agent.commands, []);
});

t.test('the name of one known speaker with the id of another means neither', { ...options }, async t => {
  const { device, advertise, claim, file, ctl } = await setUpUser(t);
  await claim(device.origin);
  const speakers = entriesOf(file);
  keepEntries(file, { ...speakers, d1: { ...speakers['d0'], name: 'Bath' } });
  advertise({ port: device.server.port, isTls: false, name: 'Bath' });
  for (const word of ['Bath', 'bath', 'd1'])
    t.match(await ctl('volume', '33', '--device', word), { code: 1 }, word);
  t.same(device.agent.commands, []);
  t.match(await ctl('volume', '--device', 'd0'), { code: 0, stdout: '35\n' });
});
