import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { callByHttp } from '../rigs/control/rpc.js';
import { createRig, skip } from '../rigs/agent/rig.js';
import { removeFolder } from '../fakes/machine/remove-folder.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { packForNpm } = (await import(`${root}config/release/npm.mjs`)) as {
  packForNpm: (wish: { root: string; out: string; version: string }) => [program: string, client: string];
};
const read = (...parts: string[]) => readFileSync(join(...parts), 'utf8');
const out = mkdtempSync(join(tmpdir(), 'tonearm-npm-'));
t.teardown(() => removeFolder(out));
const [program, client] = packForNpm({ root, out, version: '1.2.3' });

/** By npm, without a registry: whatever a package asked for could not be had. */
function install(file: string): string {
  const folder = mkdtempSync(join(out, 'project-'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const words = ['install', '--offline', '--omit=optional', '--no-audit', '--no-fund', file];
  const ended = spawnSync('npm', words, { cwd: folder, encoding: 'utf8' });
  t.equal(ended.status, 0, ended.stderr);
  return folder;
}

t.test('the client alone', async t => {
  const folder = install(client);
  const home = join(folder, 'node_modules/tonearm-client');
  t.same(
    readdirSync(join(folder, 'node_modules')).filter(name => !name.startsWith('.')),
    ['tonearm-client'],
  );

  t.test(
    'is whole: what its package.json and its page name is there, and the terms of what is in it',
    async t => {
      const { exports } = JSON.parse(read(home, 'package.json')) as { exports: object };
      const places = [...JSON.stringify(exports).matchAll(/"(\.\/[^"]+\.\w+)"/g)].map(
        ([, place = '']) => place,
      );
      t.ok(places.length > 4);
      for (const place of places) t.ok(existsSync(join(home, place)), place);
      for (const [, name = ''] of read(home, 'README.md').matchAll(/`([\w-]+\.mjs)`/g))
        t.ok(existsSync(join(home, name)), name);
      t.match(read(home, 'dist/client/licenses.txt'), /^# ws$/m);
      t.notMatch(read(home, 'dist/client/client.js'), /from ?"node:|require\(/, 'browsers load it');
      const example = read(home, 'example.mjs').split('\n').slice(2, -1);
      t.ok(example.filter(line => line !== '').length <= 13, 'a short example');
    },
  );

  t.test('an error that nobody catches shows its line, not the whole client', async t => {
    const ended = spawnSync(
      process.execPath,
      [join(home, 'example.mjs'), 'ws://127.0.0.1:1/control', '123456'],
      {
        encoding: 'utf8',
      },
    );
    t.equal(ended.status, 1);
    t.match(ended.stderr, /^.{10,200}\n$/);
    t.ok(ended.stderr.length < 300, `the example catches it: ${ended.stderr.slice(0, 1_000)}`);
    const source = `import { createControlClient } from 'tonearm-client';
await createControlClient({ url: 'ws://127.0.0.1:1/control', name: 'a', token: () => null, WebSocket }).call('player.pause', {});
`;
    writeFileSync(join(folder, 'uncaught.mjs'), source.replace(', WebSocket', ', WebSocket: class {}'));
    const uncaught = spawnSync(process.execPath, ['uncaught.mjs'], { cwd: folder, encoding: 'utf8' });
    t.equal(uncaught.status, 1);
    t.ok(uncaught.stderr.length < 3_000, `${uncaught.stderr.length} characters`);
  });

  t.test('is typed, also where neither Node nor ws has types', async t => {
    const source = `import { createControlClient, type ControlClient, type PublicState } from 'tonearm-client';
const speaker: ControlClient = createControlClient({ url: 'ws://a', name: 'a', token: () => null, WebSocket });
export const state: PublicState | null = speaker.state;
export const said: Promise<{ revision: number }> = speaker.call('player.setVolume', { volume: 3 });
void speaker.call('player.setVolume', { volume: 'loud' });
void speaker.call('player.explode', {});
`;
    writeFileSync(join(folder, 'uses.ts'), source);
    const words = [
      '--strict',
      '--noEmit',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--lib',
      'es2023,dom',
    ];
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const ended = spawnSync(process.execPath, [tsc, ...words, 'uses.ts'], { cwd: folder, encoding: 'utf8' });
    const places = [...ended.stdout.matchAll(/^(\S+)\((\d+),\d+\): error/gm)];
    t.same(
      places.map(([, file, line]) => `${file} ${line}`),
      ['uses.ts 5', 'uses.ts 6'],
      ended.stdout,
    );
  });

  t.test('its example runs, with a speaker', { skip }, async t => {
    const rig = await createRig(t);
    const { agent, token } = await rig.ready();
    const invited = await callByHttp(agent.url, token, 'access.invite', { role: 'owner' });
    const { code } = invited.result as { code: string };
    const words = [join(home, 'example.mjs'), `${agent.url.replace('http', 'ws')}/control`, code];
    // Asynchronously: the service that the speaker asks is in this process.
    const { spawn } = await import('node:child_process');
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.on('data', (text: Buffer) => (said += text.toString()));
    const status = await new Promise(resolve => child.once('close', resolve));
    t.equal(status, 0);
    t.equal(said, 'Nothing plays. Volume 40.\n');
  });
});

t.test('the program', async t => {
  const folder = install(program);
  const home = join(folder, 'node_modules/tonearm');
  t.same(
    readdirSync(join(folder, 'node_modules')).filter(name => !name.startsWith('.')),
    ['tonearm'],
  );
  const tonearm = (...words: string[]) =>
    spawnSync(join(folder, 'node_modules/.bin/tonearm'), words, { encoding: 'utf8', cwd: folder });
  t.equal(tonearm('--version').stdout, '1.2.3\n');
  t.match(tonearm('--help').stdout, /usage: tonearm/);
  t.test('has what its pages link to', async t => {
    mkdirSync(join(folder, 'empty'));
    const pages = [
      'README.md',
      'CHANGELOG.md',
      ...readdirSync(join(home, 'docs')).map(name => `docs/${name}`),
    ];
    for (const page of pages.filter(name => name.endsWith('.md')))
      for (const [, target = ''] of read(home, page).matchAll(/\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g))
        if (!/^https?:/.test(target)) t.ok(existsSync(join(home, page, '..', target)), `${page}: ${target}`);
  });
  const wanted = ['dist/program/main.js', 'dist/client/client.js', 'config/tonearm.env.example', 'LICENSE'];
  for (const place of wanted) t.ok(existsSync(join(home, place)), place);
  t.notOk(existsSync(join(home, 'dist/program/compiled')), 'nothing that was compiled for this Node');
  t.notOk(existsSync(join(home, 'config/setup')), 'nothing of what only the sources can do');
});
