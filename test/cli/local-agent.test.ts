import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { createPrivateAvahi, whyNoAvahi } from '../fakes/machine/avahi.js';
import { makeFolder } from '../rigs/cli/folder.js';
import { FIXED_TOKEN, startFakeDevice } from '../rigs/control/device.js';
import { certificateIn } from '../rigs/control/tls.js';
import { runInstalled, whyNotInstalled } from '../rigs/cli/installed.js';
import { run } from '../rigs/cli/run.js';

const PATH = process.env['PATH'] ?? '';

/** A folder of this machine, outside of the project: only there may other users look. */
function makeOpenFolder(t: Test): string {
  const folder = makeFolder(t);
  chmodSync(folder, 0o755);
  return folder;
}

/** A socket that a killed agent left behind: nobody listens at it. */
async function leaveSocket(path: string): Promise<void> {
  const script =
    "require('net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))";
  const child = spawn(process.execPath, ['-e', script, path], { stdio: 'ignore' });
  await once(child, 'exit');
}

const NOT_RUNNING =
  /^tonearm: no agent answers at \S+\/control\.sock: the agent of this machine is not running\n→ start it/;
const OTHERS = /; to control another speaker, use --device or --url\n$/;

t.test(
  'an agent that does not run is said, and no other speaker is taken for it',
  { skip: whyNoAvahi() },
  async t => {
    const avahi = createPrivateAvahi(t);
    await avahi.begin();
    // Its certificate is one that nobody vouches for.
    const device = await startFakeDevice({ http: { tls: certificateIn(t.testdir(), { only: false }) } });
    t.teardown(device.stop);
    const folder = makeOpenFolder(t);
    const away: NodeJS.ProcessEnv = {
      PATH,
      HOME: folder,
      TONEARM_CONTROL_TOKEN: FIXED_TOKEN,
      DBUS_SYSTEM_BUS_ADDRESS: process.env['DBUS_SYSTEM_BUS_ADDRESS'] ?? '',
    };
    const port = String(device.server.port);
    const txt = ['id=d0', 'path=/control', 'tls=1'];
    const other = spawn('avahi-publish', ['-s', 'Kitchen', '_tonearm._tcp', port, ...txt], {
      env: away,
      stdio: 'ignore',
    });
    t.teardown(() => other.kill('SIGKILL'));
    await avahi.resolve('Kitchen');

    const killed = join(folder, 'killed');
    mkdirSync(killed);
    await leaveSocket(join(killed, 'control.sock'));
    const state = join(folder, 'home', '.local', 'state', 'tonearm');
    mkdirSync(state, { recursive: true });
    const machines: Readonly<Record<string, NodeJS.ProcessEnv>> = {
      'its settings are here': { ...away, TONEARM_BASE_URL: 'http://127.0.0.1:1' },
      'its runtime directory is named': { ...away, TONEARM_RUNTIME_DIR: join(folder, 'none') },
      'it was killed': { ...away, TONEARM_RUNTIME_DIR: killed },
      'its state is here': { ...away, HOME: join(folder, 'home') },
    };
    for (const [why, env] of Object.entries(machines)) {
      for (const words of [['volume', '99'], ['pause'], ['claim', '123456']]) {
        const { code, stdout, stderr } = await run(['ctl', ...words], env);
        const isClaimOfKilled = why === 'it was killed' && words[0] === 'claim';
        t.same([code, stdout], [1, ''], `${why}: ${words.join(' ')}`);
        t.match(stderr, isClaimOfKilled ? /cannot be reached/ : NOT_RUNNING);
        if (!isClaimOfKilled) t.match(stderr, OTHERS);
      }
      for (const words of [['invite'], ['doctor', '--record']]) {
        t.match(
          await run(words, env),
          { code: 1, stdout: '', stderr: NOT_RUNNING },
          `${why}: ${words.join(' ')}`,
        );
      }
      t.match(
        await run(['ctl', 'volume', '--device', 'Kitchen'], env),
        { code: 0, stdout: '35\n' },
        'it is named',
      );
    }
    t.match(await run(['ctl', 'volume', '--url', device.origin], machines['it was killed'] ?? {}), {
      code: 0,
    });
    // A token is a client's own setting, no sign of a Tonearm.
    t.match(await run(['ctl', 'volume'], away), { code: 0, stdout: '35\n' });
  },
);

t.test('one that hangs is told from one that does not run', async t => {
  const folder = makeOpenFolder(t);
  // Takes connections and says nothing, as a stopped process does.
  const server = createServer().listen(join(folder, 'control.sock'));
  t.teardown(() => server.close());
  await once(server, 'listening');
  const env = { PATH, HOME: folder, TONEARM_RUNTIME_DIR: folder };
  const stderr = /^tonearm: the agent at \S+ does not answer\n→ restart it/;
  // Each waits for its answer for ten seconds.
  const commands = [['ctl', 'status'], ['invite'], ['unpair', '--yes']];
  const [doctor, ...outcomes] = await Promise.all([['doctor'], ...commands].map(words => run(words, env)));
  for (const [at, words] of commands.entries()) {
    t.match(outcomes[at], { code: 1, stdout: '', stderr }, words.join(' '));
  }
  t.match(doctor?.stdout, /^BROKEN +agent +the agent at \S+ does not answer → restart it/m);
});

