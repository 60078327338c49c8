// Compiles everything to dist/: the programs and their tests, then the remote's browser code, as one file, and its assets.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';
import { buildAddon } from './setup/addon.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

function compile(project) {
  const tsc = `${root}node_modules/typescript/bin/tsc`;
  const { status } = spawnSync(process.execPath, [tsc, '-p', `${root}${project}`], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * Puts the packages' own modules where the compiled browser code looks for them: a browser resolves no bare names
 * without an import map, which the page's policy forbids as inline script.
 */
function vendor() {
  const preact = `${root}node_modules/preact/`;
  const target = `${root}dist/src/remote/browser/vendor/`;
  const hooks = readFileSync(`${preact}hooks/dist/hooks.mjs`, 'utf8');
  const pointed = hooks.replace('from"preact"', 'from"./preact.js"');
  if (pointed === hooks) throw new Error('preact/hooks no longer imports "preact" the way this build knows.');
  mkdirSync(target, { recursive: true });
  const license = readFileSync(`${preact}LICENSE`, 'utf8');
  const core = readFileSync(`${preact}dist/preact.mjs`, 'utf8');
  writeFileSync(`${target}preact.js`, `/*! preact\n${license}*/\n${core}`);
  writeFileSync(`${target}preact-hooks.js`, pointed);
  const uqr = `${root}node_modules/uqr/`;
  const uqrLicense = readFileSync(`${uqr}LICENSE`, 'utf8');
  writeFileSync(
    `${target}uqr.js`,
    `/*! uqr\n${uqrLicense}*/\n${readFileSync(`${uqr}dist/index.mjs`, 'utf8')}`,
  );
}

buildAddon(root);
// A stale file of a renamed test would still be run.
rmSync(`${root}dist`, { recursive: true, force: true });
compile('tsconfig.json');
compile('src/remote/browser/tsconfig.json');
// The types of tonearm/client.
compile('src/client/tsconfig.json');
vendor();
cpSync(`${root}src/remote/assets`, `${root}dist/src/remote/assets`, { recursive: true });
writeFileSync(`${root}dist/src/remote/assets/remote.js`, bundle(`${root}dist/src`, 'remote/browser/main.js'));
