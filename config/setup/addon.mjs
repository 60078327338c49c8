// Compiles the only dependency that needs it: mdns, which is optional. No other dependency runs a script (.npmrc).
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { say } from './failure.mjs';

const HEADER = '/usr/include/avahi-compat-libdns_sd/dns_sd.h';
/** The first major version of Node on which mdns does not compile. */
const TOO_NEW = 24;
const JOINED = 'all.cpp';
const UNLINKED = "'libraries!': [ '-lnode' ]";

/** Builds the addon. Where it cannot be compiled, mdns is removed; the agent then advertises through avahi-publish. */
export function buildAddon(root, nodeMajor = Number(process.versions.node.split('.')[0])) {
  const folder = join(root, 'node_modules', 'mdns');
  if (!existsSync(folder) || existsSync(join(folder, 'build', 'Release', 'dns_sd_bindings.node'))) return;
  if (nodeMajor < TOO_NEW && existsSync(HEADER)) {
    say('compiling mdns');
    joinSources(folder);
    if (rebuild(root).status === 0) return;
  }
  rmSync(folder, { recursive: true, force: true });
  say('going on without mdns, which cannot be compiled here');
}

/**
 * Makes mdns compile as one file: with twenty files, the compiler would read V8's headers for each, which takes ten
 * times as long. It also omits linking with Node's library, which Debian's node-gyp adds to every addon: other
 * architectures have no such library, and the Node that loads the addon provides its symbols.
 */
export function joinSources(folder) {
  const file = join(folder, 'binding.gyp');
  const text = readFileSync(file, 'utf8');
  const [list = ''] = /'sources'\s*:\s*\[[^\]]*\]/.exec(text) ?? [];
  const names = [...list.matchAll(/'src\/(\w+\.cpp)'/g)].map(([, name]) => name);
  // A previously joined file may still link with the library.
  const isJoined = names[0] === JOINED;
  if (names.length === 0 || (isJoined && text.includes(UNLINKED))) return;
  if (!isJoined)
    writeFileSync(join(folder, 'src', JOINED), names.map(name => `#include "${name}"\n`).join(''));
  // Replace the file instead of writing to it: npm's cache may share the existing one.
  rmSync(file);
  writeFileSync(file, text.replace(list, `'sources': [ 'src/${JOINED}' ], ${UNLINKED}`));
}

/** Compiles mdns in `root`. `more`: further options for spawnSync. */
export function rebuild(root, { env = {}, ...more } = {}) {
  // Node's own headers, where they are installed with it; otherwise node-gyp downloads them.
  const prefix = dirname(dirname(process.execPath));
  const headers = existsSync(join(prefix, 'include', 'node', 'node.h')) ? { npm_config_nodedir: prefix } : {};
  return spawnSync('npm', ['rebuild', 'mdns', '--ignore-scripts=false', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    ...more,
    env: { ...process.env, ...headers, ...env },
  });
}
