import t from 'tap';
import { toAddress, toText } from '../../src/service/fields.js';

const URL_WITH_TOKEN = 'https://audio.invalid/a?token=aB+/=%2F&x=1==';

t.test('addresses are http or https, and stay as they are', async t => {
  t.equal(toAddress(URL_WITH_TOKEN), URL_WITH_TOKEN);
  t.equal(toAddress('HTTP://x.invalid/%zz'), 'HTTP://x.invalid/%zz');
  for (const value of [
    'file:///etc/passwd',
    '/etc/passwd',
    'javascript:alert(1)',
    'https://',
    'https://x.invalid/\n-o evil',
    `https://x.invalid/${'a'.repeat(20_000)}`,
    '',
    7,
    null,
  ]) {
    t.equal(toAddress(value), null);
  }
});

t.test('text is one clean line of bounded length', async t => {
  t.equal(toText('a\u0000\n\tb\u2028c\u009f'), 'a b c');
  t.equal(toText('  \u0007 '), null);
  t.equal(toText('x'.repeat(9_999))?.length, 300);
  t.equal(toText(`${'x'.repeat(299)}\u{1F3B5}`), 'x'.repeat(299), 'no half of a character');
  t.equal(toText('\uD83C'), '\uFFFD');
  t.equal(toText('Sigur Rós 🎵'), 'Sigur Rós 🎵');
  t.equal(
    toText('Tide \u202egnp.exe\u2066 \u200fשיר'),
    'Tide gnp.exe \u200fשיר',
    'turns nothing around that comes after it',
  );
});
