// Compiles the one dependency that must be: mdns, which is optional. No other one runs a script of its own (.npmrc).
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { toCause } from './child-end.mjs';
import { say } from './failure.mjs';
import { withSignOfLife } from './sign-of-life.mjs';

const HEADER = '/usr/include/avahi-compat-libdns_sd/dns_sd.h';
/** It does not compile on this one and newer ones. */
const TOO_NEW = 24;
const JOINED = 'all.cpp';
const UNLINKED = "'libraries!': [ '-lnode' ]";

/** Where it cannot be compiled it is taken away: the agent then advertises by avahi-publish. */
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
 * Has mdns compiled as one file: each of its twenty would have the compiler read V8's headers again, which takes ten times as
 * long. And not linked with Node's library, as Debian's node-gyp does with all: there is none of another architecture, and
 * the Node that loads it brings what is in it.
 */
export function joinSources(folder) {
  const file = join(folder, 'binding.gyp');
  const text = readFileSync(file, 'utf8');
  const [list = ''] = /'sources'\s*:\s*\[[^\]]*\]/.exec(text) ?? [];
  const names = [...list.matchAll(/'src\/(\w+\.cpp)'/g)].map(([, name]) => name);
  // One that was joined before may still be linked so.
  const isJoined = names[0] === JOINED;
  if (names.length === 0 || (isJoined && text.includes(UNLINKED))) return;
  if (!isJoined)
    writeFileSync(join(folder, 'src', JOINED), names.map(name => `#include "${name}"\n`).join(''));
  // Another file in its place: npm's own cache may share the one that is there.
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

/** By the npm that runs this, where one does. `more`: what spawnSync is told besides. */
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

/** Node's own headers, where they came with it: otherwise the compiler's helper downloads them. */
export function toHeaders(nodePath, exists) {
  const prefix = dirname(dirname(nodePath));
  return exists(join(prefix, 'include', 'node', 'node.h')) ? { npm_config_nodedir: prefix } : {};
}
