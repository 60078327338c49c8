// What a release brings for npm: the program, and the client for other programs, which asks for no package at all.
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

/** Answers the paths of the two files. What is built is packed. */
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
 * What package.json names, in a folder of its own: in the sources npm 9 would build first, whatever it is told of scripts, while
 * others run what is built. What its bundle holds is not installed once more beside it.
 */
function layProgram({ root, folder, own, common }) {
  const stage = join(folder, 'program');
  const { name, description, type, engines, bin, exports, files, optionalDependencies } = own;
  for (const place of [...files.flatMap(pattern => placesOf(root, pattern)), 'LICENSE'])
    cpSync(join(root, place), join(stage, place), { recursive: true });
  const kept = { name, description, ...common, type, engines, bin, exports, files, optionalDependencies };
  writeJson(stage, kept);
  return stage;
}

/** `folder/**\/*.ending` is in all folders below it, `*.ending` in one. */
function placesOf(root, pattern) {
  const at = pattern.indexOf('*');
  if (at < 0) return [pattern];
  const [folder, ending] = [pattern.slice(0, at), pattern.slice(pattern.lastIndexOf('*') + 1)];
  return readdirSync(join(root, folder), { recursive: pattern.includes('**') })
    .filter(name => name.endsWith(ending))
    .map(name => join(folder, name));
}

/** The same places as in the program, so that the same names find them. */
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

/** What it is made of lies there already: nothing is run. */
function pack(folder, out) {
  const words = ['pack', '--silent', '--ignore-scripts', '--pack-destination', out];
  return join(out, run('npm', words, {}, folder).trim().split('\n').at(-1));
}
