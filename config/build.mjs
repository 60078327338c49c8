// Compiles everything to dist/: the sources and their tests, module by module, to be developed with; then what browsers
// load, and what is installed, as bundles.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundle, REQUIRE } from './bundle.mjs';
import { tellKilled, toCause } from './setup/child-end.mjs';
import { buildAddon } from './setup/addon.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

function compile(project) {
  const tsc = `${root}node_modules/typescript/bin/tsc`;
  const ended = spawnSync(process.execPath, [tsc, '-p', `${root}${project}`], { stdio: 'inherit' });
  const cause = toCause(ended);
  if (cause !== null) console.error(tellKilled(`tsc -p ${project}, the compiler,`, cause));
  if (ended.status !== 0) process.exit(ended.status ?? 1);
}

/**
 * What the tests are written with, as one file, which they find before the package: each of three hundred files loads it,
 * and it takes half the time so. By the name of its folder tap leaves its own functions out of what it shows of a stack.
 */
async function bundleTap() {
  const modules = `${root}dist/node_modules`;
  await build({
    absWorkingDir: root,
    entryPoints: ['node_modules/tap/dist/esm/index.js'],
    outfile: `${modules}/@tapjs/tap.js`,
    bundle: true,
    format: 'esm',
    platform: 'node',
    banner: { js: REQUIRE },
    logLevel: 'error',
  });
  mkdirSync(`${modules}/tap`);
  writeFileSync(`${modules}/tap/package.json`, '{"name":"tap","main":"../@tapjs/tap.js"}\n');
  writeFileSync(`${modules}/@tapjs/package.json`, '{"type":"module"}\n');
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
await bundleTap();
