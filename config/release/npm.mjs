// The npm packages of a release: the program, and the client for other programs, which needs no further package.
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../package/program.mjs';
import { HOMEPAGE, MAINTAINER } from '../package/publisher.mjs';

const CLIENT = 'tonearm-client';

/** Packs the built files and returns the paths of the two packages. */
export function packForNpm({ root, out, version }) {
  const folder = mkdtempSync(join(tmpdir(), 'tonearm-npm-'));
  try {
    const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const common = { version, license: own.license, author: MAINTAINER, homepage: HOMEPAGE ?? undefined };
    const program = layProgram({ root, folder, own, common });
    const client = layClient({ root, folder, own, common });
    mkdirSync(out, { recursive: true });
    return [program, client].map(stage => pack(stage, out));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Copies the files that package.json names into a folder of its own: in the source folder npm 9 would build first, even
 * with scripts disabled, while other processes may be running the built files. Packages in the bundle are not installed
 * again beside it.
 */
function layProgram({ root, folder, own, common }) {
  const stage = join(folder, 'program');
  const { name, description, type, engines, bin, exports, files, optionalDependencies } = own;
  // What package.json leaves out (`!…`), npm leaves out below.
  const named = files.filter(pattern => !pattern.startsWith('!'));
  for (const place of [...named.flatMap(pattern => placesOf(root, pattern)), 'LICENSE'])
    cpSync(join(root, place), join(stage, place), { recursive: true });
  const kept = { name, description, ...common, type, engines, bin, exports, files, optionalDependencies };
  writeJson(stage, kept);
  return stage;
}

/** `folder/**\/*.ending` matches in all folders below it, `*.ending` in one. */
function placesOf(root, pattern) {
  const at = pattern.indexOf('*');
  if (at < 0) return [pattern];
  const [folder, ending] = [pattern.slice(0, at), pattern.slice(pattern.lastIndexOf('*') + 1)];
  return readdirSync(join(root, folder), { recursive: pattern.includes('**') })
    .filter(name => name.endsWith(ending))
    .map(name => join(folder, name));
}

/** Uses the same paths as the program, so that the same names resolve. */
function layClient({ root, folder, own, common }) {
  const stage = join(folder, 'client');
  cpSync(join(root, 'dist/client'), join(stage, 'dist/client'), { recursive: true });
  for (const name of readdirSync(join(root, 'dist/src'), { recursive: true }))
    if (name.endsWith('.d.ts')) cpSync(join(root, 'dist/src', name), join(stage, 'dist/src', name));
  const page = readFileSync(join(root, 'src/client/README.md'), 'utf8');
  const [, example] = /```js\n([^]*?)```/.exec(page);
  writeFileSync(join(stage, 'README.md'), page);
  writeFileSync(join(stage, 'example.mjs'), example);
  copyFileSync(join(root, 'LICENSE'), join(stage, 'LICENSE'));
  const { './client': client, './client/node': node } = own.exports;
  const description = 'Controls a Tonearm speaker, from Node or a browser.';
  const exports = { '.': client, './node': node, './package.json': './package.json' };
  writeJson(stage, { name: CLIENT, description, ...common, type: own.type, engines: own.engines, exports });
  return stage;
}

const writeJson = (folder, content) =>
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(content, null, 2)}\n`);

/** Everything is built already, so no scripts run. */
function pack(folder, out) {
  const words = ['pack', '--silent', '--ignore-scripts', '--pack-destination', out];
  return join(out, run('npm', words, {}, folder).trim().split('\n').at(-1));
}
