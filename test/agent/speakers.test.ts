/** The speakers of the network, as the whole program and `tonearm ctl` list them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import t, { type Test } from 'tap';
import { createPrivateAvahi, whyNoAvahi } from '../fakes/machine/avahi.js';
import type { Phone } from '../fakes/phones/phone.js';
import { createRig, skip } from '../rigs/agent/rig.js';
import { whyNotElsewhere } from '../rigs/cli/elsewhere.js';
import { run } from '../rigs/cli/run.js';
import { callByHttp } from '../rigs/control/rpc.js';

const listOf = async (phone: Phone) => (await phone.call('speakers.list'))['speakers'] as readonly object[];

function publish(t: Test, name: string, words: readonly string[]): void {
  const child = spawn('avahi-publish', ['-s', name, '_tonearm._tcp', '8999', ...words], { stdio: 'ignore' });
  const gone = once(child, 'exit');
  t.teardown(async () => {
    child.kill();
    await gone;
  });
}

t.test('not advertised, it is the only one', { skip }, async t => {
  const rig = await createRig(t);
  const { agent, phone } = await rig.ready();
  const { address } = await phone.call('system.info');
  t.match(address, `:${agent.port}`);
  const self = { id: 'device-of-the-test', name: 'Küche & Bad', url: address, self: true, paired: true };
  t.strictSame(await listOf(phone), [self]);
  const environment = { ...rig.environment, HOME: t.testdir() };
  const listed = await run(['ctl', 'speakers'], environment);
  t.match(listed, { code: 0, stderr: '' });
  t.match(listed.stdout, /^Küche & Bad {2}this one {2}paired {2}http:\/\/\S+ {2}device-of-the-test\n$/);
  const { stdout } = await run(['ctl', 'speakers', '--json'], environment);
  t.strictSame(JSON.parse(stdout), { speakers: [self] });
  t.match(await run(['ctl', 'speakers', '--format', '{{name}}|{{self}}|{{paired}}'], environment), {
    code: 0,
    stdout: 'Küche & Bad|this one|paired\n',
  });
  t.match(await run(['ctl', 'speakers', 'all'], environment), { code: 64 });
});

t.test(
  'The list follows the network’s speakers, for owners, guests and strangers',
  { skip: skip || whyNoAvahi() || whyNotElsewhere() },
  async t => {
    const avahi = createPrivateAvahi(t);
    await avahi.begin();
    publish(t, 'Attic', ['id=attic', 'paired=0', 'tls=0']);
    publish(t, 'Impostor', ['id=device-of-the-test', 'paired=1', 'tls=0']);
    const rig = await createRig(t);
    const bus = { DBUS_SYSTEM_BUS_ADDRESS: process.env['DBUS_SYSTEM_BUS_ADDRESS'] ?? '' };
    const { agent, token, phone } = await rig.ready({ TONEARM_MDNS: 'on', ...bus });
    for (const name of ['Attic', 'Impostor', 'Küche & Bad']) await avahi.resolve(name);
    const attic = { id: 'attic', name: 'Attic', url: 'http://127.0.0.1:8999', self: false, paired: false };
    const listed = await listOf(phone);
    t.match(listed, [
      { id: 'device-of-the-test', name: 'Küche & Bad', self: true, paired: true },
      { ...attic, otherUrls: [/^http:\/\/[a-z\d-]+\.local:8999$/] },
    ]);
    t.equal(listed.length, 2, 'nobody takes its place');

    const { result } = await callByHttp(agent.url, token, 'access.invite', { role: 'guest' });
    const claim = { code: result?.['code'], name: 'Guest' };
    const guest = await callByHttp(agent.url, '', 'access.claim', claim);
    const asGuest = await callByHttp(agent.url, String(guest.result?.['token']), 'speakers.list', {});
    t.strictSame(asGuest.result?.['speakers'], listed);

    const listedHere = await run(['ctl', 'speakers'], { ...rig.environment, ...bus, HOME: t.testdir() });
    t.match(listedHere, { code: 0, stderr: '' });
    const rows = listedHere.stdout.trimEnd().split('\n');
    t.equal(rows.length, 2, 'a row for each, this one first');
    t.match(rows[0], /^Küche & Bad {2}this one {2}paired +http:\/\/\S+ +device-of-the-test$/);
    t.match(rows[1], /^Attic +not paired +http:\/\/127\.0\.0\.1:8999 +attic$/);

    const away = { PATH: process.env['PATH'] ?? '', HOME: t.testdir(), ...bus };
    const fromHere = await run(['ctl', 'speakers'], away);
    t.match(fromHere, { code: 0, stderr: '' });
    t.match(fromHere.stdout, /^Attic +not paired +http:\/\/127\.0\.0\.1:8999 +attic$/m);
    t.match(fromHere.stdout, / paired +http:\/\/127\.0\.0\.1:\d+ +device-of-the-test$/m);
    await avahi.end('both');
    t.match(await run(['ctl', 'speakers'], away), { code: 1, stderr: /cannot look for speakers/ });
    // What was seen is told for a while; then nobody is seen.
    const alone = Date.now() + 30_000;
    while ((await listOf(phone)).length > 1 && Date.now() < alone)
      await new Promise(resolve => setTimeout(resolve, 500));
    t.match(await listOf(phone), [{ self: true }]);
    t.equal((await listOf(phone)).length, 1);
  },
);
