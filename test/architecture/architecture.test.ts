import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t from 'tap';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const LONGEST = 250;

/** Files of a folder by path from the root, without those of packages; browser code apart: it has a compilation of its own. */
function filesOf(folder: string, ending = '.ts'): string[] {
  return readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith(ending) && !path.includes('node_modules/'))
    .map(path => `${folder}/${path}`)
    .sort();
}

const read = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8');

const sources = filesOf('src');
const tests = filesOf('test');

/** The lines of the files that match, as `path:line`. */
function findLines(files: readonly string[], pattern: RegExp): string[] {
  return files.flatMap(path =>
    read(path)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );
}

interface Cruise {
  readonly modules: readonly { readonly source: string; readonly followable?: boolean }[];
  readonly summary: { readonly violations: readonly { from: string; to: string; rule: { name: string } }[] };
}

async function cruise(folders: readonly string[], cwd = ROOT): Promise<Cruise> {
  const program = `${ROOT}node_modules/dependency-cruiser/bin/dependency-cruise.mjs`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, '--config', `${ROOT}.dependency-cruiser.cjs`, '--output-type', 'json', ...folders],
    { cwd, maxBuffer: 64 * 1024 * 1024 },
  ).catch((error: unknown) => error as { stdout: string });
  return JSON.parse(stdout) as Cruise;
}

t.test('imports go one way, and every file was looked at', async t => {
  const { modules, summary } = await cruise(['src', 'test']);
  const broken = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
  t.same(broken, []);
  const seen = new Set(modules.map(({ source }) => source));
  t.same(
    [...sources, ...tests].filter(path => !seen.has(path)),
    [],
    'no file was left out',
  );
  t.ok(sources.length > 20 && tests.length > 5, `${sources.length} sources, ${tests.length} tests`);
});

t.test('no file in src is above 250 lines', async t => {
  const long = sources.filter(path => read(path).trimEnd().split('\n').length > LONGEST);
  t.same(long, []);
});

t.test('config.ts alone reads the environment', async t => {
  const others = sources.filter(path => path !== 'src/config/config.ts');
  // To set a variable for a library is not to read one.
  const reading =
    /\bprocess\s*(\.|\?\.|\[['"])\s*env\b(?!\[['"]\w+['"]\] = )|\{[^}]*\benv\b[^}]*\}\s*=\s*process\b/;
  t.same(findLines(others, reading), []);
  t.ok(findLines(['src/config/config.ts'], reading).length > 0, 'the pattern finds what it looks for');
});

t.test('modules hold no state of their own', async t => {
  t.same(findLines(sources, /^(export )?(let|var)\b/), []);
});

t.test('no any, and no rule switched off without a reason', async t => {
  const files = [...sources, ...tests];
  t.same(findLines(files, /(:|\bas|<|\||,)\s*any\b(?!\w)(?=\s*([;,)>\]|&={[]|$))/), []);
  t.same(findLines(files, /eslint-disable(?!.* -- \S)/), []);
  t.same(findLines(files, /@ts-(ignore|nocheck|expect-error)(?!.* \S{3})/), []);
});

t.test('nothing names a place of one machine', async t => {
  const texts = [...sources, ...tests, ...filesOf('config', ''), 'README.md', 'CHANGELOG.md', 'package.json'];
  const files = texts.filter(path => /\.(ts|mjs|cjs|json|md|example|service|conf|html|css)$/.test(path));
  const places = ['/wo' + 'rk/', '/tmp/w' + 't/', '/home/(?!someone\\b)\\w+', '/Us' + 'ers/'];
  t.same(findLines(files, new RegExp(`(^|[^\\w.])(${places.join('|')})`)), []);
});
