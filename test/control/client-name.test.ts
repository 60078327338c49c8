import t from 'tap';
import { toClientName, toFreeName, UNSEEN } from '../../src/contract/client-name.js';

t.test('any text becomes a name', async t => {
  t.equal(toClientName('  Ada\u0000\n phone '), 'Ada  phone');
  t.equal(toClientName('\u0007'), 'phone');
  t.equal(toClientName('\u200b\u202e\ufeff'), 'phone');
  t.equal(toClientName('A\u200bd\u00ada\u{e0061}'), 'Ada', 'nothing is in it that cannot be seen');
  for (const blank of ['\u{1d159}', '\u{16fe4}', '\u{13441}', '\u{13442}', '\ufffc'])
    t.equal(toClientName(`Anna${blank}`), 'Anna', `U+${blank.codePointAt(0)?.toString(16)} shows nothing`);
  for (const blank of ['\ud800', '\udfff', '\ufdd0', '\u{1ffff}', '\u{1d165}'])
    t.equal(toClientName(`Anna${blank}`), 'Anna', 'nor does what is no character');
  t.equal(toClientName('é'.repeat(70)), 'é'.repeat(64));
  t.equal(toClientName('🎵'.repeat(70)), '🎵'.repeat(64));
});

t.test('a second one like it gets a number, and has room for it', async t => {
  const used = ['Anna', 'anna 2', 'Ｂob', 'x'.repeat(64)];
  t.equal(toFreeName('Ada', used), 'Ada');
  t.equal(toFreeName('Anna', used), 'Anna 3');
  t.equal(toFreeName('ANNA', used), 'ANNA 3', 'capitals make no difference');
  t.equal(toFreeName('Bob', used), 'Bob 2', 'nor does another width');
  const long = toFreeName('x'.repeat(64), used);
  t.equal(long, `${'x'.repeat(62)} 2`);
});

t.test('the class of what no name holds is good with and without the flag of Unicode', async t => {
  for (const flags of ['', 'u']) {
    const pattern = new RegExp(`^[^${UNSEEN}]*$`, flags);
    for (const name of ['Ada’s phone', 'Zoë 🎵', 'כלב', '名前', 'a b']) t.ok(pattern.test(name), name);
    for (const code of [
      0, 10, 0x7f, 0x9f, 0xad, 0x200b, 0x200d, 0x2028, 0x202e, 0x2066, 0x3164, 0xfeff, 0xfffc,
    ])
      t.notOk(pattern.test(`A${String.fromCharCode(code)}`), code.toString(16));
  }
});
