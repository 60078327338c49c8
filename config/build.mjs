// Compiles everything to dist/: the sources and their tests, module by module, for development; then the bundles for
// browsers and for installation. `node config/build.mjs program` makes only the bundles, and `package` also the types
// that are packed with them: a small machine has enough memory for those.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundle, REQUIRE } from './bundle.mjs';
import { buildAddon } from './setup/addon.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The types of tonearm/client. */
const TYPES = 'src/client/tsconfig.json';

/** Each part of a build holds those before it. */
const PARTS = ['program', 'package', 'whole'];

/** The exit code by which a shell tells that the kernel has killed a program. */
const KILLED = 137;

function compile(project) {
  const tsc = `${root}node_modules/typescript/bin/tsc`;
  const { status } = spawnSync(process.execPath, [tsc, '-p', `${root}${project}`], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? KILLED);
}

/**
 * Bundles tap into one file, which the tests find before the package: each of three hundred test files loads it, and
 * the bundle halves the loading time. The folder's name makes tap omit its own functions from the stacks that it shows.
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

/** Builds a program to be run or packed, without compiling its modules separately. */
async function buildPart(part) {
  if (part === 'package') {
    mkdirSync(`${root}dist/src`, { recursive: true });
    for (const name of readdirSync(`${root}dist/src`, { recursive: true }))
      if (name.endsWith('.d.ts')) rmSync(`${root}dist/src/${name}`);
    // Before the bundle: esbuild keeps its memory until this program ends.
    compile(TYPES);
  }
  await bundle(root);
}

/** Turns each source and test into a module. The types are checked by `npm run types`, which takes ten times as long. */
async function transpile() {
  const entryPoints = ['src', 'test'].flatMap(folder =>
    readdirSync(`${root}${folder}`, { recursive: true })
      .filter(name => /\.tsx?$/.test(name))
      .map(name => `${folder}/${name}`),
  );
  await build({
    absWorkingDir: root,
    entryPoints,
    outdir: 'dist',
    outbase: '.',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    jsx: 'transform',
    jsxFactory: 'h',
    jsxFragment: 'Fragment',
    sourcemap: true,
    logLevel: 'error',
  });
}

async function buildWhole() {
  if (!existsSync(`${root}node_modules/tap`)) {
    console.error('Only what the demo or the package needs is installed: run npm ci first.');
    process.exit(1);
  }
  // The stale file of a renamed test would still run. A package that was made there before is kept: the README's next
  // line installs it.
  mkdirSync(`${root}dist`, { recursive: true });
  for (const name of readdirSync(`${root}dist`))
    if (!name.endsWith('.deb')) rmSync(`${root}dist/${name}`, { recursive: true });
  await transpile();
  compile(TYPES);
  await bundle(root);
  await bundleTap();
  // As the installation of the package does. Without mpv it fails, and the program runs all the same.
  spawnSync(process.execPath, [`${root}dist/test/rigs/compile.js`]);
}

const started = new Date();
buildAddon(root);
const part = process.argv[2] ?? 'whole';
try {
  await (part === 'whole' ? buildWhole() : buildPart(part));
  // setup.sh builds again what is older than its sources.
  for (const made of PARTS.slice(0, PARTS.indexOf(part) + 1)) {
    writeFileSync(`${root}dist/.built-${made}`, '');
    utimesSync(`${root}dist/.built-${made}`, started, started);
  }
} catch (error) {
  // esbuild is a separate process, whose end this program cannot observe directly.
  if (!/^The service (?:was stopped|is no longer running)/.test(error.message)) throw error;
  console.error('esbuild was killed');
  process.exitCode = KILLED;
}
