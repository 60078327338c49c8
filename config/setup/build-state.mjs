// Builds if the build is missing or not of the current sources.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { throwIfKilled } from './child-end.mjs';
import { SetupFailure, say } from './failure.mjs';
import { withSignOfLife } from './sign-of-life.mjs';

const INPUTS = [
  'src',
  'test',
  'tsconfig.json',
  'config/build.mjs',
  'config/bundle',
  'config/bundle.mjs',
  'config/old-node.cjs',
  'config/schemas.mjs',
  'package-lock.json',
];
/** The parts of a build; each includes the ones before it. */
const PARTS = ['program', 'package', 'whole'];
const NEEDED = { demo: 'program', package: 'package', release: 'package' };
const TIMES = { program: 'some seconds', package: 'some seconds', whole: 'half a minute; some minutes' };

/** Builds what `purpose` needs, unless it is built already. */
export function build(root, purpose) {
  const needed = NEEDED[purpose] ?? 'whole';
  const sources = toFingerprint(root);
  const stamp = join(root, 'dist', '.built');
  if (PARTS.slice(PARTS.indexOf(needed)).some(part => readOrNull(stamp) === `${part} ${sources}`)) return;
  say(`building (${TIMES[needed]}${needed === 'whole' ? '' : '; more'} on a small machine)`);
  // An incomplete build must not count as one.
  rmSync(stamp, { force: true });
  const words = [join(root, 'config', 'build.mjs'), needed];
  const settings = { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] };
  const ended = withSignOfLife('building', () => spawnSync(process.execPath, words, settings));
  throwIfKilled('The build', ended);
  if (ended.status !== 0) throw new SetupFailure(1, 'The build failed; see the messages above.');
  writeFileSync(stamp, `${needed} ${sources}`);
}

/** Returns a hash that changes when a file is added, removed or written. */
export function toFingerprint(root) {
  const hash = createHash('sha256');
  for (const input of INPUTS) {
    for (const path of walk(join(root, input))) {
      const { size, mtimeMs } = statSync(path);
      hash.update(`${path.slice(root.length)}\0${size}\0${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

function walk(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (!stat.isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap(name => walk(join(path, name)));
}

function readOrNull(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
