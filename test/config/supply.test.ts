import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const PROGRAM = `${root}config/supply.mjs`;
const look = (cwd: string) => spawnSync(process.execPath, [PROGRAM], { cwd, encoding: 'utf8' });

t.test('The lockfiles hold every package by its checksum', async t => {
  t.match(look(root), { status: 0, stderr: '', stdout: /^\d{3} packages, each with its checksum/ });
});

t.test('The check finds packages that npm would install unchecked or let run', async t => {
  const whole = { version: '1.0.0', integrity: `sha512-${'A'.repeat(86)}==` };
  const told = (change: object, allowScripts = {}, settings = 'ignore-scripts=true\nfund=false\n') =>
    look(
      t.testdir({
        'package.json': JSON.stringify({ allowScripts }),
        'package-lock.json': JSON.stringify({
          packages: { '': {}, 'node_modules/a': { ...whole, ...change } },
        }),
        '.npmrc': settings,
      }),
    );
  t.match(told({}), { status: 0, stdout: '1 packages' });
  const scripted = { hasInstallScript: true };
  t.match(told(scripted, { a: false }), { status: 0 }, 'a script that never runs');
  const rows: readonly (readonly [string, ReturnType<typeof told>, RegExp])[] = [
    ['a script', told(scripted), /a: wants to run a script/],
    ['a script that is forbidden, and gone', told({}, { a: false }), /and has none/],
    ['no checksum', told({ integrity: '' }), /no checksum/],
    ['a weak checksum', told({ integrity: 'sha1-AAAA' }), /no checksum/],
    ['a place that it comes from', told({ resolved: 'file:a.tgz' }), /names where it comes from/],
    ['a link', told({ link: true }), /a link/],
    ['scripts of all', told({}, {}, 'fund=false'), /ignore-scripts=true/],
    [
      'scripts of all, further down',
      told({}, {}, 'ignore-scripts=true\nignore-scripts=false'),
      /ignore-scripts=true/,
    ],
    ['scripts of all, said otherwise', told({}, {}, 'ignore-scripts[] = false'), /ignore-scripts=true/],
  ];
  for (const [name, { status, stderr }, problem] of rows) {
    t.equal(status, 1, name);
    t.match(stderr, problem, name);
  }
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
    (/\bnpm\b/.test(line) && /[\s'"](install|i|add|update|up|upgrade|exec|x)(?=[\s'"]|$)/.test(line));
  t.same(lines.filter(isAfresh), []);
  t.ok(['npm install x', 'npx x', "run('npm', ['add', 'x'])"].every(isAfresh));
});
