import fc from 'fast-check';
import t from 'tap';
import { createPeerRule } from '../../src/control/transport/peer-rule.js';

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
  const { isNear } = createPeerRule({ own: () => own });
  for (const address of near) t.equal(isNear(address), true, `${address} is near`);
  for (const address of far) t.equal(isNear(address), false, `${address} is far`);
});

t.test('a peer is an address; of IPv6 a /64, where it is neither link-local nor ours', t => {
  const near = [
    { family: 'IPv4', cidr: '192.0.2.7/24' },
    { family: 'IPv6', cidr: '2001:db8:1:2::7/64' },
    { family: 'IPv6', cidr: '2001:db8:f00::7/128' },
    { family: 'IPv6', cidr: '::/0' },
    { family: 'IPv6', cidr: null },
  ];
  const peers: Readonly<Record<string, string>> = {
    '192.0.2.9': '192.0.2.9',
    '::ffff:192.0.2.9': '192.0.2.9',
    '127.0.0.1': '127.0.0.1',
    '::1': '::1',
    'fe80::1%eth0': 'fe80::1%eth0',
    'febf::1': 'febf::1',
    '2001:db8:1:2::9': '2001:db8:1:2::9',
    '2001:db8:1:3::9': '2001:db8:1:3::/64',
    '2001:db8:1:3:a:b:c:d': '2001:db8:1:3::/64',
    '2001:DB8:1:3::': '2001:db8:1:3::/64',
    '2001:db8:f00::8': '2001:db8:f00:0::/64',
    '2001::': '2001:0:0:0::/64',
    'fec0::1': 'fec0:0:0:0::/64',
    '::2': '0:0:0:0::/64',
    '': '',
  };
  const { toPeer } = createPeerRule({ own: () => near });
  for (const [address, peer] of Object.entries(peers)) t.equal(toPeer(address), peer, address);
  const anywhere = createPeerRule({ own: () => [] });
  fc.assert(
    fc.property(fc.ipV6(), fc.ipV6(), (one, other) => {
      const groups = (text: string) => anywhere.toPeer(text).replace(/(:0)+::\/64$/, '');
      const isMapped = /^::ffff:|\./i;
      fc.pre(!isMapped.test(one) && !isMapped.test(other) && groups(one) !== groups(other));
      return one !== other;
    }),
  );
  t.end();
});

t.test('the device’s own addresses are asked for at most once a second, and may change', t => {
  let nowMs = 0;
  let asked = 0;
  let own = [{ family: 'IPv6', cidr: '2001:db8:1:2::7/64' }];
  const ask = () => {
    asked += 1;
    return own;
  };
  const { toPeer } = createPeerRule({ own: ask, steadyMs: () => nowMs });
  for (let count = 0; count < 9; count += 1) t.equal(toPeer('2001:db8:1:2::9'), '2001:db8:1:2::9');
  t.equal(asked, 1);
  own = [];
  nowMs = 1_000;
  t.equal(toPeer('2001:db8:1:2::9'), '2001:db8:1:2::/64');
  t.end();
});
