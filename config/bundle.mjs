// Makes few files of many: a phone pays more for seventy requests than for what is in them, and a small machine for
// finding, reading and linking three hundred modules.
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { schemas } from './schemas.mjs';

/** The packages within the bundles, as the lockfile names their places. */
export const PACKAGES = 'dist/packages.json';
const ASSETS = 'dist/src/remote/assets';
const PROGRAM = 'dist/program';
const LICENSES = 'licenses.txt';

/** Where a file of a package lies; the last of several is the package's own. */
const PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;
/** Packages in CommonJS ask for Node's own modules by it. */
const REQUIRE =
  "import{createRequire as createRequireHere}from'node:module';const require=createRequireHere(import.meta.url);";
/** What is imported later, or by several, becomes a file of its own. */
const COMMON = {
  bundle: true,
  splitting: true,
  format: 'esm',
  minify: true,
  legalComments: 'none',
  metafile: true,
};

/** Bundles what browsers load, then what is installed. `root`: the folder of the sources. */
export async function bundle(root) {
  const remote = await bundleRemote(root);
  const program = await bundleProgram(root);
  writeFileSync(join(root, PACKAGES), `${JSON.stringify([...new Set([...remote, ...program])].sort())}\n`);
}

/** Beside the assets, with the terms of the packages in it. */
async function bundleRemote(root) {
  const browser = 'src/remote/browser/';
  const { metafile } = await build({
    ...COMMON,
    absWorkingDir: root,
    entryPoints: { remote: `${browser}main.tsx`, guard: `${browser}guard.ts` },
    outdir: ASSETS,
    chunkNames: 'remote-[hash]',
    target: 'es2023',
    banner: { js: `/*! Terms: ${LICENSES} */` },
  });
  const packages = toPackages(metafile);
  writeFileSync(join(root, ASSETS, LICENSES), packages.map(path => toLicense(join(root, path))).join('\n'));
  return packages;
}

/**
 * The program and `tonearm/client`, with all packages but mdns, whose addon Node loads as a file. The maps name the
 * sources without holding them.
 */
async function bundleProgram(root) {
  rmSync(join(root, PROGRAM), { recursive: true, force: true });
  const { metafile } = await build({
    ...COMMON,
    absWorkingDir: root,
    entryPoints: {
      main: 'src/main.ts',
      client: 'src/client/client.ts',
      'node-socket': 'src/client/node-socket.ts',
    },
    outdir: PROGRAM,
    chunkNames: '[name]-[hash]',
    platform: 'node',
    target: 'node20.19',
    external: ['mdns'],
    sourcemap: 'linked',
    sourcesContent: false,
    banner: { js: REQUIRE },
    plugins: [schemas],
  });
  cpSync(join(root, ASSETS), join(root, PROGRAM, 'remote/assets'), { recursive: true });
  return toPackages(metafile);
}

/** Where the packages lie of which something is in the bundle. */
function toPackages({ outputs }) {
  const used = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  return [...new Set(used.flatMap(path => PACKAGE.exec(path)?.[0] ?? []))].sort();
}

function toLicense(folder) {
  const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const path = join(folder, 'LICENSE');
  if (!existsSync(path)) throw new Error(`${name} has no LICENSE to go with it.`);
  return `# ${name}\n\n${readFileSync(path, 'utf8')}`;
}
