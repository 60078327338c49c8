import t from 'tap';
import { isNearName, isSameMachine, isUnspecified, leadsNear } from '../../src/lib/near.js';

const own = () => [
  { family: 'IPv4', cidr: '203.0.113.7/24' },
  { family: 'IPv6', cidr: '2001:db8:1::7/64' },
];

t.test('An address tells whether it leads near', async t => {
  const near = [
    ...['127.0.0.1', '127.9.9.9', '10.0.0.1', '172.31.0.1', '192.168.1.1', '169.254.169.254', '0.0.0.0'],
    ...['0.1.2.3', '100.64.0.1', '192.0.0.8', '198.19.0.1', '224.0.0.251', '255.255.255.255', '::', '::1'],
    ...['fe80::1', 'fe80::1%eth0', 'fec0::1', 'fd00::1', 'ff02::fb', '::ffff:127.0.0.1', '::ffff:7f00:1'],
    ...['::ffff:c0a8:101', '::7f00:1', '::ffff:0:7f00:1', '2002:7f00:1::1', '2001:0:53aa:64c::1'],
    ...['64:ff9b::10.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::a00:1', 'no address'],
  ];
  for (const address of near) t.ok(leadsNear(address), address);
  const far = [
    ...['8.8.8.8', '172.32.0.1', '100.128.0.1', '198.20.0.1', '223.255.255.255', '203.0.114.1'],
    ...['2001:db8:2::1', '2606:4700::1', '64:ff9b::8.8.8.8', '2002:808:808::1', '::ffff:8.8.8.8'],
  ];
  for (const address of far) t.notOk(leadsNear(address), address);
});

t.test('An unspecified address in an answer means a name held back', async t => {
  for (const address of ['0.0.0.0', '::', '::0', '::ffff:0.0.0.0', '::ffff:0:0', '64:ff9b::'])
    t.ok(isUnspecified(address), address);
  for (const address of ['0.0.0.1', '::1', '127.0.0.1', '8.8.8.8', 'fe80::'])
    t.notOk(isUnspecified(address), address);
});

t.test('names that say that they are near', async t => {
  for (const name of [
    'localhost',
    'LOCALHOST.',
    'a.localhost',
    'nas',
    'nas.local',
    'nas.local.',
    'x.lan',
    'a.home.arpa',
    // What nobody can have, however it is read.
    ...['nas..', 'nas.local..', '127.0.0.1..', '.', '', 'a..test'],
  ])
    t.ok(isNearName(name), name);
  for (const name of [
    'example.com',
    'example.com.',
    'local.example.com',
    '8.8.8.8',
    'lan.org',
    'dislocal.test',
  ])
    t.notOk(isNearName(name), name);
});

t.test('two addresses of one machine', async t => {
  for (const [a, b] of [
    ['192.0.2.9', '192.0.2.9'],
    ['127.0.0.1', '127.0.0.9'],
    ['127.0.0.1', '::1'],
    ['::ffff:127.0.0.1', '203.0.113.7'],
    ['203.0.113.7', '2001:db8:1::7'],
  ] as const)
    t.ok(isSameMachine(a, b, own), `${a} ${b}`);
  for (const [a, b] of [
    ['192.0.2.9', '192.0.2.8'],
    ['203.0.113.7', '203.0.113.70'],
    ['127.0.0.1', '203.0.113.8'],
    ['2001:db8:1::/64', '2001:db8:1::7'],
    ['', '127.0.0.1'],
  ] as const)
    t.notOk(isSameMachine(a, b, own), `${a} ${b}`);
});
