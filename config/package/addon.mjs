// The package's only native file: the addon of mdns, compiled for another architecture than this machine's.
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { joinSources, rebuild } from '../setup/addon.mjs';
import { ARCHITECTURES } from '../setup/architectures.mjs';
import { SetupFailure } from '../setup/failure.mjs';
import { run } from './program.mjs';

export const ADDON = 'node_modules/mdns/build/Release/dns_sd_bindings.node';
const HEADERS = '/usr/include/avahi-compat-libdns_sd';
const LIBRARY = 'libdns_sd.so';
/** Debian 13's Node. An addon loads into any Node of the same ABI; in others the agent runs without it. */
const TARGET_NODE = { version: '20.19.2', abi: '115' };

/** Compiles in a copy, so that the installed addon remains this machine's, and puts the result at `to`. */
export function compileAddon({ root, arch, to, epoch }) {
  const { triplet, node } = ARCHITECTURES[arch];
  const folder = mkdtempSync(join(tmpdir(), 'tonearm-addon-'));
  try {
    writeLibrary(folder, arch, triplet);
    for (const name of ['mdns', 'nan'])
      cpSync(join(root, 'node_modules', name), join(folder, 'node_modules', name), {
        recursive: true,
        filter: source => source !== join(root, 'node_modules/mdns/build'),
      });
    joinSources(join(folder, 'node_modules/mdns'));
    writeFileSync(join(folder, 'package.json'), '{"private":true,"allowScripts":{"mdns":true}}');
    const { status, stdout, stderr } = rebuild(folder, {
      stdio: 'pipe',
      encoding: 'utf8',
      env: {
        npm_config_arch: node,
        ...(process.versions.modules === TARGET_NODE.abi ? {} : { npm_config_target: TARGET_NODE.version }),
        CC: `${triplet}-gcc`,
        CXX: `${triplet}-g++`,
        AR: `${triplet}-ar`,
        CPPFLAGS: `-I${HEADERS}`,
        // The result must not depend on the folder in which it was compiled.
        CXXFLAGS: `-ffile-prefix-map=${folder}=.`,
        // Although nothing in it is found here.
        LDFLAGS: `-L${folder} -Wl,--no-as-needed -ldns_sd -Wl,--as-needed`,
        JOBS: 'max',
        SOURCE_DATE_EPOCH: `${epoch}`,
      },
    });
    if (status !== 0 || !existsSync(join(folder, ADDON)))
      throw new Error(`mdns does not compile for ${arch}:\n${stdout}${stderr}`);
    mkdirSync(dirname(to), { recursive: true });
    cpSync(join(folder, ADDON), to);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Makes an empty library of the name that Avahi's has, so that the addon is linked with that name. What is in the library
 * is found when the addon is loaded; this machine has the headers, which are the same for all architectures, and need
 * not have the library for each.
 */
function writeLibrary(folder, arch, triplet) {
  const source = join(folder, 'empty.c');
  writeFileSync(source, '');
  try {
    run(`${triplet}-gcc`, ['-shared', `-Wl,-soname,${LIBRARY}.1`, '-o', join(folder, LIBRARY), source]);
  } catch (error) {
    const advice = `As root: apt-get install --no-install-recommends g++-${triplet.replace('_', '-')}`;
    throw new SetupFailure(69, `Nothing compiles for ${arch} here. ${advice}\n${error.message}`);
  }
}
