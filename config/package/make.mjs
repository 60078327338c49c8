// Makes tonearm_<version>_<arch>.deb from the built files: the same sources and modules give the same bytes.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeControl } from './control.mjs';
import { layOut } from './layout.mjs';
import { run } from './program.mjs';

/**
 * Returns the path of the package. `ownArch`: the architecture whose addon is taken as compiled here; null: each addon
 * is compiled for Debian's Node.
 */
export function makePackage({ root, out, version, epoch, arch, ownArch }) {
  const file = join(out, `tonearm_${version}_${arch}.deb`);
  const tree = mkdtempSync(join(tmpdir(), 'tonearm-package-'));
  try {
    layOut({ root, tree, version, epoch, arch, ownArch });
    writeControl({ root, tree, version, arch });
    // Folders that a filter left empty, and the modes that Debian's policy asks for; dpkg-deb sets the time of all.
    run('find', [tree, '-type', 'd', '-empty', '-delete']);
    run('chmod', ['-R', 'u=rwX,go=rX', tree]);
    mkdirSync(out, { recursive: true });
    run('dpkg-deb', ['--root-owner-group', '-Zxz', '--build', tree, file], { SOURCE_DATE_EPOCH: `${epoch}` });
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
  return file;
}

/**
 * Returns the time for the package in seconds: SOURCE_DATE_EPOCH (reproducible-builds.org), else the last change of the
 * sources.
 */
export function findEpoch(root) {
  const given = process.env.SOURCE_DATE_EPOCH ?? '';
  if (/^\d+$/.test(given)) return Number(given);
  const { stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' });
  return Number(stdout?.trim() || Date.UTC(2026, 0, 1) / 1000);
}
