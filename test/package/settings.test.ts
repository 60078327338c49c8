import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { removeFolder } from '../fakes/machine/remove-folder.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const missing = ['dpkg-deb', 'systemd-sysusers', 'deb-systemd-helper'].find(
  program => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0,
);
const skip = (process.getuid?.() !== 0 && 'needs root') || (missing !== undefined && `${missing} is missing`);

/** Without a terminal: a question would end it. */
const run = (program: string, ...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(program, words, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${stderr}`);
  return stdout;
};

/** The package itself, newer and newer, without the program's bulk. */
function createPackages(out: string) {
  const whole = run(process.execPath, join(root, 'config/package.mjs'), '--out', out).trim();
  const tree = join(out, 'tree');
  run('dpkg-deb', '--raw-extract', whole, tree);
  for (const bulk of ['dist', 'node_modules'])
    rmSync(join(tree, 'usr/lib/tonearm', bulk), { recursive: true });
  const control = readFileSync(join(tree, 'DEBIAN/control'), 'utf8');
  const build = (version: string) => {
    const file = join(out, `${version}.deb`);
    writeFileSync(join(tree, 'DEBIAN/control'), control.replace(/^Version: .*/m, `Version: ${version}`));
    appendFileSync(join(tree, 'usr/lib/tonearm/config/tonearm.env.example'), `# ${version}\n`);
    run('dpkg-deb', '-Znone', '--build', tree, file);
    return file;
  };
  return { one: build('1.0.0'), two: build('2.0.0') };
}

/** dpkg's own tables of a machine with nothing on it. */
function createSystem(folder: string) {
  const at = (path: string) => join(folder, path);
  for (const path of ['var/lib/dpkg/info', 'var/lib/dpkg/updates', 'var/lib/dpkg/triggers', 'etc', 'var/log'])
    mkdirSync(at(path), { recursive: true });
  writeFileSync(at('var/lib/dpkg/status'), '');
  const force = ['--force-script-chrootless', '--force-depends', '--force-unsafe-io'];
  const settings = at('etc/tonearm/tonearm.env');
  return {
    settings,
    dpkg: (...words: string[]) => run('dpkg', `--root=${folder}`, ...force, ...words),
    text: () => readFileSync(settings, 'utf8'),
    mode: () => (statSync(settings).mode & 0o777).toString(8),
    owner: () => [statSync(settings).uid, statSync(settings).gid],
    siblings: () => readdirSync(at('etc/tonearm')),
    isPurged: () => !existsSync(at('etc/tonearm')),
  };
}

t.test('settings', { skip }, async t => {
  const out = mkdtempSync(join(tmpdir(), 'tonearm-settings-'));
  t.teardown(() => removeFolder(out));
  const { one, two } = createPackages(out);

  t.test('are made once, for root alone, and the owner’s from then on', async t => {
    const system = createSystem(join(out, 'new'));
    system.dpkg('--install', one);
    const example = readFileSync(join(root, 'config/tonearm.env.example'), 'utf8');
    t.equal(system.text(), `${example}# 1.0.0\n`);
    t.equal(system.mode(), '600');
    t.strictSame(system.owner(), [0, 0]);

    appendFileSync(system.settings, '# mine\n');
    chmodSync(system.settings, 0o644);
    const text = system.text();
    for (const words of [
      ['--install', two],
      ['--install', one],
      ['--remove', 'tonearm'],
      ['--install', two],
    ]) {
      system.dpkg(...words);
      t.equal(system.text(), text, words.join(' '));
      t.equal(system.mode(), '644', 'whoever may read them');
      t.same(system.siblings(), ['tonearm.env']);
    }
    rmSync(system.settings);
    system.dpkg('--install', one);
    t.notOk(existsSync(system.settings), 'what was taken away does not come back');
    system.dpkg('--purge', 'tonearm');
    t.ok(system.isPurged());
    mkdirSync(join(out, 'new/etc/tonearm'));
    writeFileSync(system.settings, '# laid there beforehand\n');
    system.dpkg('--install', one);
    t.equal(system.text(), '# laid there beforehand\n');
  });

  t.test('Unedited settings follow the example of each version', async t => {
    const system = createSystem(join(out, 'unedited'));
    const example = readFileSync(join(root, 'config/tonearm.env.example'), 'utf8');
    system.dpkg('--install', one);
    chmodSync(system.settings, 0o640);
    system.dpkg('--install', two);
    t.equal(system.text(), `${example}# 1.0.0\n# 2.0.0\n`);
    t.equal(system.mode(), '640', 'whoever may read them');
    t.same(system.siblings(), ['tonearm.env']);
    system.dpkg('--install', one);
    t.equal(system.text(), `${example}# 1.0.0\n`, 'back, too');
    rmSync(system.settings);
    system.dpkg('--install', two);
    t.same(system.siblings(), [], 'what was taken away does not come back');
  });
});
