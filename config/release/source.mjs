// The sources of a release: those of a tag, without other changes.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupFailure } from '../setup/failure.mjs';
import { readEntry } from './notes.mjs';

/** Returns the version. Throws a `SetupFailure` 1 that says what prevents a release. */
export function checkSource(root) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const tag = `v${version}`;
  const changed = git(root, 'status', '--porcelain')
    .split('\n')
    .filter(line => line !== '');
  if (changed.length > 0)
    throw new SetupFailure(
      1,
      `A release is made of what is committed, and this is not:\n${changed.slice(0, 20).join('\n')}\nCommit it, or put it away (git stash --include-untracked).`,
    );
  const tags = git(root, 'tag', '--points-at', 'HEAD').split('\n');
  if (!tags.includes(tag))
    throw new SetupFailure(
      1,
      `package.json says ${version}, and this commit has no tag ${tag}: git tag --annotate ${tag} --message ${tag}, or go to where it is: git checkout ${tag}`,
    );
  readEntry(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version);
  return version;
}

function git(root, ...words) {
  const { status, stdout, stderr, error } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  if (error !== undefined) throw new SetupFailure(69, 'A release needs git: sudo apt install git');
  if (status !== 0) throw new SetupFailure(1, `This is no clone of git: ${stderr.trim()}`);
  return stdout;
}
