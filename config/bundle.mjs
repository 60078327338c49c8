// Bundles many files into few: seventy requests cost a phone more than their content, and finding, reading and linking
// three hundred modules is slow on a small machine.
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, transform } from 'esbuild';
import { lazyLists } from './bundle/lazy-lists.mjs';
import { shorten } from './bundle/shorten.mjs';
import { schemas } from './schemas.mjs';

/** The packages in the bundles, by their paths in the lockfile. */
export const PACKAGES = 'dist/packages.json';
const ASSETS = 'dist/src/remote/assets';
const PROGRAM = 'dist/program';
/** The program as modules. */
const MODULES = 'dist/modules';
const CLIENT = 'dist/client';
const LICENSES = 'licenses.txt';
/** Prepended to the program: an older Node prints a clear message before it meets syntax or functions that it lacks. */
const OLD_NODE = 'config/old-node.cjs';
/** Prepended to the program after that: loads its other files. */
const LOADER = 'config/bundle/loader.cjs';

/** Matches the folder of a package; of nested packages, the innermost. */
const PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;
/** The `require` by which CommonJS packages load Node's own modules. */
export const REQUIRE =
  "import{createRequire as createRequireHere}from'node:module';const require=createRequireHere(import.meta.url);";
/** Prepended to each file of the program: replaces `import.meta.url`. */
const HERE = "const here=require('node:url').pathToFileURL(__filename).href;";
/** Modules that are imported on demand, or by several entry points, become separate files. */
const COMMON = {
  bundle: true,
  splitting: true,
  format: 'esm',
  minify: true,
  legalComments: 'none',
  metafile: true,
};

/** The modules of sentences, two for each language. */
const CATALOGUE = /\/words\/[a-z]{2}(?:-rest)?\.ts$/;

const NODE = { platform: 'node', target: 'node20.19', sourcemap: 'linked', sourcesContent: false };
/** Modules that packages load at start for features that Tonearm does not use; each makes Node load more of its own. */
const NOT_USED = {
  // Of pino, for writing in a thread.
  'thread-stream': './config/bundle/not-used.cjs',
  // Of got, for HTTP/2.
  'http2-wrapper': './config/bundle/not-used.cjs',
  // Of Node, for pino and its sonic-boom.
  worker_threads: './config/bundle/main-thread.cjs',
  assert: './config/bundle/assert.cjs',
};

/** Bundles the code for browsers, then the installed programs. `root`: the folder of the sources. */
export async function bundle(root) {
  const remote = await bundleRemote(root);
  const program = await bundleProgram(root);
  const client = await bundleClient(root);
  const packages = [...new Set([...remote, ...program, ...client])].sort();
  writeFileSync(join(root, PACKAGES), `${JSON.stringify(packages)}\n`);
}

/** Bundles the remote beside its assets, with the licences of the packages in it. */
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
  nameShortly(join(root, ASSETS));
  await shorten(join(root, ASSETS));
  hasten(join(root, ASSETS, 'remote.js'));
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
 * Creates a plugin that keeps the modules of the first visit in one file, and thus in one request. esbuild would
 * otherwise make a separate file of each set of modules that some of the later views share with the first; the plugin
 * declares that each later view needs all of the first.
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
        if (!later.has(path.replace(/\.tsx?$/, '')) || CATALOGUE.test(path)) return undefined;
        const contents = `${readFileSync(path, 'utf8')}\nimport ${JSON.stringify(first)};\n`;
        return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' };
      });
    },
  };
}

/**
 * Has Chromium compile the whole script while it arrives: a first visit calls most of its functions, each of which would
 * otherwise be parsed twice, the second time while the page waits.
 */
function hasten(path) {
  writeFileSync(path, `//# allFunctionsCalledOnLoad\n${readFileSync(path, 'utf8')}`);
}

/**
 * Renames that file to the name that the page knows, replacing the file there, which only imports it, and numbers the
 * others: their addresses contain a hash of everything, and a hash in each name would cost the first visit 150 bytes.
 */
