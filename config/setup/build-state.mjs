// Builds when what is built is not of these sources.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { throwIfKilled } from './child-end.mjs';
import { SetupFailure, say } from './failure.mjs';

const INPUTS = ['src', 'test', 'tsconfig.json', 'config/build.mjs', 'package-lock.json'];

export function build(root) {
  const before = toFingerprint(root);
  const stamp = join(root, 'dist', '.built');
  if (readOrNull(stamp) === before) return;
  say('building (half a minute; some minutes on a small machine)');
  const ended = spawnSync(process.execPath, [join(root, 'config', 'build.mjs')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  throwIfKilled('The build', ended);
  if (ended.status !== 0) throw new SetupFailure(1, 'The build failed; see the messages above.');
  // Every build clears dist away, so the stamp stands for a whole and successful one.
  writeFileSync(stamp, before);
}

/** Changes when a file is added, taken away or written. */
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
