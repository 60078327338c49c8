// Compiles everything to dist/: the programs and their tests, then the remote's browser code and its assets.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

function compile(project) {
  const tsc = `${root}node_modules/typescript/bin/tsc`;
  const { status } = spawnSync(process.execPath, [tsc, '-p', `${root}${project}`], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

// A stale file of a renamed test would still be run.
rmSync(`${root}dist`, { recursive: true, force: true });
compile('tsconfig.json');
if (existsSync(`${root}src/remote/browser/tsconfig.json`)) compile('src/remote/browser/tsconfig.json');
if (existsSync(`${root}src/remote/assets`)) {
  cpSync(`${root}src/remote/assets`, `${root}dist/src/remote/assets`, { recursive: true });
}
