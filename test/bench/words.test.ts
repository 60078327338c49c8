/** What `npm run bench` is told. */
import t from 'tap';
import { parseWords } from './frame/words.js';

const read = (...words: string[]) => {
  const { names, flags } = parseWords(words, ['gap', 'start']);
  return { names, flags: Object.fromEntries(flags) };
};

t.test('sections and numbers', async t => {
  t.strictSame(read(), { names: [], flags: {} }, 'everything');
  t.strictSame(read('start', 'gap', '--quick'), { names: ['start', 'gap'], flags: { quick: 1 } });
  t.strictSame(read('--repeats=3', 'gap', '--calls', '40'), {
    names: ['gap'],
    flags: { repeats: 3, calls: 40 },
  });
});

t.test('nothing is measured by a word that means nothing', async t => {
  for (const words of [
    ['--help'],
    ['-h'],
    ['--repeat=3'],
    ['gaps'],
    ['--repeats=0'],
    ['--repeats=few'],
    ['--repeats'],
    ['--quick=2'],
  ])
    t.throws(() => read(...words), { name: 'RangeError', message: /\nNAME: gap, start$/ }, words.join(' '));
});
