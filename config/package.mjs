// `node config/package.mjs [--arch amd64|arm64|armhf] [--out FOLDER] [--version VERSION]`: makes tonearm_<version>_<arch>.deb
// of what is built, for this machine's kind or for another.
// The same sources and modules give the same bytes; SOURCE_DATE_EPOCH is kept to (reproducible-builds.org).
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findOwnArch, readArch } from './setup/architectures.mjs';
import { writeControl } from './package/control.mjs';
import { layOut } from './package/layout.mjs';
import { run } from './package/program.mjs';
import { settle } from './package/settle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

const { values } = parseArgs({
  options: { arch: { type: 'string' }, out: { type: 'string' }, version: { type: 'string' } },
});
const version = values.version ?? JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
const epoch = findEpoch();
const out = resolve(values.out ?? join(root, 'dist'));

try {
  console.log(make(readArch(process.argv.slice(2))));
} catch (error) {
  // What the builder can mend is a sentence, not a place in this program.
  if (error.exitCode === undefined) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}

function make(arch) {
  const file = join(out, `tonearm_${version}_${arch}.deb`);
  const tree = mkdtempSync(join(tmpdir(), 'tonearm-package-'));
  try {
    layOut({ root, tree, version, epoch, arch, ownArch: findOwnArch() });
    writeControl({ root, tree, version, arch });
    settle(tree, epoch);
    mkdirSync(out, { recursive: true });
    run('dpkg-deb', ['--root-owner-group', '-Zxz', '--build', tree, file], { SOURCE_DATE_EPOCH: `${epoch}` });
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
  return file;
}

/** Seconds: what the builder says, else when the sources were last changed. */
function findEpoch() {
  const given = process.env.SOURCE_DATE_EPOCH ?? '';
  if (/^\d+$/.test(given)) return Number(given);
  const { stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' });
  return Number(stdout?.trim() || Date.UTC(2026, 0, 1) / 1000);
}
