import t from 'tap';
import { checkedAddress, hostOf, isAudioAddress, isPlain } from '../../src/player/address/audio-address.js';

t.test('addresses whose host everybody reads alike', async t => {
  const rows = [
    ['http://audio.test/a%20b?x=1#y', 'audio.test'],
    ['https://user:word@audio.test:8443/x', 'audio.test'],
    ['https://127.1', '127.1'],
    ['https://[::1]:8/x', '::1'],
    ['http://a_b.test?x', 'a_b.test'],
    ['http://audio.test/@[x\\y', 'audio.test'],
  ] as const;
  for (const [url, host] of rows) {
    t.equal(checkedAddress(url), url);
    t.equal(hostOf(url), host, url);
  }
  t.equal(checkedAddress('HTTPS://Audio.test/X'), 'https://Audio.test/X');
  t.equal(hostOf('http://[::FFFF:7F00:1]/'), '::FFFF:7F00:1');
  t.ok(isPlain('http://x') && !isPlain('https://x'));
});

t.test('The reader refuses addresses that programs would read differently', async t => {
  const urls = [
    ...[
      'http://public.test\\@127.0.0.1/',
      'http://a@b@c/',
      'http://%31%32%37.0.0.1/',
      'http://１２７.0.0.1/',
    ],
    // What is a k or an s to whoever takes no notice of case.
    ...['http://evil\u212A.test/', 'http://\u017Fvil.test/', 'http\u017F://a/'],
    ...[
      'http://bücher.test/',
      'http://[fe80::1%25eth0]/',
      'http://a b/',
      'http://a:b:c/',
      'http:///x',
      'http://',
    ],
    ...[
      'http://a\u0009b/',
      'http://a/\n',
      'http://a:99999/',
      'http://[::g]/',
      'ftp://a/',
      'file:///etc/passwd',
      '',
    ],
  ];
  for (const url of urls) {
    t.notOk(isAudioAddress(url), url);
    t.throws(() => checkedAddress(url), url);
  }
});
