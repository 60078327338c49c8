import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { browse, createSieve, type KnownPlaces } from '../../src/discovery/browse.js';
import { createNeighbourhood } from '../../src/discovery/neighbourhood.js';
import { addIpv4 } from '../../src/contract/sightings.js';
import { createPrivateAvahi, whyNoAvahi } from '../fakes/machine/avahi.js';

const SILENT = { warn: () => undefined };
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

/** What `browse` makes of it where Avahi prints these lines. */
function sieved(lines: readonly string[], known: KnownPlaces): string {
  const sieve = createSieve(known);
  sieve.add([...lines, ''].join('\n'));
  return sieve.lines().join('');
}

/** What one agent lists each time that Avahi prints something else, a minute later. */
function createWatch() {
  let nowMs = 0;
  let printed: readonly Line[] = [];
  const look = async (known: KnownPlaces) => sieved(printed.map(toLine), known);
  const neighbourhood = createNeighbourhood({
    ownId: 'self',
    steadyMs: () => nowMs,
    own: () => OWN,
    look,
    logger: SILENT,
  });
  return (lines: readonly Line[]) => {
    printed = lines;
    nowMs += 60_000;
    return neighbourhood.list();
  };
}

/** What is listed where Avahi has printed this. */
async function listed(...lines: readonly Line[]) {
  const look = async (known: KnownPlaces) => sieved(lines.map(toLine), known);
  const options = { ownId: 'self', steadyMs: () => 0, own: () => OWN, look, logger: SILENT };
  return createNeighbourhood(options).list();
}

t.test('a flood of records hides no speaker, not even one that Avahi prints last', async t => {
  const flood = Array.from({ length: 2_000 }, (_, at) =>
    toLine({ address: '192.168.1.66', txt: `"id=bad${at}" "x=${'y'.repeat(600)}"` }),
  );
  const long = toLine({ address: '192.168.1.67', txt: `"id=long" "x=${'y'.repeat(100_000)}"` });
  const text = ['+;eth0;IPv4;Attic;_tonearm._tcp;local', ...flood, long, toLine({}), ''].join('\n');
  const sieve = createSieve(new Map());
  for (let at = 0; at < text.length; at += 1_000) sieve.add(text.slice(at, at + 1_000));
  t.equal(sieve.lines().length, 16 + 1);
  t.equal(sieve.lines().at(-1), `${toLine({})}\n`);
  const all = createSieve(new Map());
  for (let at = 0; at < 5_000; at += 1) all.add(`${toLine({ address: `host ${at}` })}\n`);
  t.equal(all.lines().length, 4_096, 'there is an end');
});

t.test('a speaker that a look did not find is known for a day more', async t => {
  let nowMs = 0;
  let output: readonly Line[] = [];
  const look = async (known: KnownPlaces) => sieved(output.map(toLine), known);
  const options = { ownId: 'self', steadyMs: () => nowMs, own: () => OWN, look, logger: SILENT };
  const neighbourhood = createNeighbourhood(options);
  const many = Array.from({ length: 63 }, (_, at) => ({ address: `10.0.0.${at}`, txt: `"id=a${at}"` }));
  output = [{}];
  await neighbourhood.list();
  for (const [passedMs, isThere] of [
    [80_000_000, true],
    [90_000_000, false],
  ] as const) {
    output = [{ address: '10.1.1.1', txt: '"id=other"' }];
    nowMs += 10_000;
    await neighbourhood.list();
    output = [{}, ...many];
    nowMs += passedMs;
    t.equal(
      (await neighbourhood.list()).some(({ id }) => id === 'u1'),
      isThere,
      `after ${passedMs} ms`,
    );
  }
});

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
  const look = async () => told;
  const urls = (
    await createNeighbourhood({
      ownId: 'self',
      steadyMs: () => 0,
      own: () => OWN,
      look,
      logger: SILENT,
    }).list()
  ).map(({ url }) => url);
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

t.test('whoever was there keeps his place, whatever a neighbour advertises later', async t => {
  let nowMs = 0;
  const mine = toLine({ name: 'Kitchen', address: '192.168.1.9', txt: '"id=kitchen"' });
  const crowd = (count: number, toAddress: (at: number) => string) =>
    Array.from({ length: count }, (_, at) =>
      toLine({ name: `!${at}`, address: toAddress(at), txt: `"id=n${at}"` }),
    );
  let lines = [mine];
  const look = async (known: KnownPlaces) => sieved(lines, known);
  const options = { ownId: 'self', steadyMs: () => nowMs, own: () => OWN, look, logger: SILENT };
  const neighbourhood = createNeighbourhood(options);
  const ids = async () => {
    nowMs += 60_000;
    return (await neighbourhood.list()).map(({ id }) => id);
  };
  t.same(await ids(), ['kitchen']);
  lines = [...crowd(80, at => `192.168.7.${10 + (at % 10)}`), mine];
  const crowded = await ids();
  t.ok(crowded.includes('kitchen'), 'a list that is full');
  t.equal(crowded.length, 63);
  for (const count of [12, 17, 5_000]) {
    lines = [...crowd(count, () => '192.168.1.9'), mine];
    t.ok((await ids()).includes('kitchen'), `an address that ${count} say is theirs`);
  }
  for (let round = 0; round < 6; round += 1) {
    const from = round * 80;
    const shown = (at: number) =>
      toLine({ name: '!', address: `192.168.8.${at % 10}`, txt: `"id=x${from + at}"` });
    lines = Array.from({ length: 80 }, (_, at) => shown(at));
    await ids();
  }
  lines = [mine];
  await ids();
  lines = [...crowd(80, at => `192.168.7.${10 + (at % 10)}`), mine];
  t.ok((await ids()).includes('kitchen'), 'who was there once, and comes again, has no place by that');
});

