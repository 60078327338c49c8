import t from 'tap';
import { isAcceptedHost, parseHostName } from '../../src/control/transport/host-rule.js';

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
  for (const host of accepted)
    t.equal(
      isAcceptedHost(host, () => names),
      true,
      host,
    );
  for (const host of refused)
    t.equal(
      isAcceptedHost(host, () => names),
      false,
      host,
    );
  t.equal(parseHostName('[FE80::1]:80'), 'fe80::1');
});

t.test('An address is accepted without the names, which Avahi would be asked for', async t => {
  const names = () => t.fail('the names were asked for') as never;
  for (const host of ['192.168.1.7:8710', '[fe80::1]', 'localhost'])
    t.equal(isAcceptedHost(host, names), true, host);
});
