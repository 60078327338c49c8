import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { createSandbox } from '../../src/sandbox/sandbox.js';
import { VARIABLES } from '../../src/config/variables.js';
import { pairAsBrowser } from '../rigs/agent/rig.js';
import { callByHttp } from '../rigs/control/rpc.js';
import { removeFolder } from '../fakes/machine/remove-folder.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const dockerfile = read('Dockerfile');
const page = read('docs/container.md');
const run = /^docker run [^]*?^ {2}tonearm$/m.exec(page)?.[0].replaceAll('\\\n', ' ') ?? '';

t.test('the Dockerfile, by its parts', async t => {
  t.ok(dockerfile.trim().split('\n').length <= 14);
  t.match(dockerfile, /^FROM debian:trixie-slim$/m, 'what the package is made for');
  const [, pattern = ''] = /^ARG PACKAGE=(\S+)$/m.exec(dockerfile) ?? [];
  t.equal(pattern, 'dist/tonearm_*.deb', 'where `npm run package` puts it');
  t.match(read('.dockerignore'), `\n!${pattern}\n`, 'and docker is given it');
  t.match(read('config/package.mjs'), /values\.out \?\? join\(root, 'dist'\)/);
  t.match(read('config/package/make.mjs'), /`tonearm_\$\{version\}_\$\{arch\}\.deb`/);
  const [, user = ''] = /^USER (\S+)$/m.exec(dockerfile) ?? [];
  t.match(read('systemd/tonearm.sysusers'), new RegExp(`^u ${user} `, 'm'), 'a user that the package makes');
  for (const [name] of dockerfile.matchAll(/TONEARM_\w+/g)) t.ok(Object.hasOwn(VARIABLES, name), name);
  t.match(dockerfile, /rm -rf .*\/etc\/machine-id/, 'or all containers would be the same speaker');
  const [, state = ''] = /TONEARM_STATE_DIR=(\S+)/.exec(dockerfile) ?? [];
  t.match(dockerfile, new RegExp(`^VOLUME ${state}$`, 'm'));
  t.match(run, new RegExp(`--volume \\S+:${state} `), 'what it keeps outlives it');
});

t.test('The documented command gives the image all it needs', async t => {
  for (const word of [
    '--network host',
    '--device /dev/snd',
    '--group-add audio',
    '--volume /run/dbus/system_bus_socket:/run/dbus/system_bus_socket',
    '--user "$(id -u):$(id -g)"',
  ])
    t.ok(run.includes(`${word} `), word);
  for (const [, name = ''] of page.matchAll(/^- \*\*`(--[\w-]+)/gm)) t.ok(run.includes(`${name} `), name);
});

/** Its parts are what is checked elsewhere. */
const hasDocker = spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0;
t.setTimeout(900_000);
if (hasDocker)
  void t.test('built, it plays', { timeout: 890_000 }, async t => {
    const folder = mkdtempSync(join(tmpdir(), 'tonearm-image-'));
    t.teardown(() => removeFolder(folder));
    const docker = (...words: string[]) => {
      const { status, stdout, stderr } = spawnSync('docker', words, { cwd: folder, encoding: 'utf8' });
      t.equal(status, 0, `${words.join(' ')}: ${stderr}`);
      return stdout.trim();
    };
    for (const name of ['Dockerfile', '.dockerignore']) cpSync(join(root, name), join(folder, name));
    const out = join(folder, 'dist');
    const made = spawnSync(process.execPath, [join(root, 'config/package.mjs'), '--out', out], {
      encoding: 'utf8',
    });
    t.equal(made.status, 0, made.stderr);
    const image = `tonearm-test-${process.pid}`;
    docker('build', '--quiet', '--tag', image, '.');
    t.teardown(() => void spawnSync('docker', ['rmi', '--force', image]));
    const sandbox = createSandbox({});
    await sandbox.start();
    t.teardown(() => sandbox.stop());
    const settings = {
      TONEARM_AUTH_URL: sandbox.url,
      TONEARM_BASE_URL: sandbox.url,
      TONEARM_CLIENT_ID: sandbox.clientId,
      TONEARM_CLIENT_SECRET: sandbox.clientSecret,
      TONEARM_HTTP_HOST: '127.0.0.1',
      TONEARM_HTTP_PORT: '8797',
      TONEARM_AUDIO_OUTPUT: 'null',
      TONEARM_MDNS: 'off',
    };
    const words = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
    const child = spawn('docker', ['run', '--rm', '--name', image, '--network', 'host', ...words, image], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    t.teardown(() => void spawnSync('docker', ['rm', '--force', image]));
    await new Promise<void>(resolve => {
      child.stdout.on('data', (text: Buffer) => {
        if (text.includes('Tonearm is ready')) resolve();
      });
    });
    const url = 'http://127.0.0.1:8797';
    const token = await pairAsBrowser(url, address => sandbox.consent(address));
    const station = sandbox.listeners[0]?.collection().find(({ entity }) => entity.type === 'ST');
    await callByHttp(url, token, 'player.play', { sourceId: station?.entity.id ?? '' });
    const sounds = async (): Promise<boolean> => {
      const { result } = await callByHttp(url, token, 'state.get');
      return (result as { state: { silenceReason: string | null } }).state.silenceReason === null;
    };
    for (let tries = 0; tries < 100 && !(await sounds()); tries += 1)
      await new Promise(resolve => setTimeout(resolve, 100));
    t.ok(await sounds());
    t.equal(docker('exec', image, 'sh', '-c', 'test -s /etc/machine-id || echo none'), 'none');
  });
