import t from 'tap';
import { type AudioBounds, createReach } from '../../src/player/address/reach.js';

const calm = () => new AbortController().signal;
const boundsOf = (servicePeer: string | null, more: Partial<AudioBounds> = {}): AudioBounds => ({
  serviceUrl: 'http://service.test',
  servicePeer: () => servicePeer,
  plain: false,
  hosts: [],
  ...more,
});
const reach = (url: string, bounds: AudioBounds, signal: AbortSignal) => createReach(bounds)(url, signal);
const PUBLIC = boundsOf('8.8.8.8');
const HERE = boundsOf('127.0.0.1');

t.test('a public service leads nowhere near, by whatever an address is called', async t => {
  const hosts = [
    ...[
      '127.0.0.1',
      '10.1.2.3',
      '192.168.0.1',
      '169.254.169.254',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[fd00::1]',
    ],
    ...['localhost', '127.1', '0x7f000001', '2130706433', '0177.0.0.1', '0.0.0.0'],
  ];
  for (const host of hosts) {
    t.match(await reach(`http://${host}:8/x`, PUBLIC, calm()), { fault: 'private' }, host);
    t.match(
      await reach(`http://${host}:8/x`, boundsOf(null), calm()),
      { fault: 'private' },
      `${host}, unheard of`,
    );
    const reached = await reach(`http://${host}:8/x`, HERE, calm());
    t.ok('addresses' in reached && reached.addresses.length > 0, `${host}, of a service that is near itself`);
  }
  t.match(await reach('http://8.8.4.4/', PUBLIC, calm()), { addresses: [{ address: '8.8.4.4', family: 4 }] });
  t.match(await reach('http://8.8.4.4/', HERE, calm()), { addresses: [{ address: '8.8.4.4' }] });
});

t.test('a service in the house leads anywhere in it', async t => {
  for (const peer of ['192.168.7.7', 'fd00::1', '100.64.0.1', '::ffff:10.0.0.1', '::1'])
    for (const host of ['127.0.0.1', '10.0.0.1', '[fe80::1]', 'localhost', '8.8.8.8'])
      t.match(
        await reach(`http://${host}/x`, boundsOf(peer), calm()),
        { addresses: [{}] },
        `${peer}: ${host}`,
      );
});

t.test('The owner’s list opens its hosts and nothing beside them', async t => {
  const listed = boundsOf('8.8.8.8', { hosts: ['localhost', '10.0.0.9', 'fd00::9'] });
  for (const host of ['localhost', 'LocalHost', '10.0.0.9', '[fd00::9]'])
    t.match(await reach(`http://${host}:80/x`, listed, calm()), { addresses: [{}] }, host);
  for (const host of ['127.0.0.1', '10.0.0.8', '[fd00::8]', 'localhost@10.0.0.8'])
    t.match(await reach(`http://${host}/x`, listed, calm()), { fault: 'private' }, host);
});

t.test('A name that is held back is no answer', async t => {
  // The system answers this name with 0.0.0.0.
  for (const bounds of [PUBLIC, HERE])
    t.match(await reach('http://0/x', bounds, calm()), {
      fault: 'unreachable',
      detail: 'name look-up: held back',
    });
});

t.test('A barrier names no address', async t => {
  const barrier = await reach('http://192.168.7.7/secret', PUBLIC, calm());
  t.notMatch(JSON.stringify(barrier), /192|secret/);
});

t.test('a name that is not found, or not in time', async t => {
  t.match(await reach('http://nobody.invalid/', PUBLIC, calm()), {
    fault: 'unreachable',
    detail: /name look-up/,
  });
  const late = await reach('http://localhost/', HERE, AbortSignal.abort());
  t.match(late, { fault: 'unreachable', detail: 'name look-up: no answer in time' });
});

t.test('The player takes plain http only where the service or owner does', async t => {
  const secure = { serviceUrl: 'https://service.test' };
  t.match(await reach('http://8.8.4.4/', boundsOf('8.8.8.8', secure), calm()), { fault: 'plain' });
  t.match(await reach('HTTP://127.0.0.1/', boundsOf('127.0.0.1', secure), calm()), { fault: 'plain' });
  t.match(await reach('http://8.8.4.4/', boundsOf('8.8.8.8', { ...secure, plain: true }), calm()), {
    addresses: [{}],
  });
  t.match(await reach('https://8.8.4.4/', boundsOf('8.8.8.8', secure), calm()), { addresses: [{}] });
});
