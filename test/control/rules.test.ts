import t from 'tap';
import { isAcceptedHost, parseHostName } from '../../src/control/host-rule.js';
import { parseCall } from '../../src/control/json-rpc.js';
import { isAllowedOrigin } from '../../src/control/origin-rule.js';
import { isNearPeer } from '../../src/control/peer-rule.js';
import { createRateLimit } from '../../src/control/rate-limit.js';
import { createRequestGate } from '../../src/control/request-gate.js';
import { parseTarget } from '../../src/control/request-target.js';

t.test('peers: loopback, link-local, private and neighbours are near, the rest is far', async t => {
  const own = [
    { family: 'IPv4', cidr: '203.0.113.7/24' },
    { family: 'IPv6', cidr: '2001:db8:1::7/64' },
    { family: 'IPv4', cidr: '198.51.100.1/0' },
    { family: 'IPv4', cidr: null },
  ];
  const near = [
    ...['127.0.0.1', '127.255.255.254', '10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255'],
    ...['192.168.0.1', '169.254.9.9', '203.0.113.200', '::1', 'fe80::1', 'fe80::1%eth0', 'febf::1'],
    ...[
      'fc00::1',
      'fd12::1',
      '2001:db8:1::ffff',
      '::ffff:192.168.1.5',
      '::FFFF:127.0.0.1',
      '::ffff:203.0.113.9',
    ],
  ];
  const far = [
    ...[
      '8.8.8.8',
      '172.15.0.1',
      '172.32.0.1',
      '192.169.0.1',
      '11.0.0.1',
      '100.64.0.1',
      '203.0.112.1',
      '0.0.0.0',
    ],
    ...[
      '198.51.100.2',
      '2001:db8:2::1',
      '2606:4700::1',
      'fec0::1',
      '::ffff:8.8.8.8',
      '::2',
      '',
      'localhost',
      'x',
    ],
  ];
  for (const address of near)
    t.equal(
      isNearPeer(address, () => own),
      true,
      `${address} is near`,
    );
  for (const address of far)
    t.equal(
      isNearPeer(address, () => own),
      false,
      `${address} is far`,
    );
});

t.test('hosts: literals, localhost and listed names; nothing that a name server could rebind', async t => {
  const names = ['Speaker', 'speaker.local', 'demo.example'];
  const accepted = [
    ...[
      '127.0.0.1',
      '192.168.1.5:8710',
      '[::1]',
      '[fe80::1]:8710',
      '[2001:DB8::1]',
      'localhost',
      'LOCALHOST:1',
    ],
    ...['speaker', 'SPEAKER.local:8710', 'speaker.local.', 'demo.example:443', '8.8.8.8'],
  ];
  const refused = [
    ...[
      'evil.example',
      '127.0.0.1.evil.example',
      'localhost.evil.example',
      'evil-localhost',
      'speaker.local.evil',
    ],
    ...[
      'xspeaker',
      '',
      ':8710',
      '[::1',
      '::1',
      '[1.2.3.4]',
      '[speaker]',
      'a@localhost',
      'localhost/x',
      'localhost#',
    ],
    ...[
      'localhost:port',
      'localhost, evil',
      '127.1',
      '2130706433',
      '0x7f.0.0.1',
      '[::1].evil',
      'localhost:1:2',
      '.',
    ],
  ];
  for (const host of accepted) t.equal(isAcceptedHost(host, names), true, host);
  for (const host of refused) t.equal(isAcceptedHost(host, names), false, host);
  t.equal(parseHostName('[FE80::1]:80'), 'fe80::1');
});

t.test('origins: the own one, a listed one, or none at all', async t => {
  const own = {
    scheme: 'http',
    host: 'Speaker.local:8710',
    origins: ['https://Remote.example', 'http://x:81/'],
  } as const;
  const rows: [boolean, Record<string, string>][] = [
    [true, {}],
    [true, { origin: 'http://speaker.local:8710' }],
    [true, { origin: 'HTTP://SPEAKER.LOCAL:8710' }],
    [true, { origin: 'https://remote.example' }],
    [true, { origin: 'https://remote.example:443', 'sec-fetch-site': 'cross-site' }],
    [true, { origin: 'http://x:81' }],
    [true, { 'sec-fetch-site': 'same-origin' }],
    [true, { 'sec-fetch-site': 'none' }],
    [false, { 'sec-fetch-site': 'cross-site' }],
    [false, { origin: 'http://speaker.local:8710', 'sec-fetch-site': 'cross-site' }],
    [false, { origin: 'null' }],
    [false, { origin: '' }],
    [false, { origin: 'http://speaker.local' }],
    [false, { origin: 'https://speaker.local:8710' }],
    [false, { origin: 'http://speaker.local:8711' }],
    [false, { origin: 'http://evil.example' }],
    [false, { origin: 'http://remote.example' }],
    [false, { origin: 'http://speaker.local:8710@evil.example' }],
    [false, { origin: 'http://speaker.local:8710/path' }],
    [false, { origin: 'http://speaker.local:8710, http://evil.example' }],
    [false, { origin: 'file://' }],
    [false, { origin: 'http://[bad' }],
  ];
  for (const [allowed, headers] of rows)
    t.equal(isAllowedOrigin(headers, own), allowed, JSON.stringify(headers));
  const literal = { scheme: 'http', host: '[::1]:80', origins: [] } as const;
  t.equal(isAllowedOrigin({ origin: 'http://[::1]' }, literal), true, 'the default port may be left out');
  t.equal(isAllowedOrigin({ origin: 'http://[::2]' }, literal), false);
});

