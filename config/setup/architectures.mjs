// The supported architectures: Debian's names, with those of the compilers and Node.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { SetupFailure } from './failure.mjs';

export const ARCHITECTURES = {
  amd64: { triplet: 'x86_64-linux-gnu', node: 'x64' },
  arm64: { triplet: 'aarch64-linux-gnu', node: 'arm64' },
  armhf: { triplet: 'arm-linux-gnueabihf', node: 'arm' },
};

/** Returns this machine's architecture; null without dpkg. */
export function findOwnArch() {
  const { status, stdout } = spawnSync('dpkg', ['--print-architecture'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/**
 * Returns the architecture of `--arch` in `args`, else this machine's. Throws a `SetupFailure` 64 for an unknown one.
 */
export function readArch(args, ownArch = findOwnArch()) {
  const { values } = parseArgs({ args, options: { arch: { type: 'string' } }, strict: false });
  if (values.arch === undefined) return ownArch;
  if (typeof values.arch !== 'string' || !Object.hasOwn(ARCHITECTURES, values.arch))
    throw new SetupFailure(64, `--arch is one of ${Object.keys(ARCHITECTURES).join(', ')}`);
  return values.arch;
}
