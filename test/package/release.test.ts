import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { removeFolder } from '../fakes/machine/remove-folder.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const load = async <T>(path: string): Promise<T> => (await import(`${root}config/${path}`)) as T;
const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

interface Signer {
  readonly publicKey: string;
  signFile(from: string, to: string): void;
}
const { checkSource } = await load<{ checkSource: (root: string) => string }>('release/source.mjs');
const { readEntry, toNotes } = await load<{
  readEntry: (text: string, version: string) => string;
  toNotes: (release: {
    version: string;
    entry: string;
    adding: readonly string[];
    isTrial: boolean;
  }) => string;
}>('release/notes.mjs');
const { withKey } = await load<{
  withKey: (key: { file?: string; trial: string }, work: (signer: Signer) => void) => void;
}>('release/key.mjs');
const { publish, toAdding } = await load<{
  publish: (wish: {
    folder: string;
    packages: readonly string[];
    url: string;
    epoch: number;
    signer: Signer;
  }) => void;
  toAdding: (url: string) => readonly string[];
}>('release/repository.mjs');

t.test('The release names every obstacle before making anything', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'tonearm-source-'));
  t.teardown(() => removeFolder(folder));
  const git = (...words: string[]) => {
    const who = ['-c', 'user.name=a', '-c', 'user.email=a@a.invalid'];
    t.equal(spawnSync('git', [...who, ...words], { cwd: folder }).status, 0, words.join(' '));
  };
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const refused = (message: RegExp) => t.throws(() => checkSource(folder), { exitCode: 1, message });
  write('package.json', '{"version":"1.2.3"}');
  write('CHANGELOG.md', '# Changes\n\n## 1.2.3 (unreleased)\n\n- New.\n');
  refused(/no clone of git/);
  git('init', '--quiet');
  refused(/^\?\? CHANGELOG\.md$/m);
  git('add', '.');
  git('commit', '--quiet', '--message', 'one');
  refused(/no tag v1\.2\.3/);
  git('tag', 'v1.2.3');
  refused(/calls 1\.2\.3 unreleased/);
  write('CHANGELOG.md', '# Changes\n\n## 1.2.3 (2026-01-31)\n\n- New.\n');
  refused(/^ M CHANGELOG\.md$/m);
  git('commit', '--quiet', '--all', '--message', 'two');
  refused(/no tag v1\.2\.3/);
  git('tag', '--force', 'v1.2.3');
  t.equal(checkSource(folder), '1.2.3');
  write('forgotten', '');
  refused(/^\?\? forgotten$/m);
});

t.test('`npm run release` ends with that sentence', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'tonearm-unreleased-'));
  t.teardown(() => removeFolder(folder));
  cpSync(join(root, 'config'), join(folder, 'config'), { recursive: true });
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const words = [join(folder, 'config/release.mjs')];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8', cwd: folder });
  t.equal(status, 1);
  t.match(stderr, /^This is no clone of git: /);
  t.equal(stdout, '', 'nothing was begun');
});

