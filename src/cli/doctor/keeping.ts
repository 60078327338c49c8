import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding, Findings } from './finding.js';
import { readFact } from './machine-files.js';

const OF_MEMORY = new Set(['tmpfs', 'ramfs']);

interface Mount {
  readonly path: string;
  readonly type: string;
  /** The folder that takes what is written, where it lies over another one. */
  readonly upper: string | null;
}

/** Whether what is written at `path` outlasts the power; silent where it does, or where that cannot be told. */
export function checkKeeping(root: string, path: string, findings: Findings): Finding[] {
  const mounts = parseMounts(readFact(root, 'proc/self/mountinfo') ?? '');
  const mount = mountOf(mounts, realpathSync(path));
  if (mount === null) return [];
  // In a container the path may be of the machine around it.
  const isSeen = mount.upper !== null && existsSync(join(root, mount.upper));
  const layer = mount.upper === null ? mount : isSeen ? mountOf(mounts, mount.upper) : null;
  if (layer !== null && OF_MEMORY.has(layer.type))
    return [
      findings.note(
        `${path} lies in memory (${layer.type}): with the power go the pairing, the phones and what played`,
      ),
    ];
  // What it lies over is out of sight for whoever was given it as the root.
  return mount.upper === null || (layer !== null && layer.type !== 'overlay')
    ? []
    : [
        findings.note(
          `${path} lies on an overlay: the pairing, the phones and what played may go with the power, or with the container`,
        ),
      ];
}

/** What lies over another mount comes after it. */
function mountOf(mounts: readonly Mount[], path: string): Mount | null {
  const above = mounts.filter(
    mount => path === mount.path || path.startsWith(mount.path.replace(/\/?$/, '/')),
  );
  return above.reduce<Mount | null>(
    (best, mount) => (best === null || mount.path.length >= best.path.length ? mount : best),
    null,
  );
}

/** The lines of proc_pid_mountinfo(5). */
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
