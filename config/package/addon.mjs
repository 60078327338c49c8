// The package's only native file: the addon of mdns, compiled for another architecture than this machine's.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { joinSources, rebuild } from '../setup/addon.mjs';
import { SetupFailure } from '../setup/failure.mjs';
import { ARCHITECTURES } from '../setup/architectures.mjs';
import { run } from './program.mjs';

const isThere = name => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;

export const ADDON = 'node_modules/mdns/build/Release/dns_sd_bindings.node';
const LIBRARIES = ['libavahi-compat-libdnssd-dev', 'libavahi-compat-libdnssd1'];
/** Debian 13's Node. An addon loads into any Node of the same ABI; in others the agent runs without it. */
const TARGET_NODE = { version: '20.19.2', abi: '115' };

/** Compiles in a copy, so that the installed addon remains this machine's, and puts the result at `to`. */
export function compileAddon({ root, arch, to, epoch }) {
  const { triplet, node } = ARCHITECTURES[arch];
  if (!isThere(`${triplet}-g++`))
    throw new SetupFailure(
      69,
      `Nothing compiles for ${arch} here. As root: apt-get install --no-install-recommends g++-${triplet.replace('_', '-')}`,
    );
  const library = findLibrary(root, arch);
  const folder = mkdtempSync(join(tmpdir(), 'tonearm-addon-'));
  try {
    for (const name of ['mdns', 'nan'])
      cpSync(join(root, 'node_modules', name), join(folder, 'node_modules', name), {
        recursive: true,
        filter: source => source !== join(root, 'node_modules/mdns/build'),
      });
    joinSources(join(folder, 'node_modules/mdns'));
    writeFileSync(join(folder, 'package.json'), '{"private":true,"allowScripts":{"mdns":true}}');
    const settings = {
      stdio: 'pipe',
      encoding: 'utf8',
      env: {
        npm_config_arch: node,
        ...(process.versions.modules === TARGET_NODE.abi ? {} : { npm_config_target: TARGET_NODE.version }),
        CC: `${triplet}-gcc`,
        CXX: `${triplet}-g++`,
        AR: `${triplet}-ar`,
        CPPFLAGS: `-I${join(library, 'usr/include/avahi-compat-libdns_sd')}`,
        // The result must not depend on the folder in which it was compiled.
        CXXFLAGS: `-ffile-prefix-map=${folder}=. -ffile-prefix-map=${library}=.`,
        LDFLAGS: `-L${join(library, 'usr/lib', triplet)}`,
        JOBS: 'max',
        SOURCE_DATE_EPOCH: `${epoch}`,
      },
    };
    const ended = rebuild(folder, settings);
    const said = `${ended.stdout}${ended.stderr}`;
    if (ended.status !== 0 || !existsSync(join(folder, ADDON)))
      throw new Error(`mdns does not compile for ${arch}:\n${said}`);
    mkdirSync(dirname(to), { recursive: true });
    cpSync(join(folder, ADDON), to);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Returns the folder that contains Avahi's library for `arch`: this machine's root if it is there (multiarch), else one
 * into which Debian's packages are unpacked. They are not installed, because a library must have the same version in
 * all its architectures, so apt would first upgrade the whole machine, or refuse.
 */
function findLibrary(root, arch) {
  const library = join('usr/lib', ARCHITECTURES[arch].triplet, 'libdns_sd.so');
  const header = 'usr/include/avahi-compat-libdns_sd/dns_sd.h';
  const kept = join(root, 'node_modules/.cache/tonearm', arch);
  const isWhole = folder => [library, header].every(name => existsSync(join(folder, name)));
  for (const folder of ['/', kept]) if (isWhole(folder)) return folder;
  const fetched = fetchPackages(arch);
  try {
    if (!isWhole(fetched)) throw new SetupFailure(69, toAdvice(arch, 'apt does not have them'));
    mkdirSync(dirname(kept), { recursive: true });
    // Another process may have done the same at the same time.
    if (!isWhole(kept)) moveTo(fetched, kept);
  } finally {
    rmSync(fetched, { recursive: true, force: true });
  }
  return kept;
}

function moveTo(from, to) {
  const beside = mkdtempSync(`${to}-`);
  cpSync(from, beside, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(beside, to);
  } catch {
    rmSync(beside, { recursive: true, force: true });
  }
}

/** Downloads with an apt that has lists of its own, which needs no root and leaves this machine's lists unchanged. */
function fetchPackages(arch) {
  if (!isThere('apt-get')) throw new SetupFailure(69, toAdvice(arch, 'there is no apt here'));
  // On standard error, because the last line of standard output is the name of the package.
  console.error(`[tonearm] fetching ${LIBRARIES.join(', ')} for ${arch}`);
  const folder = mkdtempSync(join(tmpdir(), 'tonearm-apt-'));
  try {
    // The user as which apt downloads must be able to read it.
    chmodSync(folder, 0o755);
    for (const name of ['lists/partial', 'archives/partial'])
      mkdirSync(join(folder, name), { recursive: true });
    const settings = [
      ['APT::Architecture', arch],
      ['APT::Architectures', arch],
      ['Acquire::Languages', 'none'],
      ['Acquire::Retries', '3'],
      ['Dir::State', folder],
      ['Dir::State::Lists', join(folder, 'lists')],
      ['Dir::State::status', '/dev/null'],
      ['Dir::Cache', folder],
    ];
    const words = ['-q', ...settings.flatMap(([name, value]) => ['-o', `${name}=${value}`])];
    // Sources without this architecture may fail; only the download counts.
    attempt([...words, 'update'], folder);
    const said = attempt([...words, 'download', ...LIBRARIES], folder);
    if (said !== null) throw new SetupFailure(69, toAdvice(arch, `apt says: ${said}`));
    const tree = mkdtempSync(join(tmpdir(), 'tonearm-library-'));
    for (const name of readdirSync(folder).filter(name => name.endsWith('.deb')))
      run('dpkg-deb', ['-x', join(folder, name), tree]);
    return tree;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the output of apt-get if it failed, else null. */
function attempt(words, cwd) {
  const ended = spawnSync('apt-get', words, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  return ended.status === 0 ? null : ended.stdout + ended.stderr;
}

function toAdvice(arch, why) {
  const names = LIBRARIES.map(name => `${name}:${arch}`).join(' ');
  return `Avahi's library for ${arch} cannot be had: ${why}\nWhere it can: dpkg --add-architecture ${arch} && apt-get update && apt-get install ${names}`;
}