function nameShortly(folder) {
  const first = 'remote.js';
  const [, made] = /^import"\.\/(remote-\w+\.js)";$/m.exec(readFileSync(join(folder, first), 'utf8')) ?? [];
  if (made === undefined) throw new Error(`${first} is more than an import.`);
  const others = readdirSync(folder).filter(name => /^remote-\w+\.js$/.test(name) && name !== made);
  const names = new Map([[made, first], ...others.map((name, at) => [name, `remote-${at}.js`])]);
  for (const [name, next] of names) renameSync(join(folder, name), join(folder, next));
  for (const name of readdirSync(folder).filter(name => name.endsWith('.js'))) {
    const source = readFileSync(join(folder, name), 'utf8');
    writeFileSync(
      join(folder, name),
      source.replace(/remote-[A-Z0-9]{8}\.js/g, found => names.get(found) ?? found),
    );
  }
}

/**
 * Returns two entry points a language, the first under a name that the page knows; a browser fetches those that it
 * needs.
 */
function findWords(root, browser) {
  const names = readdirSync(join(root, browser, 'words')).filter(name =>
    /^[a-z]{2}(?:-rest)?\.ts$/.test(name),
  );
  return Object.fromEntries(names.map(name => [`words-${name.slice(0, -3)}`, `${browser}words/${name}`]));
}

/**
 * Bundles the program with all packages except mdns, whose addon Node loads as a file. The source maps name the sources
 * without containing them. The output is CommonJS, which Node 20 loads with a tenth less processor time than modules.
 * esbuild splits only modules, so each resulting file is converted separately.
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
    plugins: [schemas, lazyLists],
  });
  // With a `package.json` without a type, an import of a CommonJS module takes its exports in either form.
  writeFileSync(join(root, MODULES, 'package.json'), '{}\n');
  const names = readdirSync(join(root, MODULES)).filter(name => name.endsWith('.js'));
  const others = names.filter(name => name !== 'main.js');
  await toCommonJs(root, others, { js: HERE });
  const [oldNode, loader] = await Promise.all([OLD_NODE, LOADER].map(path => toExpression(join(root, path))));
  const createLoader = `${loader}.createLoader(__dirname,require,process.argv[2]==='compile')`;
  // The first statement of a file must be the directive.
  await toCommonJs(
    root,
    ['main.js'],
    { js: `'use strict';${oldNode}.endIfTooOld();(function(require){${HERE}` },
    { js: `})(${createLoader});` },
  );
  rmSync(join(root, MODULES), { recursive: true });
  writeFileSync(join(root, PROGRAM, 'package.json'), '{ "type": "commonjs" }\n');
  cpSync(join(root, ASSETS), join(root, PROGRAM, 'remote/assets'), { recursive: true });
  return toPackages(metafile);
}

/** Returns the CommonJS module as an expression for what it exports. */
async function toExpression(path) {
  const { code } = await transform(readFileSync(path, 'utf8'), { minify: true, target: 'es2017' });
  return `(function(module){${code.trim()}return module.exports})({})`;
}

function toCommonJs(root, names, banner, footer = {}) {
  return build({
    ...NODE,
    absWorkingDir: root,
    entryPoints: names.map(name => `${MODULES}/${name}`),
    outdir: PROGRAM,
    format: 'cjs',
    minify: true,
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': 'here' },
    banner,
    footer,
  });
}

/** Bundles `tonearm/client`, which other programs import. */
async function bundleClient(root) {
  rmSync(join(root, CLIENT), { recursive: true, force: true });
  // Node prints the whole line of an error that nobody catches.
  const common = { ...COMMON, ...NODE, minify: false, absWorkingDir: root, outdir: CLIENT };
  // Browsers load this file unchanged.
  const client = await build({ ...common, platform: 'browser', entryPoints: ['src/client/client.ts'] });
  const banner = { js: REQUIRE };
  const node = await build({ ...common, banner, entryPoints: ['src/client/node-socket.ts'] });
  const packages = [client, node].flatMap(({ metafile }) => toPackages(metafile));
  writeLicenses(root, CLIENT, packages);
  return packages;
}

/** Returns the folders of the packages that contribute to the bundle. */
function toPackages({ outputs }) {
  const used = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  return [...new Set(used.flatMap(path => PACKAGE.exec(path)?.[0] ?? []))].sort();
}

/** Writes the licences of the packages in a bundle beside it. */
function writeLicenses(root, folder, packages) {
  writeFileSync(join(root, folder, LICENSES), packages.map(path => toLicense(join(root, path))).join('\n'));
}

function toLicense(folder) {
  const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const path = join(folder, 'LICENSE');
  if (!existsSync(path)) throw new Error(`${name} has no LICENSE to go with it.`);
  return `# ${name}\n\n${readFileSync(path, 'utf8')}`;
}
