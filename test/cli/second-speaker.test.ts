import { chownSync, cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t from 'tap';
import { makeFolder } from '../rigs/cli/folder.js';
import { runInstalled, whyNotInstalled } from '../rigs/cli/installed.js';
import { startTestbed, type Testbed, whyNoPlayer } from '../rigs/cli/testbed.js';

const skip = whyNotInstalled === false ? whyNoPlayer() : whyNotInstalled;
const NOBODY = 65_534;

/** What makes `tonearm@kitchen` beside a first speaker that was never set up; its state lies in `stateDir`. */
function toSetUp({ sandbox }: Testbed, stateDir: string): string {
  const settings = [
    `TONEARM_AUTH_URL=${sandbox.url}`,
    `TONEARM_BASE_URL=${sandbox.url}`,
    `TONEARM_CLIENT_ID=${sandbox.clientId}`,
    `TONEARM_CLIENT_SECRET=${sandbox.clientSecret}`,
    'TONEARM_HTTP_PORT=18799',
  ];
  return [
    'mkdir /etc/tonearm',
    'touch /etc/tonearm/tonearm.env',
    `echo '${settings.join('\n')}' > /etc/tonearm/kitchen.env`,
    'chmod 600 /etc/tonearm/*',
    'mkdir -p -m 700 /var/lib/tonearm /var/lib/tonearm@kitchen',
    `mount --bind '${stateDir}' /var/lib/tonearm@kitchen`,
  ].join(' && ');
}

t.test('unpair of a second speaker that is stopped forgets what that speaker kept', { skip }, async t => {
  const testbed = await startTestbed(t, { profile: 'full' });
  await testbed.pair();
  await testbed.stopAgent();
  const ways = {
    'by its name': { words: ['--device', 'kitchen'] },
    'in capitals': { words: ['--device', 'Kitchen'] },
    'by its runtime directory': { words: [], environment: { TONEARM_RUNTIME_DIR: '/run/tonearm@kitchen' } },
    'by its state directory': { words: [], environment: { TONEARM_STATE_DIR: '/var/lib/tonearm@kitchen/' } },
  };
  for (const [how, { words, ...more }] of Object.entries(ways)) {
    const folder = makeFolder(t);
    const stateDir = join(folder, 'state');
    cpSync(testbed.stateDir, stateDir, { recursive: true });
    for (const path of [stateDir, ...readdirSync(stateDir).map(name => join(stateDir, name))])
      chownSync(path, NOBODY, NOBODY);
    mkdirSync(join(folder, 'machine'));
    const setUp = toSetUp(testbed, stateDir);
    const outcome = await runInstalled(join(folder, 'machine'), { setUp, isRoot: true, ...more }, [
      'unpair',
      '--yes',
      ...words,
    ]);
    t.match(
      outcome,
      { code: 0, stdout: /^signed in: a listener .*; admitted: one phone\nsigned out\n$/ },
      how,
    );
    for (const name of ['credentials.json', 'clients.json'])
      t.notOk(existsSync(join(stateDir, name)), `${how}: ${name}`);
  }
});

t.test('a speaker that is not there is not told to be signed out', { skip }, async t => {
  const testbed = await startTestbed(t);
  const folder = makeFolder(t);
  const stateDir = join(folder, 'state');
  mkdirSync(stateDir);
  mkdirSync(join(folder, 'machine'));
  const setUp = toSetUp(testbed, stateDir);
  const runAs = (words: readonly string[], environment = {}) =>
    runInstalled(join(folder, 'machine'), { setUp, isRoot: true, environment }, words);
  for (const command of ['doctor', 'invite', 'pair', 'unpair --yes']) {
    t.match(
      await runAs([...command.split(' '), '--device', 'bath']),
      {
        code: 1,
        stdout: '',
        stderr: /^tonearm: this machine has no speaker "bath"\n→ choose one of these: "kitchen";/,
      },
      command,
    );
  }
  t.match(await runAs(['unpair', '--yes'], { TONEARM_RUNTIME_DIR: '/run/tonearm@bath' }), {
    code: 1,
    stdout: '',
    stderr: /\/var\/lib\/tonearm@bath does not exist: nothing was forgotten\n→ .*"kitchen"/,
  });
});

t.test('The advice about a second speaker names that speaker', { skip }, async t => {
  const testbed = await startTestbed(t);
  const folder = makeFolder(t);
  const machine = join(folder, 'machine');
  const stateDir = join(folder, 'state');
  for (const path of [machine, stateDir]) mkdirSync(path);
  const stopped = toSetUp(testbed, stateDir);
  const running = `${stopped} && mkdir /run/tonearm@kitchen && mount --bind '${dirname(testbed.socketPath)}' /run/tonearm@kitchen`;
  const ctl = (setUp: string, ...words: string[]) =>
    runInstalled(machine, { setUp, isRoot: true }, ['ctl', ...words]);
  const pair = /or run "sudo tonearm pair --device kitchen"/;
  t.match((await ctl(running, 'status', '--device', 'kitchen')).stdout, pair);
  t.match((await ctl(running, 'play', '--device', 'kitchen')).stderr, pair);
  t.match(
    (await ctl(running, 'call', 'no.such', '--device', 'kitchen')).stderr,
    /"tonearm ctl call rpc\.discover --device kitchen"/,
  );
  t.match(await ctl(stopped, 'status', '--device', 'kitchen'), {
    code: 1,
    stderr:
      /\/run\/tonearm@kitchen\/.* tonearm@kitchen is not running\n→ .*"sudo systemctl start tonearm@kitchen"/,
  });
  t.match(await ctl(running, 'status', '--url', testbed.url), {
    code: 1,
    stderr:
      /^tonearm: unauthorized: .*\n→ run "sudo tonearm invite" \(with --device NAME, .*\) on the speaker, then /,
  });
});

t.test('doctor, invite and pair mean the second speaker where it is named', { skip }, async t => {
  const testbed = await startTestbed(t);
  const folder = makeFolder(t);
  const stateDir = join(folder, 'state');
  mkdirSync(stateDir, { mode: 0o700 });
  mkdirSync(join(folder, 'machine'));
  const setUp = toSetUp(testbed, stateDir);
  const ways = [
    { words: ['--device', 'kitchen'] },
    { words: [], environment: { TONEARM_RUNTIME_DIR: '/run/tonearm@kitchen' } },
  ];
  for (const { words, ...more } of ways) {
    const runAs = (command: string) =>
      runInstalled(join(folder, 'machine'), { setUp, isRoot: true, ...more }, [command, ...words]);
    const { stdout } = await runAs('doctor');
    t.match(stdout, /^ok +configuration +valid/m);
    t.match(stdout, /port 18799 is free/);
    t.match(stdout, /\/var\/lib\/tonearm@kitchen is writable/);
    t.match(stdout, /nobody has paired this speaker → .*sudo tonearm pair --device kitchen/);
    t.notMatch(stdout, /\/etc\/tonearm\/tonearm\.env|tonearm\.service/);
    for (const command of ['invite', 'pair']) {
      const stderr =
        /^tonearm: no agent answers at \/run\/tonearm@kitchen\/.*"sudo systemctl start tonearm@kitchen"/s;
      t.match(await runAs(command), { code: 1, stdout: '', stderr }, command);
    }
  }
  const asOther = await runInstalled(join(folder, 'machine'), { setUp }, ['doctor', '--device', 'kitchen']);
  t.notMatch(asOther.stdout, /^BROKEN/m, 'what another user may not see is no fault');
  t.match(asOther.stdout, /sudo tonearm doctor --device kitchen/);
});
