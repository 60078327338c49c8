// Makes few files of many: a phone pays more for seventy requests than for what is in them, and a small machine for
// finding, reading and linking three hundred modules.
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, transform } from 'esbuild';
import { schemas } from './schemas.mjs';

/** The packages within the bundles, as the lockfile names their places. */
export const PACKAGES = 'dist/packages.json';
const ASSETS = 'dist/src/remote/assets';
const PROGRAM = 'dist/program';
/** Of the program, as modules. */
const MODULES = 'dist/modules';
const CLIENT = 'dist/client';
const LICENSES = 'licenses.txt';
/** At the head of the program: an older Node says what is wrong before it finds something that it does not know. */
const OLD_NODE = 'config/old-node.cjs';

/** Where a file of a package lies; the last of several is the package's own. */
const PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;
/** Packages in CommonJS ask for Node's own modules by it. */
export const REQUIRE =
  "import{createRequire as createRequireHere}from'node:module';const require=createRequireHere(import.meta.url);";
/** Of each file of the program. */
const HERE = "const here=require('node:url').pathToFileURL(__filename).href;";
/** What is imported later, or by several, becomes a file of its own. */
const COMMON = {
  bundle: true,
  splitting: true,
  format: 'esm',
  minify: true,
  legalComments: 'none',
  metafile: true,
};

const NODE = { platform: 'node', target: 'node20.19', sourcemap: 'linked', sourcesContent: false };
/** What packages load at once, for what nobody here asks of them; each has Node load more of its own in turn. */
const NOT_USED = {
  // pino's, for a thread that writes.
  'thread-stream': './config/bundle/not-used.cjs',
  // got's, for HTTP/2.
  'http2-wrapper': './config/bundle/not-used.cjs',
};

/** Bundles what browsers load, then what is installed. `root`: the folder of the sources. */
export async function bundle(root) {
  const remote = await bundleRemote(root);
  const program = await bundleProgram(root);
  const client = await bundleClient(root);
  const packages = [...new Set([...remote, ...program, ...client])].sort();
  writeFileSync(join(root, PACKAGES), `${JSON.stringify(packages)}\n`);
}

/** Beside the assets, with the terms of the packages in it. */
async function bundleRemote(root) {
  rmSync(join(root, ASSETS), { recursive: true, force: true });
  cpSync(join(root, 'src/remote/assets'), join(root, ASSETS), { recursive: true });
  const browser = 'src/remote/browser/';
  const { metafile } = await build({
    ...COMMON,
    absWorkingDir: root,
    entryPoints: { remote: `${browser}main.tsx`, guard: `${browser}guard.ts`, ...findWords(root, browser) },
    outdir: ASSETS,
    chunkNames: 'remote-[hash]',
    charset: 'utf8',
    target: 'es2023',
    banner: { js: `/*! Terms: ${LICENSES} */` },
    plugins: [inOneFile(join(root, browser, 'main.tsx'))],
  });
  nameFirst(join(root, ASSETS));
  for (const name of readdirSync(join(root, ASSETS)).filter(name => name.endsWith('.css'))) {
    const { code } = await transform(readFileSync(join(root, ASSETS, name), 'utf8'), {
      loader: 'css',
      minify: true,
      target: 'safari15',
    });
    writeFileSync(join(root, ASSETS, name), code);
  }
  const packages = toPackages(metafile);
  writeLicenses(root, ASSETS, packages);
  return packages;
}

/**
 * What the first visit needs stays in one file, a request alone. esbuild makes one of each set of modules that some of the
 * later views share with it: it is told that each of these needs all of the first.
 */
function inOneFile(first) {
  const later = new Set();
  return {
    name: 'in-one-file',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
        if (kind === 'dynamic-import') later.add(join(resolveDir, path.replace(/\.js$/, '')));
        return undefined;
      });
      onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
        if (!later.has(path.replace(/\.tsx?$/, '')) || path.includes('/words/')) return undefined;
        const contents = `${readFileSync(path, 'utf8')}\nimport ${JSON.stringify(first)};\n`;
        return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' };
      });
    },
  };
}

