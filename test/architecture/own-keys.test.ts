import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import t from 'tap';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** The text in the place of a file that is there, which gives it its types. */
async function isRefused(text: string): Promise<boolean> {
  const eslint = new ESLint({ cwd: ROOT });
  const [result] = await eslint.lintText(text, { filePath: `${ROOT}src/near.ts` });
  return result?.messages.some(({ ruleId }) => ruleId === 'tonearm/own-keys') ?? false;
}

const TABLE = "const TABLE: Readonly<Record<string, string>> = { one: 'One' };\n";

t.test('a table of the code is not asked for a word that may be any', async t => {
  const refused = [
    'export const of = (word: string) => TABLE[word];',
    'export const of = (word: string | undefined) => TABLE[word ?? ""];',
    'export const has = (word: string) => word in TABLE;',
    'export const of = (word: string) => ({ one: 1 } as Record<string, number>)[word];',
    'const made = Object.fromEntries([["one", 1]]); export const of = (word: string) => made[word];',
    'const noted: Record<string, number> = {}; export const note = (word: string) => { noted[word] = 1; };',
  ];
  for (const text of refused) t.ok(await isRefused(TABLE + text), text);
  const good = [
    "export const of = (word: 'one' | 'two') => ({ one: 1, two: 2 })[word];",
    'export const of = (word: string) => (Object.hasOwn(TABLE, word) ? TABLE[word] : null);',
    "export const one = TABLE['one'];",
    'export const of = (word: string) => new Map(Object.entries(TABLE)).get(word);',
    'export const at = (place: number) => [1, 2][place];',
  ];
  for (const text of good) t.notOk(await isRefused(TABLE + text), text);
});
