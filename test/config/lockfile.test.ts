import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';

interface Entry {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
}
interface Lockfile {
  readonly packages: Record<string, Entry>;
}

const repository = new URL('../../../', import.meta.url);
const module = new URL('config/setup/npm-packages.mjs', repository).href;
const read = (path: string | URL): Lockfile => JSON.parse(readFileSync(path, 'utf8')) as Lockfile;

/** What npm would install without a look at what it got. */
function uncheckedOf({ packages }: Lockfile): string[] {
  return Object.entries(packages)
    .filter(([place, { link, inBundle }]) => place !== '' && link !== true && inBundle !== true)
    .filter(([, { integrity = '' }]) => !/^sha512-[\w+/]{86}==$/.test(integrity))
    .map(([place]) => place);
}

t.test('every package is installed by its checksum, from whatever registry: npm run lockfile', async t => {
  const lockfile = read(new URL('package-lock.json', repository));
  t.ok(Object.keys(lockfile.packages).length > 100);
  t.same(uncheckedOf(lockfile), []);
  const named = Object.entries(lockfile.packages).filter(([, { resolved }]) => resolved !== undefined);
  t.same(
    named.map(([place]) => place),
    [],
    'the addresses are the affair of whoever installs',
  );
  const one = { packages: { '': {}, 'node_modules/a': { version: '1.0.0' } } };
  t.same(uncheckedOf(one), ['node_modules/a'], 'one without is noticed');
});

/** A project with one dependency, a tarball beside it, and what the real npm makes of it; no registry is asked. */
function createProject(folder: string) {
  const npm = (...words: string[]) => {
    const { status, stderr } = spawnSync('npm', [...words, '--offline', '--loglevel=error'], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`npm ${words.join(' ')}: ${stderr}`);
  };
  npm('pack', './part');
  npm('install', '--package-lock-only');
  const script = `const { installNpmPackages } = await import('${module}');
    try { installNpmPackages(process.cwd()) }
    catch (error) { console.error(error.message); process.exit(error.exitCode ?? 70) }`;
  return {
    lockfile: join(folder, 'package-lock.json'),
    installed: join(folder, 'node_modules/part/package.json'),
    setUp: () => {
      const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, npm_config_offline: 'true', npm_execpath: '' },
      });
      return { status, output: stdout + stderr };
    },
  };
}

const PROJECT = {
  'package.json': JSON.stringify({ name: 'whole', dependencies: { part: 'file:part-1.0.0.tgz' } }),
  part: { 'package.json': JSON.stringify({ name: 'part', version: '1.0.0' }) },
};
const REFUSAL = { status: 1, output: /npm ci failed; trying once more\n[^]*npm ci failed twice/ };

t.test('The set-up installs the packages of the lockfile', async t => {
  const project = createProject(t.testdir(PROJECT));
  t.same(uncheckedOf(read(project.lockfile)), []);
  t.match(project.setUp(), { status: 0 });
  t.ok(existsSync(project.installed));
});

t.test('The set-up refuses packages that the lockfile does not vouch for', async t => {
  const forged = createProject(t.testdir(PROJECT));
  const text = readFileSync(forged.lockfile, 'utf8');
  writeFileSync(forged.lockfile, text.replace(/"sha512-[^"]+"/, `"sha512-${'A'.repeat(86)}=="`));
  t.match(forged.setUp(), REFUSAL);
  t.notOk(existsSync(forged.installed), 'another tarball than the one that was locked');

  writeFileSync(forged.lockfile, JSON.stringify({ name: 'whole', lockfileVersion: 3, packages: { '': {} } }));
  t.match(forged.setUp(), REFUSAL);
  t.notOk(existsSync(forged.installed), 'a package that nobody locked');
});
