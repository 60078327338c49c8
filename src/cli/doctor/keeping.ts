import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Findings, Found } from './finding.js';
import { readFact } from './machine-files.js';

const OF_MEMORY = new Set(['tmpfs', 'ramfs']);

interface Mount {
  readonly path: string;
  readonly type: string;
  /** The upper directory of an overlay, which receives what is written; else null. */
  readonly upper: string | null;
}

/**
 * Checks whether data written at `path` survives a power cut. Returns no finding if it does, or if the mount is not
 * known.
 */
export function checkKeeping(root: string, path: string, findings: Findings): Found {
  const mounts = parseMounts(readFact(root, 'proc/self/mountinfo') ?? '');
  const mount = mountOf(mounts, realpathSync(path));
  if (mount === null) return null;
  // Within a container, the path may belong to the host.
  const isSeen = mount.upper !== null && existsSync(join(root, mount.upper));
  const layer = mount.upper === null ? mount : isSeen ? mountOf(mounts, mount.upper) : null;
  if (layer !== null && OF_MEMORY.has(layer.type))
    return findings.note(
      `${path} is in memory (${layer.type}): the pairing, the phones and what played are lost in a power cut`,
    );
  // The underlying file system is not visible to a process whose root is the overlay.
  if (mount.upper === null || (layer !== null && layer.type !== 'overlay')) return null;
  return findings.note(
    `${path} is on an overlay: the pairing, the phones and what played may be lost in a power cut, or with the container`,
  );
}

/** Returns the mount of the path. A later mount at the same place lies over an earlier one. */
function mountOf(mounts: readonly Mount[], path: string): Mount | null {
  const above = mounts.filter(
    mount => path === mount.path || path.startsWith(mount.path.replace(/\/?$/, '/')),
  );
  return above.reduce<Mount | null>(
    (best, mount) => (best === null || mount.path.length >= best.path.length ? mount : best),
    null,
  );
}

/** Parses the lines of proc_pid_mountinfo(5). */
function parseMounts(text: string): readonly Mount[] {
  return text.split('\n').flatMap(line => {
    const [where = '', what = ''] = line.split(' - ');
    const path = where.split(' ')[4];
    const [type = '', , options = ''] = what.split(' ');
    if (path === undefined) return [];
    const [, upper = null] = type === 'overlay' ? (/(?:^|,)upperdir=([^,]+)/.exec(options) ?? []) : [];
    return [{ path: unescape(path), type, upper: upper === null ? null : unescape(upper) }];
  });
}

const unescape = (word: string): string =>
  word.replaceAll(/\\([0-7]{3})/g, (_all, digits: string) =>
    String.fromCodePoint(Number.parseInt(digits, 8)),
  );
