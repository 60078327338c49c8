// Compiles the only dependency that needs it: mdns, which is optional. No other dependency runs a script (.npmrc).
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { toCause } from './child-end.mjs';
import { say } from './failure.mjs';
import { withSignOfLife } from './sign-of-life.mjs';

const HEADER = '/usr/include/avahi-compat-libdns_sd/dns_sd.h';
/** The first major version of Node on which mdns does not compile. */
const TOO_NEW = 24;
const JOINED = 'all.cpp';
const UNLINKED = "'libraries!': [ '-lnode' ]";

/** Builds the addon. Where it cannot be compiled, mdns is removed; the agent then advertises through avahi-publish. */
export function buildAddon(
  root,
  { exists = existsSync, nodeMajor = Number(process.versions.node.split('.')[0]) } = {},
) {
  const folder = join(root, 'node_modules', 'mdns');
  if (!exists(folder) || exists(join(folder, 'build', 'Release', 'dns_sd_bindings.node'))) return;
  const isPossible = nodeMajor < TOO_NEW && exists(HEADER);
  if (isPossible) {
    say('compiling mdns');
    joinSources(folder);
    if (rebuild(root)) return;
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

function rebuild(root) {
  const words = ['rebuild', 'mdns', '--ignore-scripts=false', '--loglevel=error'];
  const ended = withSignOfLife('compiling mdns', () => runNpm(root, words));
  const cause = toCause(ended);
  if (cause !== null) say(`npm rebuild mdns ${cause}`);
  return ended.status === 0;
}

/** Runs npm, by preference the one that runs this script. `more`: further options for spawnSync. */
export function runNpm(root, words, { env = {}, ...more } = {}) {
  const program = process.env.npm_execpath;
  const [command, before] =
    program !== undefined && /\.c?js$/.test(program) ? [process.execPath, [program]] : ['npm', []];
  return spawnSync(command, [...before, ...words], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    ...more,
    env: { ...process.env, ...toHeaders(process.execPath, existsSync), ...env },
  });
}

/** Returns the setting for Node's own headers if they are installed with it; otherwise node-gyp downloads them. */
export function toHeaders(nodePath, exists) {
  const prefix = dirname(dirname(nodePath));
  return exists(join(prefix, 'include', 'node', 'node.h')) ? { npm_config_nodedir: prefix } : {};
}