const SETTINGS =
  'mkdir /etc/tonearm; echo TONEARM_CLIENT_ID=x > /etc/tonearm/tonearm.env; chmod 600 /etc/tonearm/tonearm.env';
const STATE = 'mkdir -m 700 /var/lib/tonearm';
const SOCKET = `${process.execPath} -e "require('net').createServer().listen('/run/tonearm/control.sock',()=>process.exit(0))"`;

t.test(
  'beside the package another user is told what he may not, or that it does not run',
  { skip: whyNotInstalled },
  async t => {
    const folder = makeOpenFolder(t);
    const noRight =
      /^tonearm: this user may not open \/run\/tonearm\/control\.sock, .*\n→ run it as root, with sudo, or as/;
    const notRunning =
      /^tonearm: no agent answers at \/run\/tonearm\/control\.sock: .*\n→ .*"sudo systemctl start tonearm"/;
    const machines: readonly (readonly [setUp: string, stderr: RegExp])[] = [
      [`${SETTINGS}; ${STATE}; mkdir -m 700 /run/tonearm`, noRight],
      [
        `${SETTINGS}; ${STATE}; mkdir -m 755 /run/tonearm; umask 077; ${SOCKET}; touch /run/tonearm/control.sock`,
        noRight,
      ],
      [`${SETTINGS}; ${STATE}`, notRunning],
      [STATE, notRunning],
      [
        `${SETTINGS}; chmod 644 /etc/tonearm/tonearm.env; echo TONEARM_RUNTIME_DIR=/run/tonearm@kitchen >> /etc/tonearm/tonearm.env`,
        /^tonearm: no agent answers at \/run\/tonearm@kitchen\/control\.sock: .*\n→ .*"sudo systemctl start tonearm@kitchen"/,
      ],
    ];
    for (const [setUp, stderr] of machines) {
      for (const words of [['ctl', 'pause'], ['invite'], ['doctor', '--record']]) {
        t.match(
          await runInstalled(folder, { setUp }, words),
          { code: 1, stdout: '', stderr },
          `${words.join(' ')}: ${setUp}`,
        );
      }
    }
    const [[hidden], , [stopped]] = machines as [
      (typeof machines)[0],
      (typeof machines)[0],
      (typeof machines)[0],
    ];
    t.match(await runInstalled(folder, { setUp: hidden }, ['unpair', '--yes']), {
      code: 1,
      stdout: '',
      stderr: noRight,
    });
    t.match(await runInstalled(folder, { setUp: stopped }, ['unpair', '--yes']), {
      code: 1,
      stdout: '',
      stderr: /^tonearm: this user may not read \/var\/lib\/tonearm\n→ run it as root/,
    });
    const { stdout } = await runInstalled(folder, { setUp: hidden }, ['doctor']);
    const hints = stdout.split('\n').filter(line => line.includes('may not'));
    t.equal(hints.length, 1, stdout);
    t.match(hints[0], /^note +rights +this user may not check .* → run it as root: sudo tonearm doctor$/);
    for (const check of ['configuration', 'agent', 'account', 'audio', 'port', 'discovery', 'disk'])
      t.match(hints[0], check);
    t.notMatch(stdout, /^BROKEN/m, 'what he may not see is no fault');
  },
);

const AGENT = 54321;
const GROUP = 54322;

t.test(
  'beside the package a member of its group is an owner; another user, or a socket of somebody else’s, is not',
  { skip: whyNotInstalled },
  async t => {
    const folder = makeOpenFolder(t);
    const runtimeDir = makeOpenFolder(t);
    const socketPath = join(runtimeDir, 'control.sock');
    chmodSync(runtimeDir, 0o750);
    const device = await startFakeDevice({ control: { runtimeDir, isRuntimeDirOfService: true } });
    t.teardown(device.stop);
    const give = (uid: number, gid: number) => {
      chownSync(runtimeDir, uid, gid);
      chownSync(socketPath, uid, gid);
    };
    t.equal(statSync(socketPath).mode & 0o777, 0o660);
    const places = `${SETTINGS}; ${STATE}; mkdir /run/tonearm; mount --bind "${runtimeDir}" /run/tonearm`;
    const by = (groups?: string) => ({ setUp: places, ...(groups !== undefined && { groups }) });
    give(AGENT, GROUP);
    t.match(await runInstalled(folder, by(String(GROUP)), ['ctl', 'volume']), { code: 0, stdout: '35\n' });
    const invited = await runInstalled(folder, by(String(GROUP)), ['invite', '--json']);
    t.match(invited, { code: 0, stdout: /"code":"\d{6}"/ }, 'as an owner');
    const refused = /this user may not open .*\n→ .*; members of the group tonearm may do it too/;
    t.match(await runInstalled(folder, by(), ['ctl', 'volume']), { code: 1, stderr: refused });
    chmodSync(runtimeDir, 0o755);
    chmodSync(socketPath, 0o666);
    t.match(
      await runInstalled(folder, by(String(GROUP)), ['ctl', 'volume']),
      { code: 1, stderr: refused },
      'what everybody may open may be anybody’s',
    );
  },
);
