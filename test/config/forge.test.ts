import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { COMMANDS } from '../../src/cli/commands.js';
import { removeFolder } from '../fakes/machine/remove-folder.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const WORKFLOWS = readdirSync(join(root, '.github/workflows')).map(name => `.github/workflows/${name}`);

/** What the steps run: a line, or a block. */
function scriptsOf(workflow: string): string[] {
  const blocks = [...workflow.matchAll(/^( *)(?:- )?run: \|\n((?:\1 {2}.*\n)+)/gm)];
  const lines = [...workflow.matchAll(/^ *(?:- )?run: (?!\|)(.+)$/gm)];
  return [
    ...blocks.map(([, indent = '', text = '']) => text.replaceAll(new RegExp(`^${indent} {2}`, 'gm'), '')),
    ...lines.map(([, line = '']) => `${line}\n`),
  ];
}

for (const path of WORKFLOWS)
  t.test(`${path} runs what there is, and nothing that somebody else may change`, async t => {
    const workflow = read(path);
    const runs = scriptsOf(workflow);
    t.ok(runs.length > 2);
    for (const script of runs) {
      t.equal(spawnSync('sh', ['-n'], { input: script, encoding: 'utf8' }).stderr, '', script);
      for (const [, name = ''] of script.matchAll(/npm run ([\w:]+)/g)) t.ok(scripts[name], name);
      for (const [name] of script.matchAll(/^\.[\w./-]+/gm)) t.ok(existsSync(join(root, name)), name);
    }
    for (const [, used = ''] of workflow.matchAll(/uses: (\S+)/g)) t.match(used, /@[0-9a-f]{40}$/);
    for (const [name] of workflow.matchAll(/docs\/[\w-]+\.md/g)) t.ok(existsSync(join(root, name)), name);
  });

t.test('The workflow runs the whole-system trials every week', async t => {
  const workflow = read('.github/workflows/check.yml');
  t.match(workflow, /^ {2}schedule:\n {4}- cron: /m);
  const [, check = '', trial = ''] = workflow.slice(workflow.indexOf('jobs:')).split(/^ {2}\w+:\n/m);
  const containerOf = (job: string) => /^ {4}container:\n(?: {6}.*\n)+/m.exec(job)?.[0];
  t.ok(containerOf(check));
  t.equal(containerOf(trial), containerOf(check), 'in the same container');
  for (const name of ['package:try', 'release:try']) t.match(trial, `npm run ${name}`);
  t.match(trial, /if: github\.event_name == 'schedule'/);
});

t.test('the repository on the forge keeps what was released before', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'tonearm-forge-'));
  t.teardown(() => removeFolder(folder));
  const runs = scriptsOf(read('.github/workflows/release.yml'));
  const before = runs.find(script => script.includes('git archive')) ?? '';
  const after = runs.find(script => script.includes('commit-tree')) ?? '';
  const sh = (script: string, cwd: string, more: object = {}) =>
    spawnSync('sh', ['-e'], { input: script, cwd, encoding: 'utf8', env: { ...process.env, ...more } });
  const origin = join(folder, 'origin');
  t.equal(sh(`git init --quiet --bare '${origin}'`, folder).status, 0);
  for (const version of ['1.0.0', '1.0.1']) {
    const clone = join(folder, version);
    const key = join(folder, `key-${version}`);
    t.equal(
      sh(`git clone --quiet '${origin}' '${clone}' && echo release/ > '${clone}/.gitignore'`, folder).status,
      0,
    );
    const environment = {
      RELEASE_KEY: 'secret',
      RELEASE_KEY_FILE: key,
      DEBFULLNAME: 'A',
      DEBEMAIL: 'a@a.invalid',
      GITHUB_REF_NAME: `v${version}`,
    };
    const fetched = sh(before, clone, environment);
    t.equal(fetched.status, 0, fetched.stderr);
    t.equal(readFileSync(key, 'utf8'), 'secret\n');
    mkdirSync(join(clone, 'release/apt/pool'), { recursive: true });
    writeFileSync(join(clone, 'release/apt/pool', version), '');
    const pushed = sh(after, clone, environment);
    t.equal(pushed.status, 0, pushed.stderr);
  }
  const { stdout } = sh('git ls-tree -r --name-only gh-pages', origin);
  t.equal(stdout, 'apt/pool/1.0.0\napt/pool/1.0.1\n');
  t.not(
    sh(before, join(folder, '1.0.1'), { RELEASE_KEY: '' }).status,
    0,
    'without the key nothing is released',
  );
});

t.test('The form asks a reporter for what the program can tell', async t => {
  const form = read('.github/ISSUE_TEMPLATE/fault.yml');
  const commands = [...form.matchAll(/`(?:sudo )?tonearm ([^`]+)`/g)].map(([, words = '']) =>
    words.split(' '),
  );
  t.ok(commands.length > 3);
  for (const [name = '', ...rest] of commands) {
    if (name === '--version') continue;
    const { options } = (await COMMANDS.find(command => command.name === name)?.load()) ?? { options: {} };
    t.ok(
      COMMANDS.some(command => command.name === name),
      name,
    );
    for (const word of rest.filter(word => word.startsWith('--')))
      t.ok(Object.hasOwn(options, word.slice(2)), word);
  }
});