t.test('the notes are the entry of the change log, and how to install', async t => {
  const log = '# Changes\n\n## 2.0.0 (2026-02-01)\n\n- Two,\n  wrapped.\n\n## 1.0.0 (2026-01-01)\n\n- One.\n';
  t.equal(readEntry(log, '2.0.0'), '- Two,\n  wrapped.');
  t.equal(readEntry(log, '1.0.0'), '- One.');
  t.throws(() => readEntry(log, '2.0'), { exitCode: 1, message: /no entry "## 2\.0"/ });
  const release = { version: '2.0.0', entry: '- Two.', adding: ['one', 'two'] };
  const notes = toNotes({ ...release, isTrial: false });
  t.match(notes, /^# Tonearm 2\.0\.0\n[^]*```sh\none\ntwo\n```\n[^]*\n- Two\.\n$/);
  t.notMatch(notes, /trying out/);
  t.match(toNotes({ ...release, isTrial: true }), /For trying out alone/);
  t.match(notes, /sudo apt install --yes --no-install-recommends \.\/tonearm_2\.0\.0_arm64\.deb/);
  t.same(toAdding('https://a.invalid/apt'), [
    'sudo /usr/lib/apt/apt-helper -o APT::Sandbox::User=root download-file https://a.invalid/apt/tonearm.sources /etc/apt/sources.list.d/tonearm.sources',
    'sudo apt update && sudo apt install --yes --no-install-recommends tonearm',
  ]);
});

const missing = ['apt-ftparchive', 'gpg', 'gpg-agent', 'dpkg-deb', 'apt-get'].find(program => !has(program));
const skip = missing !== undefined && `${missing} is missing`;

t.test('a repository that apt believes, and nothing else', { skip }, async t => {
  const out = mkdtempSync(join(tmpdir(), 'tonearm-repository-'));
  t.teardown(() => removeFolder(out));
  const toDeb = (version: string, arch: string) => {
    const tree = join(out, 'tree', version, arch);
    mkdirSync(join(tree, 'DEBIAN'), { recursive: true });
    const control = `Package: tonearm\nVersion: ${version}\nArchitecture: ${arch}\nMaintainer: a <a@a.invalid>\nDescription: a\n`;
    writeFileSync(join(tree, 'DEBIAN/control'), control);
    const file = join(out, `tonearm_${version}_${arch}.deb`);
    t.equal(spawnSync('dpkg-deb', ['--root-owner-group', '--build', tree, file]).status, 0);
    return file;
  };
  const folder = join(out, 'apt');
  const url = `file:${folder}`;
  const release = (version: string, trial = 'key.asc') =>
    withKey({ trial: join(out, trial) }, signer =>
      publish({
        folder,
        packages: ['amd64', 'arm64', 'armhf'].map(arch => toDeb(version, arch)),
        url,
        epoch: 1_700_000_000 + Number(version.replaceAll('.', '')),
        signer,
      }),
    );
  release('1.0.0');
  const sources = readFileSync(join(folder, 'tonearm.sources'), 'utf8');

  /** apt with a machine of its own: lists, sources and packages lie below `name`. */
  const createApt = (name: string, arch: string) => {
    const home = join(out, name);
    for (const place of ['lists/partial', 'cache/archives/partial', 'got'])
      mkdirSync(join(home, place), { recursive: true });
    writeFileSync(join(home, 'tonearm.sources'), sources);
    const settings = {
      'APT::Architecture': arch,
      'APT::Architectures': arch,
      'APT::Sandbox::User': '',
      'Dir::State': home,
      'Dir::State::Lists': join(home, 'lists'),
      'Dir::State::status': '/dev/null',
      'Dir::Cache': join(home, 'cache'),
      'Dir::Etc::SourceList': join(home, 'tonearm.sources'),
      'Dir::Etc::SourceParts': '/dev/null',
    };
    const options = Object.entries(settings).flatMap(([key, value]) => ['-o', `${key}=${value}`]);
    return (...words: string[]) => {
      const cwd = join(home, 'got');
      const { status, stdout, stderr } = spawnSync('apt-get', [...options, ...words], {
        encoding: 'utf8',
        cwd,
        env: { ...process.env, LC_ALL: 'C' },
      });
      return { isGood: status === 0 && !/^(W|E|Err)/m.test(stdout + stderr), said: stdout + stderr };
    };
  };
  for (const arch of ['amd64', 'arm64', 'armhf']) {
    const apt = createApt(arch, arch);
    t.match(apt('update'), { isGood: true }, arch);
    t.match(apt('download', 'tonearm'), { isGood: true }, arch);
  }
  const apt = createApt('owner', 'arm64');
  t.match(apt('update'), { isGood: true });
  release('1.0.1');
  t.match(apt('update'), { isGood: true }, 'the next one is signed by the same key');
  t.match(apt('download', '--print-uris', 'tonearm').said, /tonearm_1\.0\.1_arm64\.deb/);
  t.match(apt('download', 'tonearm=1.0.0'), { isGood: true }, 'the one before stays');

  const deb = join(folder, 'pool/main/t/tonearm/tonearm_1.0.1_arm64.deb');
  const whole = readFileSync(deb);
  appendFileSync(deb, 'more');
  t.match(apt('download', 'tonearm'), { isGood: false, said: /unexpected size|Hash Sum mismatch/ });
  const other = Buffer.from(whole);
  other.writeUInt8(other.readUInt8(other.length - 9) ^ 1, other.length - 9);
  writeFileSync(deb, other);
  t.match(apt('download', 'tonearm'), { isGood: false, said: /Hash Sum mismatch/ });
  writeFileSync(deb, whole);
  t.match(apt('download', 'tonearm'), { isGood: true });

  appendFileSync(join(folder, 'dists/stable/main/binary-arm64/Packages'), '\n');
  appendFileSync(join(folder, 'dists/stable/main/binary-arm64/Packages.gz'), '\n');
  t.match(createApt('listed', 'arm64')('update'), { isGood: false, said: /unexpected size|Hash Sum/ });
  release('1.0.2', 'stranger.asc');
  t.match(createApt('strange', 'arm64')('update'), {
    isGood: false,
    said: /NO_PUBKEY|not signed|Missing key/i,
  });
});

t.test('a key that cannot be used is named', { skip }, async t => {
  const folder = t.testdir({ empty: '' });
  const trial = join(folder, 'none');
  const use = (file: string) => () => withKey({ file, trial }, () => t.fail());
  t.throws(use(join(folder, 'gone')), { exitCode: 1, message: /RELEASE_KEY_FILE names no file/ });
  t.throws(use(join(folder, 'empty')), /gpg/);
});
