import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { whyNoNamespace } from '../fakes/machine/namespace.js';
import { startTestbed, whyNoPlayer } from '../rigs/cli/testbed.js';
import { run } from '../rigs/cli/run.js';
import { PROGRAM } from '../rigs/program.js';
import { CTRL_C, CTRL_D, openTerminal } from '../rigs/cli/terminal.js';

const skip = whyNoPlayer();

t.test('unpair through a running agent: the account, the phones and their tokens go', { skip }, async t => {
  const testbed = await startTestbed(t, { profile: 'full' });
  const token = await testbed.pair();
  const ask = (bearer: string) =>
    fetch(`${testbed.url}/rpc`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
      body: '{"jsonrpc":"2.0","id":1,"method":"state.get"}',
    });
  t.equal((await ask(token)).status, 200);
  t.match(await testbed.run(['unpair', '--yes']), {
    code: 0,
    stdout: /^signed in: \S.*; admitted: one phone\nsigned out\n$/,
    stderr: '',
  });
  t.equal((await ask(token)).status, 401);
  const health = (await (await fetch(`${testbed.url}/healthz`)).json()) as { pairing: string };
  t.equal(health.pairing, 'unpaired');
  t.equal(testbed.sandbox.requests.count('revoke'), 1);
  t.notOk(existsSync(join(testbed.stateDir, 'credentials.json')));
});

t.test('unpair while no agent runs changes the files, and only then', { skip }, async t => {
  const testbed = await startTestbed(t);
  await testbed.pair();
  const credentials = join(testbed.stateDir, 'credentials.json');
  // Whoever cannot reach the agent finds its files locked.
  const blind = await testbed.run(['unpair', '--yes'], { TONEARM_RUNTIME_DIR: join(t.testdir(), 'none') });
  t.match(blind, { code: 1, stderr: /in use by the process with pid \d+/ });
  t.ok(existsSync(credentials));
  await testbed.stopAgent();
  t.notOk(existsSync(testbed.socketPath), 'the socket goes with the agent');
  t.match(await testbed.run(['unpair', '--yes']), { code: 0, stdout: 'signed out\n', stderr: '' });
  t.notOk(existsSync(credentials));
  t.notOk(existsSync(join(testbed.stateDir, 'clients.json')));
  const session = JSON.parse(readFileSync(join(testbed.stateDir, 'session.json'), 'utf8')) as object;
  t.match(session, { source: null, item: null });
  t.match(await testbed.run(['unpair', '--yes']), { code: 0, stdout: /nobody was signed in/ });
});

t.test('unpair asks on a terminal, and only a yes is one', { skip }, async t => {
  const testbed = await startTestbed(t, { profile: 'full' });
  await testbed.pair();
  const credentials = join(testbed.stateDir, 'credentials.json');
  const open = () => openTerminal(t, [process.execPath, PROGRAM, 'unpair'], testbed.environment);
  const noes = ['\n', 'no\n', 'yesterday\n', CTRL_C, CTRL_D];
  /** Whether the agent runs or not. */
  const decline = async () => {
    for (const keys of noes) {
      const terminal = open();
      await terminal.sees('[y/N] ');
      terminal.type(keys);
      t.equal(await terminal.ended, 1, JSON.stringify(keys));
      t.match(terminal.shown(), 'nothing has changed');
      t.ok(existsSync(credentials));
      t.match(JSON.parse(readFileSync(join(testbed.stateDir, 'clients.json'), 'utf8')), { clients: [{}] });
    }
  };
  const { code, stderr } = await testbed.run(['unpair']);
  t.equal(code, 64, 'there is no terminal');
  t.match(stderr, /add --yes\nusage: tonearm unpair/);
  await decline();
  await testbed.stopAgent();
  t.match(await testbed.run(['unpair']), { code: 64 });
  await decline();
  const terminal = open();
  await terminal.sees(/signed in: a listener .*; admitted: one phone\r\nSign out.*\[y\/N\] /);
  terminal.type('Yes\n');
  t.equal(await terminal.ended, 0);
  t.match(terminal.shown(), 'signed out');
  t.notOk(existsSync(credentials));
  t.equal(testbed.sandbox.requests.count('revoke'), 1);
});

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const noRoot = whyNoNamespace(['mount']) || skip;

t.test('root leaves the files to the user they belong to', { skip: noRoot }, async t => {
  const testbed = await startTestbed(t, { profile: 'full' });
  await testbed.pair();
  await testbed.stopAgent();
  const nobody = 65_534;
  const home = dirname(testbed.stateDir);
  chmodSync(home, 0o755);
  for (const path of [
    testbed.stateDir,
    ...readdirSync(testbed.stateDir).map(name => join(testbed.stateDir, name)),
  ]) {
    chownSync(path, nobody, nobody);
  }
  const secret = join(home, 'secret');
  writeFileSync(secret, testbed.sandbox.clientSecret, { mode: 0o600 });
  // The agent's user can read an installed program; this project perhaps only root. Nor is the test runner let in.
  const program = join(home, 'program');
  mkdirSync(program);
  const script =
    'mount --bind "$1" "$2" && exec env -u NODE_OPTIONS "$3" "$2/dist/program/main.js" unpair --yes';
  const words = ['--mount', 'sh', '-c', script, 'sh', ROOT, program, process.execPath];
  const child = spawn('unshare', words, {
    env: { ...testbed.environment, TONEARM_CLIENT_SECRET: '', TONEARM_CLIENT_SECRET_FILE: secret },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await once(child, 'close')) as [number | null];
  t.match([code, ...(await said)], [0, /^signed in: a listener .*; admitted: one phone\nsigned out\n$/, '']);
  t.equal(testbed.sandbox.requests.count('revoke'), 1, 'with a secret that only root can read');
  const left = readdirSync(testbed.stateDir);
  t.notOk(left.includes('credentials.json'));
  for (const name of left) t.equal(statSync(join(testbed.stateDir, name)).uid, nobody, name);
});

t.test('unpair with no settings at all says what it could not do, and with no files fails', async t => {
  const folder = t.testdir({ state: {} });
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, TONEARM_STATE_DIR: join(folder, 'state') };
  const bare = await run(['unpair', '--yes'], env);
  t.match(bare, { code: 0, stderr: /the tokens cannot be revoked at the music service/ });
  t.match(await run(['unpair', '--yes'], { ...env, TONEARM_STATE_DIR: join(folder, 'none') }), {
    code: 1,
    stdout: '',
    stderr: /^tonearm: \S+\/none does not exist: nothing was forgotten\n→ /,
  });
});