t.test('nobody takes over the id of one that is known, nor hides it by claiming both', async t => {
  const rooms = ['attic', 'bath', 'kitchen'].map((id, at) => ({
    name: id,
    address: `192.168.1.${at + 1}`,
    txt: `"id=${id}"`,
  }));
  const list = createWatch();
  const urls = async (lines: readonly Line[]) => (await list(lines)).map(({ url }) => url);
  const theirs = ['http://192.168.1.1:8710', 'http://192.168.1.2:8710', 'http://192.168.1.3:8710'];
  t.strictSame(await urls(rooms), theirs);
  const ids = [...rooms, ...rooms, ...rooms].map(({ name, txt }, at) => ({ name, txt, port: 9_000 + at }));
  for (const address of ['192.168.1.66', '192.168.1.3']) {
    const forged = Array.from({ length: 3 }, () => ids.map(each => ({ ...each, address }))).flat();
    for (let again = 0; again < 3; again += 1)
      t.strictSame(await urls([...forged, ...rooms]), theirs, `at ${address}`);
  }
  const moved = rooms.map((room, at) => ({ ...room, address: `192.168.2.${at + 1}` }));
  t.equal((await urls(moved))[0], 'http://192.168.2.1:8710', 'one that has moved is found');
});

t.test('whatever else says that it is one that is known, that one is told as before', async t => {
  const kitchen = { name: 'Kitchen', host: 'kitchen.local', address: '192.168.1.20', txt: '"id=kitchen"' };
  const four = (line: Line): Line[] =>
    [1, 2, 3, 4].map(at => ({ ...kitchen, name: `E${at}`, host: `e${at}.local`, ...line }));
  const byIpv6 = { ...kitchen, address: 'fd00::20' };
  for (const [what, forged, real] of [
    ['its place under other names', four({}), kitchen],
    ['another host at its place', four({ name: 'Kitchen' }), kitchen],
    ['two ids', [1, 2, 3, 4].flatMap(at => four({ txt: `"id=kitchen" "id=other${at}"` })), kitchen],
    ['an id that is none', four({ txt: '"id=kitchen" "id=no id"' }), kitchen],
    ['its id in other letters', four({ txt: '"ID=kitchen"' }), kitchen],
    ['another port', four({ port: 80 }), kitchen],
    ['no port', four({ port: 0 }), kitchen],
    ['an address that would be better', four({ address: '192.168.1.66' }), byIpv6],
  ] as const)
    for (const lines of [
      [...forged, real],
      [real, ...forged],
    ]) {
      const list = createWatch();
      const before = await list([real]);
      t.equal(before.length, 1);
      for (let again = 0; again < 3; again += 1)
        t.strictSame(
          (await list(lines)).filter(({ id }) => id === 'kitchen'),
          before,
          what,
        );
      t.match(await list([{ ...real, name: 'Scullery' }]), [{ name: 'Scullery' }], 'one that is renamed');
    }
});

t.test(
  'whoever was there before the first look is not displaced by whoever came later, which Avahi tells first',
  async t => {
    const kitchen = { name: 'Kitchen', host: 'kitchen.local', address: '192.168.1.20', txt: '"id=kitchen"' };
    const crowd = (count: number, line: Line): Line[] =>
      Array.from({ length: count }, (_, at) => ({ ...kitchen, name: `E${at}`, txt: `"id=e${at}"`, ...line }));
    for (const [what, later] of [
      ['records without an id', crowd(40, { txt: '"a=b"', port: 9, host: 'evil.local' })],
      ['other ids at its address', crowd(40, { host: 'evil.local' })],
      ['other ids at its host', crowd(40, {})],
      ['its id elsewhere', [{ ...kitchen, address: '192.168.1.66', host: 'evil.local' }]],
      ['its id and host elsewhere', crowd(20, { address: '192.168.1.66', txt: kitchen.txt })],
      ['more than there may be', crowd(5_000, {}).map((line, at) => ({ ...line, host: `h${at}.local` }))],
    ] as const) {
      const list = createWatch();
      for (let again = 0; again < 2; again += 1) {
        const told = (await list([...later, kitchen])).filter(({ id }) => id === 'kitchen');
        t.match(told, [{ name: 'Kitchen', url: 'http://192.168.1.20:8710' }], what);
      }
    }
  },
);

