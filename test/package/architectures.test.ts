import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t from 'tap';
import { removeFolder } from '../fakes/machine/remove-folder.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const load = async <T>(path: string): Promise<T> =>
  (await import(new URL(`../../../config/${path}`, import.meta.url).href)) as T;

const { ARCHITECTURES, findOwnArch, readArch } = await load<{
  ARCHITECTURES: Readonly<Record<string, { triplet: string }>>;
  findOwnArch: () => string | null;
  readArch: (args: readonly string[], own?: string | null) => string | null;
}>('setup/architectures.mjs');
const { ADDON, compileAddon } = await load<{
  ADDON: string;
  compileAddon: (wish: { root: string; arch: string; to: string; epoch: number }) => void;
}>('package/addon.mjs');
/** What an ELF file says of the processor it is for (e_machine), and its class: 1 of 32 bits, 2 of 64. */
const MACHINES: Readonly<Record<string, readonly [number, number]>> = { arm64: [183, 2], armhf: [40, 1] };
const MODULE = `usr/lib/tonearm/${ADDON}`;

t.test('an architecture is named, or it is this machine’s', async t => {
  t.equal(readArch([], 'amd64'), 'amd64');
  t.equal(readArch(['--version', '1', '--arch', 'arm64'], 'amd64'), 'arm64');
  t.equal(readArch(['--arch=armhf'], 'amd64'), 'armhf');
  for (const words of [['--arch', 'riscv64'], ['--arch'], ['--arch=toString']])
    t.throws(() => readArch(words, 'amd64'), { exitCode: 64, message: /amd64, arm64, armhf/ });
});

/** One that this machine is not. */
const arch = findOwnArch() === 'arm64' ? 'armhf' : 'arm64';
const triplet = ARCHITECTURES[arch]?.triplet ?? '';

t.test('The build names a missing compiler and makes nothing', async t => {
  const folder = t.testdir({ bin: {} });
  const { PATH } = process.env;
  t.teardown(() => (process.env['PATH'] = PATH));
  process.env['PATH'] = join(folder, 'bin');
  const compile = () => compileAddon({ root: folder, arch, to: join(folder, 'made'), epoch: 0 });
  t.throws(compile, {
    exitCode: 69,
    message: new RegExp(`apt-get install .*g\\+\\+-${triplet.replace('_', '-')}`),
  });
  t.same(readdirSync(folder), ['bin']);
});

const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
const whyNot =
  (!has('dpkg-deb') && 'dpkg-deb is missing: no Debian') ||
  (!has(`${triplet}-g++`) && `${triplet}-g++ is missing: nothing compiles for ${arch}`) ||
  (!readdirSync(join(root, 'node_modules')).includes('mdns') && 'mdns is not installed: its Node is too new');

// The compiler works for a minute, twice, and on a busy machine for some.
t.setTimeout(400_000);
t.test(`a package for ${arch}`, { skip: whyNot, timeout: 390_000 }, async t => {
  const out = mkdtempSync(join(tmpdir(), 'tonearm-arch-'));
  t.teardown(() => removeFolder(out));
  const own = join(root, ADDON);
  const before = statSync(own, { throwIfNoEntry: false })?.mtimeMs;
  const make = async (folder: string, more = {}) => {
    const words = [join(root, 'config/package.mjs'), '--arch', arch, '--out', join(out, folder)];
    const env = { ...process.env, SOURCE_DATE_EPOCH: '1700000000', ...more };
    const { stdout } = await promisify(execFile)(process.execPath, words, { env });
    return stdout.trim();
  };
  // As Debian's node-gyp has it, where Node is a library.
  const GYP_CONFIG_DIR = t.testdir({
    'include.gypi': "{ 'target_defaults': { 'libraries': [ '-lnode' ] } }",
  });
  const [file, again] = await Promise.all([make('one'), make('two', { GYP_CONFIG_DIR })]);
  t.match(file, new RegExp(`/tonearm_[\\d.]+_${arch}\\.deb$`), 'and nothing else is printed');
  t.ok(readFileSync(file).equals(readFileSync(again)), 'made twice, the same bytes');
  t.equal(spawnSync('dpkg-deb', ['-f', file, 'Architecture'], { encoding: 'utf8' }).stdout.trim(), arch);
  t.equal(spawnSync('dpkg-deb', ['-x', file, join(out, 'tree')]).status, 0);
  const addon = readFileSync(join(out, 'tree', MODULE));
  t.same([addon.readUInt16LE(18), addon.readUInt8(4)], MACHINES[arch], 'its addon is of that processor');
  t.ok(addon.includes('libdns_sd.so.1'), 'it asks for Avahi’s library');
  t.notOk(addon.includes(tmpdir()) || addon.includes(root), 'and does not tell where it was compiled');
  const elves = readdirSync(join(out, 'tree'), { recursive: true, encoding: 'utf8' })
    .filter(name => statSync(join(out, 'tree', name)).isFile())
    .filter(
      name =>
        readFileSync(join(out, 'tree', name))
          .subarray(0, 4)
          .toString('latin1') === '\x7fELF',
    );
  t.same(elves, [MODULE], 'the one file of a processor’s own');
  t.equal(statSync(own, { throwIfNoEntry: false })?.mtimeMs, before, 'what is installed here is as it was');
});
