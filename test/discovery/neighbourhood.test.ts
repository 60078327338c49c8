import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { browse } from '../../src/discovery/browse.js';
import { createNeighbourhood } from '../../src/discovery/neighbourhood.js';
import { addIpv4 } from '../../src/contract/sightings.js';
import { createPrivateAvahi, whyNoAvahi } from '../fakes/machine/avahi.js';

const OWN = [{ family: 'IPv4', cidr: '203.0.113.7/24' }];

interface Line {
  readonly network?: string;
  readonly name?: string;
  readonly host?: string;
  readonly address?: string;
  readonly port?: number | string;
  readonly txt?: string;
}

const toLine = ({
  network = 'eth0',
  name = 'Attic',
  host = 'a.local',
  address = '192.168.1.9',
  port = 8710,
  txt = '"id=u1" "paired=1"',
}: Line) => `=;${network};IPv4;${name};_tonearm._tcp;local;${host};${address};${port};${txt}`;

/** What a speaker lists that is new in its network. */
const listNow = (look?: () => Promise<string>) =>
  createNeighbourhood({ ownId: 'self', steadyMs: () => 0, own: () => OWN, ...(look && { look }) }).list();

/** What is listed where Avahi has printed this. */
const listed = (...lines: readonly Line[]) => listNow(async () => lines.map(toLine).join('\n'));

t.test('each is listed once, by the surest of its addresses', async t => {
  const found = await listed(
    { address: 'fe80::1' },
    { address: 'fd00::9' },
    {},
    { network: 'wlan0', address: '192.168.1.8' },
    { name: 'Bath', address: '203.0.113.9', port: 80, txt: '"id=u2" "paired=0"' },
    { name: 'Cellar', address: 'fd00::3', txt: '"id=u3"' },
    { name: 'Den', address: 'fe80::2', host: 'den-2.local', txt: '"id=u4" "paired=yes"' },
    { name: 'Same machine', network: 'lo', address: '127.0.0.1', port: 8711, txt: '"id=u5"' },
  );
  t.strictSame(found, [
    {
      ...{ id: 'u1', name: 'Attic', url: 'http://192.168.1.8:8710' },
      ...{ otherUrls: ['http://a.local:8710'], self: false, paired: true },
    },
    {
      ...{ id: 'u2', name: 'Bath', url: 'http://203.0.113.9', otherUrls: ['http://a.local'] },
      ...{ self: false, paired: false },
    },
    {
      ...{ id: 'u3', name: 'Cellar', url: 'http://[fd00::3]:8710' },
      ...{ otherUrls: ['http://a.local:8710'], self: false, paired: false },
    },
    { id: 'u4', name: 'Den', url: 'http://den-2.local:8710', self: false, paired: false },
    {
      ...{ id: 'u5', name: 'Same machine', url: 'http://127.0.0.1:8711' },
      ...{ otherUrls: ['http://a.local:8711'], self: false, paired: false },
    },
  ]);
});

t.test('beside its address stands its name in the network, where it is one', async t => {
  const named = async (host: string) => (await listed({ host }))[0]?.otherUrls;
  t.same(await named('Kitchen-2.local'), ['http://kitchen-2.local:8710'], 'as a browser writes it');
  const odd = [
    ...['', 'local', '.local', '-.local', 'kitchen', 'kitchen.example', 'a.b.local', 'a.local.example'],
    ...['evil.example/.local', 'evil.example#.local', 'a@b.local', 'a_b.local', 'ä.local', 'a.local:80'],
    ...['a.local\n', `${'a'.repeat(64)}.local`],
  ];
  for (const host of odd) t.equal(await named(host), undefined, host);
});

