import { execFile, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t from 'tap';
import { COMMANDS } from '../../src/cli/commands.js';
import { endsBySignal, runAgent } from '../rigs/agent/process.js';
import { createRig, skip as noPlayer } from '../rigs/agent/rig.js';
import { removeFolder } from '../fakes/machine/remove-folder.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
const skip = !has('dpkg-deb') && 'dpkg-deb is missing: no Debian';
const isRoot = process.getuid?.() === 0;
const out = mkdtempSync(join(tmpdir(), 'tonearm-deb-'));
t.teardown(() => removeFolder(out));

interface Sbom {
  readonly components: readonly {
    readonly 'bom-ref': string;
    readonly hashes?: readonly object[];
    readonly licenses?: readonly object[];
  }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const text = (program: string, ...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(program, words, {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${stderr}`);
  return stdout;
};

async function build(folder: string, { version = '', path = '' } = {}): Promise<string> {
  const words = [join(root, 'config/package.mjs'), '--out', join(out, folder)];
  const more = version === '' ? [] : ['--version', version];
  const PATH = [path, process.env['PATH'] ?? ''].filter(each => each !== '').join(':');
  const env = { ...process.env, PATH, SOURCE_DATE_EPOCH: '1700000000' };
  const { stdout } = await promisify(execFile)(process.execPath, [...words, ...more], { env });
  return stdout.trim();
}

/** Where the packages lay that went into what is shipped: the maps tell of the program, its terms of the remote. */
function findPackages(library: string): readonly string[] {
  const program = join(library, 'dist/program');
  const sources = readdirSync(program)
    .filter(name => name.endsWith('.map'))
    .flatMap(
      name =>
        (JSON.parse(readFileSync(join(program, name), 'utf8')) as { sources: readonly string[] }).sources,
    );
  const terms = readFileSync(join(program, 'remote/assets/licenses.txt'), 'utf8');
  const named = [...terms.matchAll(/^# (\S+)$/gm)].map(([, name]) => `node_modules/${name}`);
  const beside = readdirSync(join(library, 'node_modules')).map(name => `node_modules/${name}`);
  const within = sources.flatMap(source => /node_modules\/(?:@[^/]+\/)?[^/]+/.exec(source)?.[0] ?? []);
  return [...new Set([...within, ...named, ...beside])];
}

t.test('the package', { skip }, async t => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const arch = text('dpkg', '--print-architecture').trim();
  // Debian's npm is older than ours, and knows less.
  const path = t.testdir({});
  writeFileSync(join(path, 'npm'), '#!/bin/sh\necho "Unknown command: $*" >&2\nexit 1\n', { mode: 0o755 });
  const [file, again] = await Promise.all([build('one'), build('two', { path })]);
  t.equal(file, join(out, 'one', `tonearm_${version}_${arch}.deb`));
  t.ok(
    readFileSync(file).equals(readFileSync(again)),
    'built twice, once beside another npm: the same bytes',
  );

  t.test('says what it is and needs', async t => {
    t.equal(text('dpkg-deb', '-f', file, 'Version').trim(), version);
    const depends = text('dpkg-deb', '-f', file, 'Depends');
    for (const name of [
      'nodejs (>= 20.19)',
      'openssl',
      'mpv',
      'avahi-daemon',
      'avahi-utils',
      'libavahi-compat-libdnssd1',
    ])
      t.ok(depends.includes(name), name);
    t.notMatch(text('dpkg-deb', '-I', file), /conffiles/, 'dpkg never has a reason to ask');
  });

  t.test('holds what is needed and nothing else, of root, with right modes', async t => {
    const lines = text('dpkg-deb', '-c', file).trim().split('\n');
    const files = new Map(
      lines.map(line => {
        const [mode = '', owner = '', , , , path = ''] = line.split(/\s+/);
        return [path.replace(/^\.\//, ''), { mode, owner }] as const;
      }),
    );
    const names = [...files.keys()];
    for (const name of [
      'usr/bin/tonearm',
      'usr/lib/tonearm/dist/program/main.js',
      'usr/lib/tonearm/dist/program/main.js.map',
      'usr/lib/tonearm/dist/client/client.js',
      'usr/lib/tonearm/dist/src/client/client.d.ts',
      'usr/lib/tonearm/dist/src/contract/public-state.d.ts',
      'usr/lib/tonearm/dist/program/remote/assets/remote.js',
      'usr/lib/systemd/system/tonearm.service',
      'usr/lib/systemd/system/tonearm@.service',
      'usr/lib/sysusers.d/tonearm.conf',
      'usr/share/man/man1/tonearm.1.gz',
      'usr/share/bash-completion/completions/tonearm',
      'usr/share/zsh/vendor-completions/_tonearm',
      'usr/share/doc/tonearm/copyright',
      'usr/share/doc/tonearm/changelog.gz',
      'usr/share/doc/tonearm/sbom.cdx.json',
      'usr/share/doc/tonearm/examples/client-secret.conf',
    ])
      t.ok(files.has(name), name);
    const foreign =
      /^usr\/lib\/tonearm\/dist\/(?!client\/|program\/|src\/.*\.d\.ts$)|node_modules\/(?!(mdns|bindings)\/)|\.gyp|\.o$/;
    t.same(
      names.filter(name => foreign.test(name) && !name.endsWith('/')),
      [],
    );
    t.same(
      [...files].filter(([, { owner }]) => owner !== 'root/root'),
      [],
    );
    t.same(
      [...files].filter(([, { mode }]) => /^-.......w|^-....w/.test(mode)),
      [],
      'nobody else writes',
    );
    t.notOk(
      names.some(name => name.startsWith('etc/')),
      'what is edited is not shipped',
    );
    t.equal(files.get('usr/lib/tonearm/config/snapcast-control')?.mode, '-rwxr-xr-x');
    t.equal(files.get('usr/lib/tonearm/config/snapcast-mpv')?.mode, '-rwxr-xr-x');
    t.equal(files.get('usr/bin/tonearm')?.mode, '-rwxr-xr-x');
  });

  t.test('lists what it is made of, no more and no less', async t => {
    const folder = join(out, 'listed');
    text('dpkg-deb', '-x', file, folder);
    const sbom = JSON.parse(
      readFileSync(join(folder, 'usr/share/doc/tonearm/sbom.cdx.json'), 'utf8'),
    ) as Sbom;
    t.match(sbom, {
      bomFormat: 'CycloneDX',
      metadata: { timestamp: '2023-11-14T22:13:20.000Z', component: { name: 'tonearm', version } },
    });
    const library = join(folder, 'usr/lib/tonearm');
    const shipped = findPackages(library).map(place => {
      const file = [library, root].map(from => join(from, place, 'package.json')).find(existsSync) ?? '';
      const { name, version: of } = JSON.parse(readFileSync(file, 'utf8')) as {
        name: string;
        version: string;
      };
      return `${name}@${of}`;
    });
    t.ok(shipped.length > 10);
    t.same(sbom.components.map(part => part['bom-ref']).sort(), [...shipped].sort());
    t.ok(sbom.components.every(({ hashes, licenses = [] }) => hashes?.length === 1 && licenses.length <= 1));
    t.same(
      sbom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter(ref => !shipped.includes(ref)),
      [],
    );
    t.match(
      Object.fromEntries(
        sbom.dependencies.map(({ ref, dependsOn }) => [ref.replace(/@[^@]+$/, ''), dependsOn]),
      ),
      { tonearm: [/./], mdns: [/^bindings@/] },
      'and what needs what',
    );
    t.notMatch(JSON.stringify(sbom), /https?:\/\/(?!cyclonedx\.org)/, 'and from nowhere');
  });

  t.test('runs from where it lies, even with an addon that Node cannot load', { skip: noPlayer }, async t => {
    const tree = join(out, 'tree');
    text('dpkg-deb', '-x', file, tree);
    const program = join(tree, 'usr/lib/tonearm/dist/program/main.js');
    t.equal(text(process.execPath, program, '--version').trim(), version);
    const page = text('sh', '-c', `gzip -dc '${tree}/usr/share/man/man1/tonearm.1.gz'`);
    for (const { name } of COMMANDS)
      t.match(page, new RegExp(`^\\.B ${name}$`, 'm'), `the manual tells of ${name}`);
    const addon = join(tree, 'usr/lib/tonearm/node_modules/mdns/build/Release/dns_sd_bindings.node');
    if (existsSync(addon)) writeFileSync(addon, 'of another Node');
    const rig = await createRig(t);
    const agent = await runAgent({ ...rig.environment, TONEARM_MDNS: 'on' }, { program });
    t.teardown(() => agent.child.kill('SIGKILL'));
    t.equal((await fetch(`${agent.url}/healthz`)).status, 200);
    await rig.pair(agent);
    t.equal((await fetch(agent.url)).status, 200, 'the remote');
    t.match(await endsBySignal(agent, 'SIGTERM'), { code: 0 });
  });

  t.test(
    'lintian finds no error and nothing to warn of',
    { skip: !has('lintian') && 'lintian is missing' },
    async t => {
      const { status, stdout } = spawnSync('lintian', ['--allow-root', '--fail-on', 'error,warning', file], {
        encoding: 'utf8',
      });
      t.equal(status, 0, stdout);
    },
  );

  const whyNot = (!isRoot && 'needs root') || (!has('systemd-sysusers') && 'systemd-sysusers is missing');
  t.test('is installed, upgraded, downgraded, removed and purged', { skip: whyNot }, async t => {
    const next = await build('next', { version: '99.0.0' });
    const system = join(out, 'system');
    for (const folder of [
      'var/lib/dpkg/info',
      'var/lib/dpkg/updates',
      'var/lib/dpkg/triggers',
      'etc',
      'var/log',
    ])
      mkdirSync(join(system, folder), { recursive: true });
    writeFileSync(join(system, 'var/lib/dpkg/status'), '');
    const dpkg = (...words: string[]) =>
      text(
        'dpkg',
        `--root=${system}`,
        '--force-script-chrootless',
        '--force-depends',
        '--force-unsafe-io',
        ...words,
      );
    const at = (path: string) => join(system, path);
    const settings = at('etc/tonearm/tonearm.env');

    const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
    const example = readFileSync(join(root, 'config/tonearm.env.example'), 'utf8');
    dpkg('--install', file);
    t.equal(readFileSync(settings, 'utf8'), example);
    t.equal(modeOf(settings), '600');
    const user = /^tonearm:x:(\d+):(\d+):[^:]*:\/var\/lib\/tonearm:.*nologin$/m.exec(
      readFileSync(at('etc/passwd'), 'utf8'),
    );
    t.ok(user, 'the agent has a user');
    t.strictSame([statSync(settings).uid, statSync(settings).gid], [0, 0], 'the settings are root’s');
    t.ok(existsSync(at('etc/systemd/system/multi-user.target.wants')), 'enabled');
    appendFileSync(settings, '# mine\n');
    mkdirSync(at('var/lib/tonearm'), { recursive: true });
    mkdirSync(at('var/lib/tonearm@kitchen'), { recursive: true });

    for (const [deb, expected] of [
      [next, '99.0.0'],
      [file, version],
    ] as const) {
      dpkg('--install', deb);
      t.equal(
        (JSON.parse(readFileSync(at('usr/lib/tonearm/package.json'), 'utf8')) as { version: string }).version,
        expected,
      );
      t.match(readFileSync(settings, 'utf8'), /# mine\n$/, `${expected}: the settings stay`);
    }
    dpkg('--remove', 'tonearm');
    t.notOk(existsSync(at('usr/lib/tonearm')), 'removed: the program is gone');
    t.ok(existsSync(settings) && existsSync(at('var/lib/tonearm')), 'settings and state are not');
    dpkg('--purge', 'tonearm');
    for (const path of ['etc/tonearm', 'var/lib/tonearm', 'var/lib/tonearm@kitchen'])
      t.notOk(existsSync(at(path)), path);
  });
});