t.test('far peers are turned away before anything is read, where only near ones are wanted', async t => {
  const request = (remoteAddress: string) =>
    ({
      socket: { remoteAddress },
      url: '/',
      headers: { host: '[::1]' },
      headersDistinct: { host: ['[::1]'] },
    }) as never;
  const rules = { scheme: 'http', hostNames: () => [], origins: [], ownAddresses: () => [] } as const;
  const guarded = createRequestGate({ ...rules, nearOnly: true });
  t.match(guarded(request('8.8.8.8'), false), { problem: { status: 403 } });
  t.match(guarded(request('::ffff:192.168.1.2'), false), { problem: null });
  t.match(createRequestGate({ ...rules, nearOnly: false })(request('8.8.8.8'), false), { problem: null });
});

t.test('request targets: decoded once, never outside', async t => {
  t.match(parseTarget('/a%20b?x=1&y=%zz#z'), { path: '/a b', host: null });
  t.equal(parseTarget('/?x=1&x=2')?.query.get('x'), '1');
  t.match(parseTarget('http://Host:1/p?q=1'), { path: '/p', host: 'Host:1' });
  t.match(parseTarget('http://host'), { path: '/', host: 'host' });
  const bad = [
    '//',
    '//evil.example/x',
    '/%zz',
    '/%',
    '/a/../b',
    '/%2e%2e/b',
    '/./',
    '/%2F',
    '/a%00',
    '/a%0d',
    '/%5c',
    '*',
    'x',
    '?',
    'ftp://x/',
  ];
  for (const target of bad) t.equal(parseTarget(target), null, target);
  t.match(parseTarget(''), { path: '/' }, 'node never hands this out, and it harms nobody');
});

t.test('calls: JSON-RPC 2.0 and nothing else', async t => {
  t.same(parseCall('{"jsonrpc":"2.0","method":"a","id":null}'), {
    call: { method: 'a', params: undefined, id: null },
  });
  t.same(parseCall('{"jsonrpc":"2.0","method":"a","params":[1],"more":1}'), {
    call: { method: 'a', params: [1] },
  });
  const rows: [string, number, unknown][] = [
    ['', -32700, null],
    ['{', -32700, null],
    ['{"jsonrpc":"2.0","method":"a","id":1', -32700, null],
    ['['.repeat(60_000), -32700, null],
    [`${'['.repeat(30_000)}${']'.repeat(30_000)}`, -32600, null],
    ['[]', -32600, null],
    ['[{"jsonrpc":"2.0","method":"a","id":1}]', -32600, null],
    ['null', -32600, null],
    ['"x"', -32600, null],
    ['1', -32600, null],
    ['{}', -32600, null],
    ['{"id":7,"method":"a"}', -32600, 7],
    ['{"jsonrpc":"1.0","id":"x","method":"a"}', -32600, 'x'],
    ['{"jsonrpc":2.0,"id":1,"method":"a"}', -32600, 1],
    ['{"jsonrpc":"2.0","id":1}', -32600, 1],
    ['{"jsonrpc":"2.0","id":1,"method":5}', -32600, 1],
    ['{"jsonrpc":"2.0","id":{},"method":"a"}', -32600, null],
    ['{"jsonrpc":"2.0","id":[1],"method":"a"}', -32600, null],
    ['{"jsonrpc":"2.0","id":true,"method":"a"}', -32600, null],
  ];
  for (const [text, code, id] of rows) t.match(parseCall(text), { id, error: { code } }, text.slice(0, 60));
});

t.test('the rate limit fills with time, up to its burst', async t => {
  let now = 0;
  const limit = createRateLimit({ perSecond: 50, burst: 100, steadyMs: () => now });
  for (let call = 0; call < 100; call += 1) t.equal(limit.take(), 0);
  t.equal(limit.take(), 20);
  now = 19;
  t.equal(limit.take(), 1);
  now = 20;
  t.equal(limit.take(), 0);
  now = 1_000_000;
  for (let call = 0; call < 100; call += 1) t.equal(limit.take(), 0);
  t.equal(limit.take(), 20);
});
