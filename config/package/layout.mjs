// Puts everything that the package installs into place below `tree`.
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ADDON, compileAddon } from './addon.mjs';
import { ARCHITECTURES } from '../setup/architectures.mjs';
import { toChangelog } from './changelog.mjs';
import { toCopyright } from './copyright.mjs';
import { copyModules } from './modules.mjs';
import { run } from './program.mjs';
import { HOMEPAGE } from './publisher.mjs';
import { toSbom } from './sbom.mjs';

const LIBRARY = 'usr/lib/tonearm';
const DOCUMENTS = 'usr/share/doc/tonearm';
const UNITS = 'usr/lib/systemd/system';

/** Unchanged source files, and where they are installed. */
const FILES = [
  ['config/tonearm.env.example', `${LIBRARY}/config/tonearm.env.example`],
  ['config/grafana-dashboard.json', `${LIBRARY}/config/grafana-dashboard.json`],
  ['config/snapcast-control', `${LIBRARY}/config/snapcast-control`],
  ['config/snapcast-mpv', `${LIBRARY}/config/snapcast-mpv`],
  ...readdirSync(new URL('../speech', import.meta.url)).map(name => [
    `config/speech/${name}`,
    `${LIBRARY}/config/speech/${name}`,
  ]),
  ['systemd/tonearm.service', `${UNITS}/tonearm.service`],
  ['systemd/tonearm@.service', `${UNITS}/tonearm@.service`],
  ['systemd/tonearm.sysusers', 'usr/lib/sysusers.d/tonearm.conf'],
  ['systemd/client-secret.conf', `${DOCUMENTS}/examples/client-secret.conf`],
  ['config/debian/tonearm.sh', 'usr/bin/tonearm'],
];
/**
 * Pages for owners, operators and programmers, at the same relative paths in the package's documents, so that their
 * links stay valid.
 */
const PAGES =
  `README configuration sound trouble upgrading security snapcast read-only-root buttons building container
  tls-and-proxies diagnosis api-tutorial control-api home-assistant mpd compatibility`
    .split(/\s+/)
    .map(name => `docs/${name}.md`)
    .concat('README.md');
const OF_SOURCES = /<!-- sources only: begin -->[^]*?<!-- sources only: end -->\n\n?/g;
const COMPLETIONS = [
  ['bash', 'usr/share/bash-completion/completions/tonearm'],
  ['zsh', 'usr/share/zsh/vendor-completions/_tonearm'],
  ['fish', 'usr/share/fish/vendor_completions.d/tonearm.fish'],
];

/** `arch`: the package's architecture; `ownArch`: this machine's. */
export function layOut({ root, tree, version, epoch, arch, ownArch }) {
  const write = (path, content) => {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), content);
  };
  for (const [from, to] of FILES) {
    mkdirSync(dirname(join(tree, to)), { recursive: true });
    copyFileSync(join(root, from), join(tree, to));
  }
  for (const page of PAGES)
    write(`${DOCUMENTS}/${page}`, readFileSync(join(root, page), 'utf8').replaceAll(OF_SOURCES, ''));
  mkdirSync(join(tree, DOCUMENTS, 'config'));
  const settings = readdirSync(join(tree, LIBRARY, 'config'), { withFileTypes: true });
  for (const { name } of settings.filter(each => each.isFile()))
    symlinkSync(`../../../../lib/tonearm/config/${name}`, join(tree, DOCUMENTS, 'config', name));
  const program = join(root, 'dist', 'program');
  if (!existsSync(join(program, 'main.js'))) throw new Error('nothing is built: npm run build');
  for (const part of ['program', 'client'])
    cpSync(join(root, 'dist', part), join(tree, LIBRARY, 'dist', part), {
      recursive: true,
      // The installation compiles for the Node there.
      filter: path => path !== join(program, 'compiled'),
    });
  // The types of tonearm/client, at the paths in package.json.
  for (const name of readdirSync(join(root, 'dist/src'), { recursive: true }))
    if (name.endsWith('.d.ts'))
      write(`${LIBRARY}/dist/src/${name}`, readFileSync(join(root, 'dist/src', name), 'utf8'));
  write(`${LIBRARY}/package.json`, toPackageJson(join(root, 'package.json'), version));
  const isOwn = arch === ownArch;
  copyModules(root, join(tree, LIBRARY), { hasAddon: isOwn });
  const addon = join(tree, LIBRARY, ADDON);
  // Where mdns cannot be compiled it is not installed, and the agent advertises through avahi-publish.
  if (!isOwn && existsSync(join(root, 'node_modules/mdns'))) compileAddon({ root, arch, to: addon, epoch });
  if (existsSync(addon)) strip(addon, isOwn ? 'strip' : `${ARCHITECTURES[arch].triplet}-strip`);

  for (const [shell, to] of COMPLETIONS)
    write(to, run(process.execPath, [join(program, 'main.js'), 'completion', shell]));
  const page = readFileSync(join(root, 'config/debian/tonearm.1'), 'utf8');
  write('usr/share/man/man1/tonearm.1.gz', toGzip(page.replace('@version@', version)));
  const changes = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  write(`${DOCUMENTS}/changelog.gz`, toGzip(toChangelog(changes, { version, epoch })));
  write(`${DOCUMENTS}/copyright`, toCopyright(root));
  write(`${DOCUMENTS}/sbom.cdx.json`, toSbom(root, { version, epoch }));
}

/** Returns the members of package.json that the program and its clients read, without those that need the sources. */
function toPackageJson(path, version) {
  const { name, description, license, type, engines, bin, exports } = JSON.parse(readFileSync(path, 'utf8'));
  const homepage = HOMEPAGE ?? undefined;
  const kept = { name, version, description, license, homepage, type, engines, bin, exports };
  return `${JSON.stringify(kept, null, 2)}\n`;
}

/** zlib adds no time, so equal texts give equal files. */
function toGzip(text) {
  return gzipSync(text, { level: 9 });
}

function strip(addon, program) {
  run(program, ['--strip-unneeded', '--remove-section=.comment', '--remove-section=.note', addon]);
  chmodSync(addon, 0o644);
}