t.test('a speaker that was seen by IPv6 alone is told by IPv4 where its host has it', async t => {
  const script =
    '#!/bin/sh\ncase "$3" in a.local) printf "a.local\\t192.168.1.9\\n";; b.local) printf "b.local\\tfd00::8\\n";; *) echo "$3" >> "$0.asked"; exit 1;; esac\n';
  const folder = t.testdir({ 'avahi-resolve': script });
  chmodSync(join(folder, 'avahi-resolve'), 0o755);
  const lines = [
    { address: 'fd00::9' },
    // As another speaker on this machine is seen.
    { network: 'lo', address: '127.0.0.1' },
    { name: 'Bath', host: 'b.local', address: 'fd00::8', txt: '"id=u2"' },
    { name: 'Cellar', host: 'c.local', address: '192.168.1.7', txt: '"id=u3"' },
    { name: 'Cellar', host: 'c.local', address: 'fd00::7', txt: '"id=u3"' },
    { name: 'Den', host: '-4.local', address: 'fd00::6', txt: '"id=u4"' },
    { name: 'Elsewhere', host: 'e.example', address: 'fd00::5', txt: '"id=u5"' },
    { name: 'Flat', address: '192.168.1.66', txt: '"id=u6"' },
  ];
  const told = await addIpv4(lines.map(toLine).join('\n'), { PATH: `${folder}:/usr/bin:/bin` });
  const urls = (await listNow(async () => told)).map(({ url }) => url);
  t.strictSame(urls, [
    'http://192.168.1.9:8710',
    'http://[fd00::8]:8710',
    'http://192.168.1.7:8710',
    'http://[fd00::6]:8710',
    'http://[fd00::5]:8710',
    'http://192.168.1.66:8710',
  ]);
  t.notOk(existsSync(join(folder, 'avahi-resolve.asked')), 'no other host is asked for');
  t.equal(
    await addIpv4(toLine({ address: 'fd00::9' }), { PATH: t.testdir() }),
    toLine({ address: 'fd00::9' }),
  );
});

t.test('nobody takes the place of the speaker itself', async t => {
  t.strictSame(await listed({ txt: '"id=self" "paired=1"' }, { name: 'Kitchen', txt: '"id=self"' }), []);
});

t.test('An advertisement leads nowhere else and shows only a clean name', async t => {
  const nowhere: readonly Line[] = [
    { address: '10.0.0.1%2eevil.example' },
    { address: '8.8.8.8' },
    { address: '2001:db8::5' },
    { address: '127.0.0.1' },
    { address: '::1' },
    { address: '::ffff:127.0.0.1' },
    { address: '0.0.0.0' },
    { address: 'evil.example' },
    { address: '192.168.1.9/@evil.example' },
    { address: '' },
    { address: 'fe80::1', host: 'evil.example' },
    { address: 'fe80::1', host: 'a@evil.local' },
    { address: 'fe80::1', host: `${'a'.repeat(64)}.local` },
    { address: 'fe80::1', host: '' },
    { port: 0 },
    { port: 65_536 },
    { port: '1@evil.example' },
    { txt: '' },
    { txt: '"id="' },
    { txt: `"id=${'x'.repeat(129)}"` },
    { txt: '"id=a b"' },
    { txt: '"id=\u202e1"' },
  ];
  for (const line of nowhere) t.strictSame(await listed(line), [], JSON.stringify(line));
  const shown = async (name: string) => (await listed({ name })).map(speaker => speaker.name);
  t.strictSame(await shown('A\\226\\128\\174b\\010c\\027[31m'), ['Ab c [31m']);
  t.strictSame(await shown('\\226\\128\\139'), ['u1'], 'of which nothing can be seen');
  t.strictSame(await shown('x'.repeat(500)), ['x'.repeat(64)]);
  t.strictSame(await listed({ txt: '"id=u1" "path=//evil" "tls=1" "url=http://evil"' }), [
    {
      ...{ id: 'u1', name: 'Attic', url: 'http://192.168.1.9:8710', otherUrls: ['http://a.local:8710'] },
      ...{ self: false, paired: false },
    },
  ]);
});

t.test('with the speaker itself, no more than 64', async t => {
  const many = Array.from(
    { length: 500 },
    (_, index): Line => ({ txt: `"id=u${index}"`, address: `192.168.1.${10 + Math.floor(index / 4)}` }),
  );
  t.equal((await listed(...many)).length, 63);
  const flood = many.map((line): Line => ({ ...line, name: '!', address: '192.168.1.66' }));
  const shown = await listed(...flood, { name: 'Kitchen', txt: '"id=own"' });
  t.equal(shown.length, 9, 'eight of one address');
  t.ok(shown.some(({ name }) => name === 'Kitchen'));
});

t.test('The list keeps the older of two records with one id', async t => {
  // Avahi tells older records last.
  const [found] = await listed({ address: '192.168.1.66', host: 'evil.local' }, {});
  t.equal(found?.url, 'http://192.168.1.9:8710');
});

