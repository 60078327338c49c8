import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import t from 'tap';
import { SILENCE_REASONS } from '../../src/contract/public-state.js';
import { removeFolder } from '../fakes/machine/remove-folder.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const skip = spawnSync('sh', ['-c', 'command -v dpkg-deb']).status !== 0 && 'dpkg-deb is missing: no Debian';

/** What the package brings and whoever reads of it must find; below these nothing else is named. */
const OURS =
  /^\/usr\/(lib\/tonearm|share\/(doc|man|lintian|zsh|bash-completion)|bin\/tonearm|lib\/(systemd\/system\/tonearm|sysusers\.d))/;
/** Absolute paths that others make, and who does. */
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [/^\/etc\/tonearm(\/tonearm\.env)?$/, 'postinst'],
  [/^\/etc\/tonearm\/(client-secret|(kitchen|<name>|%i)\.env|(cert|key)\.pem)$/, 'the owner'],
  [
    /^\/(var\/lib|run)\/tonearm(@kitchen|@\*|\/<name>\.schema-<number>|\/control\.sock)?$/,
    'systemd, by the unit',
  ],
  [/^\/etc\/systemd\/system(\/|$)/, 'the owner'],
  [
    /^\/(etc\/ssl\/certs\/ca-certificates\.crt|usr\/local\/share\/ca-certificates)$/,
    'ca-certificates, which the package depends on',
  ],
  [/^\/etc\/(snapserver\.conf|default\/snapclient)$/, 'snapserver, snapclient'],
  [/^\/run\/snapserver\/snapfifo$/, 'snapserver'],
  [/^\/etc\/(rc_maps\.cfg|rc_keymaps\/mine\.toml)$/, 'ir-keytable, and the owner'],
  [/^\/dev\/input(\/(event\*|by-(path|id)(\/[\w.@-]+)?))?$/, 'the kernel, and udev'],
  [
    /^\/etc\/(fstab|group|machine-id|systemd\/(journald|logind)\.conf|bash_completion\.d\/tonearm|sysusers\.d\/tonearm\.conf)$/,
    'Debian, or the owner',
  ],
  [/^\/usr\/local\/bin\/(amplifier|mpv|tell-home-assistant)$/, 'an example'],
  [/^\/etc\/(os-release|ssl\/music\.example\.com\/(cert|key)\.pem)$/, 'Debian; an example'],
  [
    /^\/(dev\/(null|snd|stdin)|run\/dbus\/system_bus_socket|(var\/)?tmp|run|run\/systemd\/system|usr\/bin\/node|bin\/(ba)?sh|usr\/sbin\/nologin)$/,
    'Debian',
  ],
];
const ABSOLUTE = /(?<![\w.:>~$}/-])\/(?:usr|etc|run|var|dev|tmp|bin)\b[\w.@<>%*/-]*/g;
const PLACE_OF_SOURCES = /^(?:(?:docs|config|systemd|src|test)\/[\w./@-]*|[A-Z]+\.md)$/;

const slugOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

/** A test may be named without what all their names end with. */
const isThere = (path: string) => existsSync(path) || existsSync(`${path}.test.ts`);

/** What a page's links and file names point to and is not there. `base`: where the names of files begin. */
function deadOf(page: string, base: string): string[] {
  const text = readFileSync(page, 'utf8');
  // Addresses of pictures are links, too.
  const links = [...text.matchAll(/\]\(([^)\s]+)\)|\b(?:src|srcset|href)="([^"\s]+)"/g)].map(
    ([, target, attribute]) => target ?? attribute ?? '',
  );
  const dead = links.filter(target => {
    if (/^https?:/.test(target)) return false;
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? page : join(dirname(page), path);
    if (!existsSync(file)) return true;
    if (anchor === undefined) return false;
    const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      slugOf(heading),
    );
    return !headings.includes(anchor);
  });
  const names = [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name);
  return [...dead, ...names.filter(name => PLACE_OF_SOURCES.test(name) && !isThere(join(base, name)))];
}

