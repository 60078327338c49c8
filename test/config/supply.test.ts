import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';

interface Entry {
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
}
interface Lock {
  readonly packages: Readonly<Record<string, Entry | object>>;
}
interface Supply {
  readonly lock: Lock;
  readonly allowScripts?: Readonly<Record<string, boolean>>;
  readonly settings: string;
  readonly root: string;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { findProblems } = (await import(new URL('../../../config/supply/lock.mjs', import.meta.url).href)) as {
  findProblems: (supply: Supply) => string[];
};
const sha = (letter: string) => `sha512-${letter.repeat(86)}==`;

t.test('The lockfiles hold every package by its checksum', async t => {
  t.match(
    execFileSync(process.execPath, [`${root}config/supply.mjs`], { encoding: 'utf8' }),
    /packages, each with its checksum/,
  );
});

const SETTINGS = 'ignore-scripts=true\nfund=false\n';
const A: Entry = { version: '1.0.0', integrity: sha('A'), license: 'MIT' };
const supply = (packages: Lock['packages'], more: Partial<Supply> = {}): Supply => ({
  lock: { packages: { '': {}, ...packages } },
  settings: SETTINGS,
  root: '/nowhere',
  ...more,
});

t.test('The check finds packages that npm would install unchecked or let run', async t => {
  const a = (change: Partial<Entry>, more = '') =>
    supply({ 'node_modules/a': { ...A, ...change } }, { settings: SETTINGS + more });
  t.same(findProblems(a({})), []);
  const scripted = supply({ 'node_modules/a': { ...A, hasInstallScript: true } });
  t.same(findProblems({ ...scripted, allowScripts: { a: false } }), [], 'a script that never runs');
  const rows: readonly (readonly [string, Supply, RegExp])[] = [
    ['a script', scripted, /a: wants to run a script/],
    ['a script that is forbidden, and gone', { ...a({}), allowScripts: { a: false } }, /and has none/],
    ['no checksum', a({ integrity: '' }), /no checksum/],
    ['a weak checksum', a({ integrity: 'sha1-AAAA' }), /no checksum/],
    ['a place that it comes from', a({ resolved: 'file:a.tgz' }), /names where it comes from/],
    ['a link', supply({ 'node_modules/a': { ...A, link: true } }), /a link/],
    ['scripts of all', { ...a({}), settings: 'fund=false' }, /ignore-scripts=true/],
    ['scripts of all, further down', a({}, 'ignore-scripts=false'), /ignore-scripts=true/],
    ['scripts of all, said otherwise', a({}, 'ignore-scripts[] = false'), /ignore-scripts=true/],
    ['a right that nobody needs', { ...a({}), allowScripts: { a: true } }, /allowed scripts, and has none/],
  ];
  for (const [name, what, problem] of rows) t.match(findProblems(what).join('\n'), problem, name);
});

t.test('Each installed package matches its entry in the lockfile', async t => {
  const installed = (found: object, more: object = {}) =>
    findProblems(
      supply(
        { 'node_modules/a': A },
        {
          root: t.testdir({
            node_modules: {
              a: { 'package.json': JSON.stringify({ version: '1.0.0', license: 'MIT', ...found }), ...more },
            },
          }),
        },
      ),
    ).join('\n');
  t.equal(installed({}), '');
  t.match(installed({ license: 'SSPL-1.0' }), /its licence is SSPL-1\.0, not MIT/);
  t.match(installed({ scripts: { postinstall: 'x' } }), /runs a script/);
  t.match(installed({}, { 'binding.gyp': '' }), /runs a script/);
  t.equal(
    installed({ version: '2.0.0', license: 'SSPL-1.0' }),
    '',
    'another version says nothing of this one',
  );
});

t.test('nothing that is shipped resolves packages afresh', async t => {
  const files = execFileSync(
    'git',
    ['ls-files', '.ci', 'config', 'systemd', 'package.json', '*.sh', '.npmrc', ':!findings'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  const lines = files
    .trim()
    .split('\n')
    .filter(path => !path.endsWith('.txt'))
    .flatMap(path =>
      readFileSync(`${root}${path}`, 'utf8')
        .split('\n')
        .map(line => `${path}: ${line}`),
    )
    .filter(line => !/: \s*(\/\/|#|\*|\/\*)|apt install/.test(line));
  t.ok(lines.length > 1_000);
  const isAfresh = (line: string) =>
    /\bnpx\b/.test(line) ||
    (/\bnpm\b|runNpm/.test(line) && /[\s'"](install|i|add|update|up|upgrade|exec|x)(?=[\s'"]|$)/.test(line));
  t.same(lines.filter(isAfresh), []);
  t.ok(['npm install x', 'npx x', "runNpm(root, ['install'])", "run('npm', ['add', 'x'])"].every(isAfresh));
});