t.test('however many are known, one that was there before them stays so', async t => {
  const kitchen = { name: 'Kitchen', txt: '"id=kitchen"' };
  const list = createWatch();
  await list([kitchen]);
  for (let round = 0; round < 30; round += 1)
    await list(
      Array.from({ length: 60 }, (_, at) => ({
        address: `10.0.${round}.${at}`,
        txt: `"id=x${round}-${at}"`,
      })),
    );
  const forged = { ...kitchen, address: '192.168.1.66' };
  t.match(
    (await list([kitchen, forged])).filter(({ id }) => id === 'kitchen'),
    [{ url: 'http://192.168.1.9:8710' }],
  );
});

t.test('The look-up resolves known speakers first, whatever else is advertised', t => {
  const mine = toLine({ address: 'fd00::9', txt: '"id=kitchen"' });
  const others = Array.from({ length: 40 }, (_, at) => toLine({ address: `fd00::1:${at}` }));
  t.equal(
    sieved([...others, mine], new Map([['kitchen', new Set(['fd00::9 8710 a.local Attic'])]])).split('\n')[0],
    mine,
  );
  t.end();
});

t.test('whoever asks at the same time, or soon after, is told the same; nobody looks for nobody', async t => {
  let nowMs = 0;
  let looks = 0;
  const pending: ((output: string) => void)[] = [];
  const neighbourhood = createNeighbourhood({
    ownId: 'self',
    steadyMs: () => nowMs,
    logger: SILENT,
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
  const neighbourhood = createNeighbourhood({ ownId: 'self', steadyMs: () => 0, look, logger: SILENT });
  await t.rejects(neighbourhood.list());
  isBroken = false;
  t.match(await neighbourhood.list(), [{ id: 'u1' }]);
});

t.test('The list keeps known speakers when Avahi reaches its limit', async t => {
  const folder = t.testdir({
    'avahi-browse': `#!/bin/sh
cat "$(dirname "$0")/lines"
test -e "$(dirname "$0")/crowd" || exit 0
for n in 1 2 3; do echo "Failed to resolve service 'E$n' of type '_tonearm._tcp' in domain 'local': Too many objects" >&2; done
`,
    lines: `${[toLine({}), toLine({ name: 'Bath', address: '192.168.1.10', txt: '"id=u2"' })].join('\n')}\n`,
  });
  chmodSync(join(folder, 'avahi-browse'), 0o755);
  const path = process.env['PATH'] ?? '';
  t.teardown(() => {
    process.env['PATH'] = path;
  });
  process.env['PATH'] = `${folder}:${path}`;
  let nowMs = 0;
  const told: string[] = [];
  const logger = { warn: (_: object, message: string) => void told.push(message) };
  const neighbourhood = createNeighbourhood({
    ownId: 'self',
    steadyMs: () => nowMs,
    own: () => OWN,
    logger,
  });
  const list = () => {
    nowMs += 60_000;
    return neighbourhood.list();
  };
  const ids = async () => (await list()).map(({ id }) => id);
  t.same(await ids(), ['u1', 'u2']);
  t.same(told, []);
  writeFileSync(join(folder, 'crowd'), '');
  writeFileSync(
    join(folder, 'lines'),
    `${toLine({ name: 'New', address: '192.168.1.11', txt: '"id=u3"' })}\n`,
  );
  for (let again = 0; again < 3; again += 1) t.same(await ids(), ['u1', 'u2', 'u3']);
  t.equal(told.length, 1);
  t.match(told[0], 'More speakers are advertised than Avahi can look up');
  const forged = toLine({ host: 'evil.local', address: '192.168.1.66' });
  writeFileSync(join(folder, 'lines'), `${forged}\n`);
  t.match(await list(), [{ id: 'u1', url: 'http://192.168.1.9:8710' }, { id: 'u2' }, { id: 'u3' }]);
  rmSync(join(folder, 'crowd'));
  writeFileSync(join(folder, 'lines'), '');
  t.same(await ids(), [], 'whoever is gone then is gone');
  writeFileSync(join(folder, 'crowd'), '');
  const fakes = Array.from({ length: 80 }, (_, at) =>
    toLine({ name: `!${at}`, address: `192.168.7.${10 + (at % 20)}`, txt: `"id=x${at}"` }),
  );
  writeFileSync(join(folder, 'lines'), `${fakes.join('\n')}\n`);
  const crowd = await ids();
  t.equal(crowd.length, 63);
  for (const id of ['u1', 'u2', 'u3']) t.ok(crowd.includes(id), `${id}, also if a look had missed it`);
});

t.test('without avahi-browse, or without Avahi, nobody is seen', async t => {
  const path = process.env['PATH'] ?? '';
  t.teardown(() => {
    process.env['PATH'] = path;
  });
  process.env['PATH'] = '/nowhere';
  t.equal(await browse(new Map()), '');
  process.env['PATH'] = path;
  process.env['DBUS_SYSTEM_BUS_ADDRESS'] = 'unix:path=/nowhere';
  t.equal(await browse(new Map()), '');
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
    const look = () =>
      createNeighbourhood({ ownId: 'self', steadyMs: () => performance.now(), logger: SILENT }).list();
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
