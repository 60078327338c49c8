// Compiles everything to dist/: the sources and their tests, module by module, to be developed with; then what browsers
// load, and what is installed, as bundles.
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';
import { buildAddon } from './setup/addon.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

function compile(project) {
  const tsc = `${root}node_modules/typescript/bin/tsc`;
  const { status } = spawnSync(process.execPath, [tsc, '-p', `${root}${project}`], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

buildAddon(root);
// A stale file of a renamed test would still be run.
rmSync(`${root}dist`, { recursive: true, force: true });
compile('tsconfig.json');
compile('src/remote/browser/tsconfig.json');
// The types of tonearm/client.
compile('src/client/tsconfig.json');
cpSync(`${root}src/remote/assets`, `${root}dist/src/remote/assets`, { recursive: true });
await bundle(root);