t.test('whoever asks at the same time, or soon after, is told the same; nobody looks for nobody', async t => {
  let nowMs = 0;
  let looks = 0;
  const pending: ((output: string) => void)[] = [];
  const neighbourhood = createNeighbourhood({
    ownId: 'self',
    steadyMs: () => nowMs,
    look: () => {
      looks += 1;
      return new Promise(resolve => pending.push(resolve));
    },
  });
  t.equal(looks, 0);
  const first = [neighbourhood.list(), neighbourhood.list()];
  pending.shift()?.(toLine({}));
  t.match(await Promise.all(first), [[{ id: 'u1' }], [{ id: 'u1' }]]);
  nowMs += 4_999;
  t.match(await neighbourhood.list(), [{ id: 'u1' }]);
  t.equal(looks, 1);
  nowMs += 1;
  const later = neighbourhood.list();
  pending.shift()?.('');
  t.strictSame(await later, []);
  t.equal(looks, 2);
});

t.test('a look that goes wrong is no end', async t => {
  let isBroken = true;
  const look = async () => {
    if (isBroken) throw new Error('broken');
    return toLine({});
  };
  const neighbourhood = createNeighbourhood({ ownId: 'self', steadyMs: () => 0, look });
  await t.rejects(neighbourhood.list());
  isBroken = false;
  t.match(await neighbourhood.list(), [{ id: 'u1' }]);
});

t.test('A flood of records hides no speaker that was there before', async t => {
  const folder = t.testdir({
    'avahi-browse': '#!/bin/sh\ncat "$(dirname "$0")/lines"\n',
    lines: [
      ...Array.from({ length: 5_000 }, (_, at) =>
        toLine({ address: '192.168.1.66', txt: `"id=bad${at}" "x=${'y'.repeat(600)}"` }),
      ),
      toLine({ address: '192.168.1.67', txt: `"id=long" "x=${'y'.repeat(100_000)}"` }),
      toLine({}),
      '',
    ].join('\n'),
  });
  chmodSync(join(folder, 'avahi-browse'), 0o755);
  const path = process.env['PATH'] ?? '';
  t.teardown(() => {
    process.env['PATH'] = path;
  });
  process.env['PATH'] = `${folder}:${path}`;
  const output = await browse();
  t.ok(output.length <= 512 * 1024, 'there is an end');
  t.ok(output.endsWith(`${toLine({})}\n`));
  t.ok((await listNow()).some(({ id }) => id === 'u1'));
});

t.test('without avahi-browse, or without Avahi, nobody is seen', async t => {
  const path = process.env['PATH'] ?? '';
  t.teardown(() => {
    process.env['PATH'] = path;
  });
  process.env['PATH'] = '/nowhere';
  t.equal(await browse(), '');
  process.env['PATH'] = path;
  process.env['DBUS_SYSTEM_BUS_ADDRESS'] = 'unix:path=/nowhere';
  t.equal(await browse(), '');
  delete process.env['DBUS_SYSTEM_BUS_ADDRESS'];
});

function publish(t: Test, name: string, words: readonly string[]): void {
  const child = spawn('avahi-publish', ['-s', name, '_tonearm._tcp', '8711', ...words], { stdio: 'ignore' });
  const gone = once(child, 'exit');
  t.teardown(async () => {
    child.kill();
    await gone;
  });
}

t.test(
  'a real Avahi tells of all there are, and one that hangs costs no more than patience',
  { skip: whyNoAvahi() },
  async t => {
    const avahi = createPrivateAvahi(t);
    await avahi.begin();
    publish(t, 'Küche & Bad', ['id=u1', 'paired=1', 'tls=1']);
    publish(t, 'Attic', ['id=u2', 'paired=0']);
    await avahi.resolve('Küche & Bad');
    await avahi.resolve('Attic');
    const look = () => createNeighbourhood({ ownId: 'self', steadyMs: () => performance.now() }).list();
    const more = {
      url: 'http://127.0.0.1:8711',
      otherUrls: [/^http:\/\/[a-z\d-]+\.local:8711$/],
      self: false,
    };
    const seen = await look();
    t.match(seen, [
      { id: 'u2', name: 'Attic', paired: false, ...more },
      { id: 'u1', name: 'Küche & Bad', paired: true, ...more },
    ]);
    t.equal(seen.length, 2);
    avahi.signal('SIGSTOP');
    t.strictSame(await look(), []);
    avahi.signal('SIGCONT');
  },
);
