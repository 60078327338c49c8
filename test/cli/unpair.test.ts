import { chmodSync, chownSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t from 'tap';
import { startHouse, whyNoPlayer } from '../fakes/control-house.js';
import { run } from '../fakes/control-run.js';

const skip = whyNoPlayer();

t.test('unpair through a running agent: the account, the phones and their tokens go', { skip }, async t => {
  const house = await startHouse(t, { profile: 'full' });
  const token = await house.pair();
  const ask = (bearer: string) =>
    fetch(`${house.url}/rpc`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
      body: '{"jsonrpc":"2.0","id":1,"method":"state.get"}',
    });
  t.equal((await ask(token)).status, 200);
  t.match(await house.run(['unpair']), { code: 0, stdout: 'signed out\n', stderr: '' });
  t.equal((await ask(token)).status, 401);
  const health = (await (await fetch(`${house.url}/healthz`)).json()) as { pairing: string };
  t.equal(health.pairing, 'unpaired');
  t.equal(house.sandbox.requests.count('revoke'), 1);
  t.notOk(existsSync(join(house.stateDir, 'credentials.json')));
});

t.test('unpair while no agent runs changes the files, and only then', { skip }, async t => {
  const house = await startHouse(t);
  await house.pair();
  const credentials = join(house.stateDir, 'credentials.json');
  // Whoever cannot reach the agent finds its files locked.
  const blind = await house.run(['unpair'], { TONEARM_RUNTIME_DIR: join(t.testdir(), 'none') });
  t.match(blind, { code: 1, stderr: /in use by the process with pid \d+/ });
  t.ok(existsSync(credentials));
  await house.stopAgent();
  t.notOk(existsSync(house.socketPath), 'the socket goes with the agent');
  t.match(await house.run(['unpair']), { code: 0, stdout: 'signed out\n', stderr: '' });
  t.notOk(existsSync(credentials));
  t.notOk(existsSync(join(house.stateDir, 'clients.json')));
  const session = JSON.parse(readFileSync(join(house.stateDir, 'session.json'), 'utf8')) as object;
  t.match(session, { source: null, item: null });
  t.match(await house.run(['unpair']), { code: 0, stdout: /nobody was signed in/ });
});

const noRoot = process.getuid?.() === 0 ? skip : 'needs root';

t.test('root leaves the files to the user they belong to', { skip: noRoot }, async t => {
  const house = await startHouse(t);
  await house.pair();
  await house.stopAgent();
  const nobody = 65_534;
  chmodSync(dirname(house.stateDir), 0o755);
  for (const path of [
    house.stateDir,
    ...readdirSync(house.stateDir).map(name => join(house.stateDir, name)),
  ]) {
    chownSync(path, nobody, nobody);
  }
  t.match(await house.run(['unpair']), { code: 0, stdout: 'signed out\n' });
  const left = readdirSync(house.stateDir);
  t.notOk(left.includes('credentials.json'));
  for (const name of left) t.equal(statSync(join(house.stateDir, name)).uid, nobody, name);
});

t.test(
  'unpair with no settings at all says what it could not do, and with no files does nothing',
  async t => {
    const folder = t.testdir({ state: {} });
    const env = { PATH: process.env['PATH'] ?? '', HOME: folder, TONEARM_STATE_DIR: join(folder, 'state') };
    const bare = await run(['unpair'], env);
    t.match(bare, { code: 0, stderr: /nothing can be revoked at the service/ });
    t.match(await run(['unpair'], { ...env, TONEARM_STATE_DIR: join(folder, 'none') }), {
      code: 0,
      stderr: '',
    });
  },
);
