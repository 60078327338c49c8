import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import t from 'tap';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Which of the texts the rule refuses, all linted at once in the place of a file that is there, which gives them types. */
async function refusedOf(texts: readonly string[]): Promise<readonly string[]> {
  const eslint = new ESLint({ cwd: ROOT });
  const whole = [TABLE, ...texts.map(text => `{ ${text} }`)].join('\n');
  const [result] = await eslint.lintText(whole, { filePath: `${ROOT}src/near.ts` });
  const lines = result?.messages
    .filter(({ ruleId }) => ruleId === 'tonearm/own-keys')
    .map(({ line }) => line);
  return texts.filter((_, at) => lines?.includes(at + 2));
}

const TABLE = "const TABLE: Readonly<Record<string, string>> = { one: 'One' };";

t.test('a table of the code is not asked for a word that may be any', async t => {
  const refused = [
    'const of = (word: string) => TABLE[word];',
    'const of = (word: string | undefined) => TABLE[word ?? ""];',
    'const has = (word: string) => word in TABLE;',
    'const of = (word: string) => ({ one: 1 } as Record<string, number>)[word];',
    'const made = Object.fromEntries([["one", 1]]); const of = (word: string) => made[word];',
    'const noted: Record<string, number> = {}; const note = (word: string) => { noted[word] = 1; };',
  ];
  const good = [
    "const of = (word: 'one' | 'two') => ({ one: 1, two: 2 })[word];",
    'const of = (word: string) => (Object.hasOwn(TABLE, word) ? TABLE[word] : null);',
    "const one = TABLE['one'];",
    'const of = (word: string) => new Map(Object.entries(TABLE)).get(word);',
    'const at = (place: number) => [1, 2][place];',
  ];
  t.strictSame(await refusedOf([...refused, ...good]), refused);
});