/** That file takes the place of the one that the page knows, which only imports it. */
function nameFirst(folder) {
  const known = 'remote.js';
  const [, made] = /^import"\.\/(remote-\w+\.js)";$/m.exec(readFileSync(join(folder, known), 'utf8')) ?? [];
  if (made === undefined) throw new Error(`${known} is more than an import.`);
  renameSync(join(folder, made), join(folder, known));
  for (const name of readdirSync(folder).filter(name => name.endsWith('.js'))) {
    const source = readFileSync(join(folder, name), 'utf8');
    if (source.includes(made)) writeFileSync(join(folder, name), source.replaceAll(made, known));
  }
}

/** Two files a language, the first under a name that the page knows: a browser fetches those that it needs. */
function findWords(root, browser) {
  const names = readdirSync(join(root, browser, 'words')).filter(name =>
    /^[a-z]{2}(?:-rest)?\.ts$/.test(name),
  );
  return Object.fromEntries(names.map(name => [`words-${name.slice(0, -3)}`, `${browser}words/${name}`]));
}

/**
 * The program with all packages but mdns, whose addon Node loads as a file. The maps name the sources without holding
 * them. As CommonJS, which Node 20 loads with a tenth less of the processor than modules: esbuild divides modules only, so
 * that each of the files is made of one.
 */
async function bundleProgram(root) {
  for (const folder of [MODULES, PROGRAM]) rmSync(join(root, folder), { recursive: true, force: true });
  const { metafile } = await build({
    ...COMMON,
    ...NODE,
    absWorkingDir: root,
    entryPoints: { main: 'src/main.ts' },
    outdir: MODULES,
    external: ['mdns'],
    alias: NOT_USED,
    plugins: [schemas],
  });
  // What is imported from a module of a folder without a type is what it exports, by whichever way.
  writeFileSync(join(root, MODULES, 'package.json'), '{}\n');
  const names = readdirSync(join(root, MODULES)).filter(name => name.endsWith('.js'));
  const others = names.filter(name => name !== 'main.js');
  await toCommonJs(root, others, HERE);
  const { code } = await transform(readFileSync(join(root, OLD_NODE), 'utf8'), {
    minify: true,
    target: 'es5',
  });
  // The first statement is a directive, or none.
  await toCommonJs(
    root,
    ['main.js'],
    `'use strict';(function(module){${code.trim()};module.exports.endIfTooOld()})({});${HERE}`,
  );
  rmSync(join(root, MODULES), { recursive: true });
  writeFileSync(join(root, PROGRAM, 'package.json'), '{ "type": "commonjs" }\n');
  cpSync(join(root, ASSETS), join(root, PROGRAM, 'remote/assets'), { recursive: true });
  return toPackages(metafile);
}

function toCommonJs(root, names, banner) {
  return build({
    ...NODE,
    absWorkingDir: root,
    entryPoints: names.map(name => `${MODULES}/${name}`),
    outdir: PROGRAM,
    format: 'cjs',
    minify: true,
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': 'here' },
    banner: { js: banner },
  });
}

/** `tonearm/client`, for other programs to import. */
async function bundleClient(root) {
  rmSync(join(root, CLIENT), { recursive: true, force: true });
  const common = { ...COMMON, ...NODE, absWorkingDir: root, outdir: CLIENT };
  // Browsers load this one as it is.
  const client = await build({ ...common, platform: 'browser', entryPoints: ['src/client/client.ts'] });
  const banner = { js: REQUIRE };
  const node = await build({ ...common, banner, entryPoints: ['src/client/node-socket.ts'] });
  const packages = [client, node].flatMap(({ metafile }) => toPackages(metafile));
  writeLicenses(root, CLIENT, packages);
  return packages;
}

/** Where the packages lie of which something is in the bundle. */
function toPackages({ outputs }) {
  const used = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  return [...new Set(used.flatMap(path => PACKAGE.exec(path)?.[0] ?? []))].sort();
}

/** The terms of the packages in a bundle, beside it. */
function writeLicenses(root, folder, packages) {
  writeFileSync(join(root, folder, LICENSES), packages.map(path => toLicense(join(root, path))).join('\n'));
}

function toLicense(folder) {
  const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const path = join(folder, 'LICENSE');
  if (!existsSync(path)) throw new Error(`${name} has no LICENSE to go with it.`);
  return `# ${name}\n\n${readFileSync(path, 'utf8')}`;
}
