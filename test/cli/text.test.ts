import t from 'tap';
import { oneLine } from '../../src/cli/output.js';
import { plain } from '../../src/cli/text/line.js';
import { toTable } from '../../src/cli/text/table.js';
import { fit, pad, widthOf, wrap } from '../../src/cli/text/width.js';

t.test('text is as wide as a terminal shows it', async t => {
  const rows: readonly (readonly [text: string, width: number])[] = [
    ['', 0],
    ['abc', 3],
    ['é', 1],
    ['e\u0301', 1],
    ['日本語', 6],
    ['한국', 4],
    ['Ｆ', 2],
    ['ﾊﾛｰ', 3],
    ['👍', 2],
    ['👨‍👩‍👧', 2],
    ['🇩🇪', 2],
    ['❤️', 2],
    ['…–', 2],
    ['a\u200bb', 2],
  ];
  for (const [text, width] of rows) t.equal(widthOf(text), width, JSON.stringify(text));
});

t.test('The terminal cuts wide text between letters and marks the cut', async t => {
  t.equal(fit('abc', 3), 'abc');
  t.equal(fit('abcd', 3), 'ab…');
  t.equal(fit('日本語', 4), '日…', 'half a letter is none');
  t.equal(fit('日本語', 5), '日本…');
  t.equal(fit('ab cde', 4), 'ab…');
  t.equal(fit('👨‍👩‍👧👨‍👩‍👧', 3), '👨‍👩‍👧…', 'a letter of several parts stays whole');
  t.equal(fit('abc', 0), '');
  t.equal(pad('日本', 6), '日本  ');
  t.same(wrap('one two three', 7), ['one two', 'three']);
  t.same(wrap('日本 日本', 5), ['日本', '日本']);
  t.same(wrap('unbreakable', 3), ['unbreakable']);
});

t.test('a table lines up whatever is in it, and fits into the terminal', async t => {
  const rows = [
    [{ text: '9', isRight: true as const }, { text: '日本の夜' }, { text: 'x' }],
    [{ text: '10', isRight: true as const }, { text: 'Night' }, { text: '' }],
  ];
  const lines = (columns: number) => toTable(rows, columns).map(plain);
  t.same(lines(80), [' 9  日本の夜  x', '10  Night']);
  const long = [[{ text: 'one' }, { text: 'a'.repeat(40) }, { text: 'b'.repeat(30) }]];
  const [line = ''] = toTable(long, 40).map(plain);
  t.equal(widthOf(line), 40);
  t.match(line, /^one {2}a+… {2}b+…$/);
  const hostile = toTable([[{ text: 'a\x1b[2J\nb' }, { text: 'c' }]], 80).map(plain);
  t.same(hostile, ['a [2J b  c'], 'measured as it is printed');
  const joined = 'می\u200cخواهم 👩\u200d🎤 ☀\ufe0f';
  t.equal(oneLine(joined), joined, 'what joins or varies characters is theirs');
  const endless = toTable([[{ text: `${'a'.repeat(998)}${'🎧'.repeat(1_000_000)}` }]], 2_000).map(plain);
  t.same(endless, [`${'a'.repeat(998)}…`], 'nobody measures what nobody reads');
});

t.test('A narrow table cuts spare columns before needed ones', async t => {
  const row = (name: string, id: string) => [
    { text: name },
    { text: 'http://living-room-upstairs.local:8710' },
    { text: id, isSpare: true as const },
  ];
  const id = '2f1d1f0a-5d5e-4b43-9d0f-1a2b3c4d5e6f';
  for (const line of toTable([row('Living room', id), row('Bath', id)], 80).map(plain)) {
    t.ok(widthOf(line) <= 80, line);
    t.match(line, /http:\/\/living-room-upstairs\.local:8710 +2f1d1f0a.*…$/);
  }
  const [narrow = ''] = toTable([row('Living room', id)], 50).map(plain);
  t.ok(widthOf(narrow) <= 50, narrow);
});
