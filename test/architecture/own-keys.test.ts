import { fileURLToPath } from 'node:url';
import { ESLint, type Linter } from 'eslint';
import t from 'tap';
import { parser } from 'typescript-eslint';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const TABLE = "const TABLE: Readonly<Record<string, string>> = { one: 'One' };";

/** Which of the texts the rule refuses, all linted at once in a project of their own: ours takes seconds to compile. */
async function refusedOf(folder: string, texts: readonly string[]): Promise<readonly string[]> {
  const ours = new ESLint({ cwd: ROOT });
  const { plugins, rules } = (await ours.calculateConfigForFile(`${ROOT}src/lib/near.ts`)) as Linter.Config;
  const eslint = new ESLint({
    cwd: folder,
    overrideConfigFile: true,
    overrideConfig: {
      files: ['*.ts'],
      plugins: { tonearm: plugins?.['tonearm'] ?? {} },
      rules: { 'tonearm/own-keys': rules?.['tonearm/own-keys'] ?? 'off' },
      languageOptions: { parser, parserOptions: { projectService: true, tsconfigRootDir: folder } },
    },
  });
  const [result] = await eslint.lintFiles('table.ts');
  const lines = result?.messages
    .filter(({ ruleId }) => ruleId === 'tonearm/own-keys')
    .map(({ line }) => line);
  return texts.filter((_, at) => lines?.includes(at + 2));
}

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
  const texts = [...refused, ...good];
  const folder = t.testdir({
    'tsconfig.json':
      '{ "compilerOptions": { "strict": true, "target": "es2023", "types": [] }, "files": ["table.ts"] }',
    'table.ts': [TABLE, ...texts.map(text => `{ ${text} }`)].join('\n'),
  });
  t.strictSame(await refusedOf(folder, texts), refused);
});