/** The absolute paths in a text that neither the package brings nor anybody else. */
function nowhereOf(text: string, tree: string): string[] {
  const bare = text.replaceAll(/\b(file|pipe):\/\//g, ' ');
  const paths = [...bare.matchAll(ABSOLUTE)].map(([path]) => path.replace(/[./]+$/, ''));
  return [...new Set(paths)].filter(path =>
    OURS.test(path) ? !existsSync(join(tree, path)) : !OTHERS.some(([pattern]) => pattern.test(path)),
  );
}

const pagesOf = (folder: string) =>
  [
    ...['README.md', 'CHANGELOG.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md'],
    ...readdirSync(join(folder, 'docs'), { recursive: true, encoding: 'utf8' }).map(name => `docs/${name}`),
  ].filter(name => name.endsWith('.md') && existsSync(join(folder, name)));

/** Others have written it, word for word. */
const NOT_OURS = 'docs/listener-music-service-api.md';

t.test('each page is for those in whose group the index has it', async t => {
  const groups = readFileSync(join(root, 'docs/README.md'), 'utf8').split(/^## /m).slice(1);
  for (const group of groups.slice(0, 3)) {
    const [, who = ''] = /^(\w+)/.exec(group) ?? [];
    for (const [, page = ''] of group.matchAll(/^\| \[[^\]]+\]\(([\w-]+\.md)\)/gm)) {
      const [, audience = ''] = /^\*For (\w+)/m.exec(readFileSync(join(root, 'docs', page), 'utf8')) ?? [];
      t.equal(audience, who.toLowerCase(), page);
    }
  }
});

t.test('each page begins with whom it is for, and the index leads to it', async t => {
  const index = readFileSync(join(root, 'docs/README.md'), 'utf8');
  for (const page of pagesOf(root)) {
    const text = readFileSync(join(root, page), 'utf8');
    if (page !== NOT_OURS) t.match(text, /^# .+\n\n\*For [^*]+[.:][^*]*\*\n\n/, page);
    const link = page.startsWith('docs/') ? page.slice('docs/'.length) : `../${page}`;
    const isListed = index.includes(`](${link})`) || page === 'docs/README.md';
    t.ok(isListed || page.startsWith('docs/decisions/'), `${page} is in the index`);
  }
});

t.test('The documents quote real words of the program', async t => {
  const trouble = readFileSync(join(root, 'docs/trouble.md'), 'utf8');
  const said = readFileSync(join(root, 'src/words/en.ts'), 'utf8');
  const titles = [...trouble.matchAll(/^\| “([^”]+)” \| (?!`)/gm)].map(([, title = '']) => title);
  t.ok(titles.length > 3);
  for (const title of titles) t.ok(said.includes(`'${title}'`), title);
  // The last words of the installation.
  const postinst = readFileSync(join(root, 'config/debian/postinst'), 'utf8');
  const [, last = 'none'] = /echo "(Tonearm is installed\. [^"]*)"/.exec(postinst) ?? [];
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  t.ok(readme.includes(`\`${last.replace('$settings', '/etc/tonearm/tonearm.env')}\``), last);
  t.match(last, /sudo systemctl restart tonearm$/);
  // Each reason for silence is explained, in the order in which they are told.
  const reasons = [...trouble.matchAll(/^\| [^|]+ \| ((?:`\w+`(?:, )?)+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/\w+/g)].map(([word]) => word),
  );
  t.strictSame(reasons, [...SILENCE_REASONS]);
});

t.test('pictures of the page are small, and none is left over', async t => {
  const pages = ['README.md', 'docs/mpd.md'].map(page => readFileSync(join(root, page), 'utf8')).join('\n');
  const names = readdirSync(join(root, 'docs/pictures'));
  t.same(
    [...new Set([...pages.matchAll(/(?<=")(?:docs\/)?pictures\/([\w.-]+)/g)].map(([, name]) => name))].sort(),
    names.sort(),
  );
  for (const name of names) {
    const bytes = readFileSync(join(root, 'docs/pictures', name));
    t.equal(bytes.subarray(8, 12).toString(), 'WEBP', name);
    t.ok(bytes.length < 60_000, `${name}: ${bytes.length} bytes`);
  }
});

t.test('every link and file name of the pages leads somewhere, in the sources', async t => {
  for (const page of pagesOf(root)) t.same(deadOf(join(root, page), root), [], page);
  const text = '# One two\n[x](b.md) [y](#one-two) [z](#three) <img src="d.webp"> `docs/c.md` `word`';
  const folder = t.testdir({ 'a.md': text });
  t.same(
    deadOf(join(folder, 'a.md'), folder),
    ['b.md', '#three', 'd.webp', 'docs/c.md'],
    'dead ones are noticed',
  );
});

t.test('and in the package, with every path that it names', { skip }, async t => {
  const out = mkdtempSync(join(tmpdir(), 'tonearm-pages-'));
  t.teardown(() => removeFolder(out));
  const built = spawnSync(process.execPath, [join(root, 'config/package.mjs'), '--out', out], {
    encoding: 'utf8',
  });
  t.equal(built.status, 0, built.stderr);
  const tree = join(out, 'tree');
  t.equal(spawnSync('dpkg-deb', ['--raw-extract', built.stdout.trim(), tree]).status, 0);

  const documents = join(tree, 'usr/share/doc/tonearm');
  const pages = pagesOf(documents);
  // What the index of the installed pages lists is what is there.
  const index = readFileSync(join(documents, 'docs/README.md'), 'utf8');
  const listed = [...index.matchAll(/\]\((?!\.\.)([\w-]+\.md)\)/g)].map(([, name = '']) => `docs/${name}`);
  t.same(pages.sort(), ['README.md', 'docs/README.md', ...listed].sort());
  for (const page of pages) t.same(deadOf(join(documents, page), documents), [], page);
  t.notMatch(readFileSync(join(documents, 'README.md'), 'utf8'), /sources only|npm run check/);

  const texts = readdirSync(tree, { recursive: true, encoding: 'utf8' })
    .filter(
      name => !name.includes('node_modules') && !name.endsWith('md5sums') && !name.endsWith('/copyright'),
    )
    .filter(
      name => !/\/dist\/program\/remote\/assets\/|\.png$/.test(name) && statSync(join(tree, name)).isFile(),
    );
  t.ok(texts.length > 100);
  for (const name of texts) {
    const bytes = readFileSync(join(tree, name));
    const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString().replaceAll('\\-', '-');
    // Of the program's own code only what it says of its own places: it looks at many others.
    const isCode = name.endsWith('.js');
    const nowhere = nowhereOf(text, tree).filter(path => !isCode || OURS.test(path));
    t.same(nowhere, [], name);
  }
  t.same(
    nowhereOf('/usr/lib/tonearm/config/none. /opt file:///etc/none', tree),
    ['/usr/lib/tonearm/config/none', '/etc/none'],
    'such paths are noticed',
  );
});
