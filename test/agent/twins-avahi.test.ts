import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import t, { type Test } from 'tap';
import { avahiText, busText, whyNoAvahi } from '../fakes/machine/avahi.js';
import { createNamespace, type Namespace } from '../fakes/machine/namespace.js';
import { createShortFolder } from '../rigs/agent/fault-row.js';
import { createRig, type Rig, skip, testsOf } from '../rigs/agent/rig.js';
import { run } from '../rigs/cli/run.js';

/** A machine in one network with others: an address, a bus and an Avahi of its own. */
interface Machine {
  readonly before: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

async function until(child: ChildProcess, words: RegExp): Promise<void> {
  if (child.stdout === null) throw new Error('no pipe');
  const reader = createInterface({ input: child.stdout });
  for (;;) {
    const [line] = (await once(reader, 'line')) as [string];
    if (words.test(line)) return;
  }
}

async function startMachine(t: Test, space: Namespace, hostName: string): Promise<Machine> {
  const folder = createShortFolder(t);
  const [socket, busConfig, avahiConfig] = ['bus', 'bus.conf', 'avahi.conf'].map(name => join(folder, name));
  if (socket === undefined || busConfig === undefined || avahiConfig === undefined)
    throw new Error('no paths');
  writeFileSync(busConfig, busText(socket));
  writeFileSync(avahiConfig, avahiText(hostName, 'eth0'));
  const environment = { DBUS_SYSTEM_BUS_ADDRESS: `unix:path=${socket}` };
  const children: ChildProcess[] = [];
  t.teardown(async () => {
    const ends = children.map(child => once(child, 'exit'));
    for (const child of children) child.kill('SIGKILL');
    await Promise.all(ends);
  });
  const start = async (command: string, args: readonly string[], words: RegExp) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, ...environment },
    });
    children.push(child);
    await until(child, words);
  };
  await start(
    'dbus-daemon',
    [`--config-file=${busConfig}`, '--nofork', '--nopidfile', '--nosyslog', '--print-address=1'],
    /unix:path/u,
  );
  const script =
    'mkdir -p /run/avahi-daemon && exec avahi-daemon --no-drop-root --no-chroot --no-rlimits --file "$1" 2>&1';
  const [nsenter = '', ...words] = space.words;
  await start(nsenter, [...words, 'sh', '-c', script, 'sh', avahiConfig], /Server startup complete/u);
  return { before: space.words, environment };
}

/** Two machines on one bridge. */
async function startHouse(t: Test, names: readonly [string, string]): Promise<readonly [Machine, Machine]> {
  const yard = await createNamespace(t, ['net']);
  yard.run('ip link add house type bridge mcast_snooping 0; ip link set house up');
  const [one, other] = [
    await createNamespace(t, ['net', 'mount']),
    await createNamespace(t, ['net', 'mount']),
  ];
  for (const [at, space] of [one, other].entries()) {
    yard.run(
      'ip link add "$1" type veth peer name eth0 netns "$2"; ip link set "$1" master house; ip link set "$1" up',
      `port${at}`,
      String(space.pid),
    );
    // The state and the bus stay in sight; only /run is another one.
    space.run(
      'mount --make-rprivate /; mount -t tmpfs none /run; ip link set lo up; ip addr add "$1" dev eth0; ip link set eth0 up',
      `10.77.0.${at + 1}/24`,
    );
  }
  return [await startMachine(t, one, names[0]), await startMachine(t, other, names[1])];
}

/** The environment of the agent of a machine that has a copy of the card. */
function environmentOf(rig: Rig, { environment }: Machine, room: string): Record<string, string> {
  return {
    ...rig.environment,
    ...environment,
    TONEARM_HTTP_HOST: '',
    TONEARM_HTTP_PORT: '8710',
    TONEARM_MDNS: 'on',
    TONEARM_DEVICE_NAME: room,
    TONEARM_STATE_DIR: `${rig.stateDir}-${room}`,
    TONEARM_RUNTIME_DIR: `${rig.runtimeDir}-${room}`,
  };
}

const test = testsOf(t, skip || whyNoAvahi());

test('Two speakers of one id are told in log and doctor of both, and ctl acts on neither', async t => {
  const rig = await createRig(t);
  const { agent, token } = await rig.ready();
  await agent.end('SIGTERM');
  for (const room of ['Kitchen', 'Bath'])
    cpSync(rig.stateDir, `${rig.stateDir}-${room}`, { recursive: true });
  const [kitchen, bath] = await startHouse(t, ['kitchen', 'bath']);
  const rooms = [
    { machine: kitchen, room: 'Kitchen', other: 'bath.local:8710' },
    { machine: bath, room: 'Bath', other: 'kitchen.local:8710' },
  ];
  const agents = await Promise.all(
    rooms.map(({ machine, room }) => rig.start(environmentOf(rig, machine, room), machine)),
  );
  await Promise.all(agents.map(agent => agent.line(/^The speaker is advertised/)));
  for (const [at, { other }] of rooms.entries())
    t.match(await agents[at]?.line(/^Another speaker in this network has the id/), {
      level: 'warn',
      place: other,
    });
  for (const { machine, room, other } of rooms) {
    const { stdout } = await run(['doctor'], environmentOf(rig, machine, room), machine);
    t.match(stdout, `another speaker, at ${other}, has the id of this one`, room);
  }
  const home = `${rig.stateDir}-home`;
  mkdirSync(home);
  const elsewhere = {
    ...{ HOME: home, PATH: process.env['PATH'] ?? '', TONEARM_CONTROL_TOKEN: token },
    ...kitchen.environment,
  };
  for (const words of [
    ['--device', 'Kitchen', 'volume', '12'],
    ['--device', 'device-of-the-test', 'volume', '12'],
  ]) {
    const { code, stderr } = await run(['ctl', ...words], elsewhere, kitchen);
    t.equal(code, 64, stderr);
    t.match(stderr, /"Kitchen" at \S*10\.77\.0\.1/);
    t.match(stderr, /"Bath" at \S*10\.77\.0\.2/);
  }
  const volumes = await Promise.all(
    ['10.77.0.1', '10.77.0.2'].map(async address => {
      const { stdout } = await run(['ctl', '--url', address, 'status', '--json'], elsewhere, kitchen);
      return /"volume": ?(\d+)/.exec(stdout)?.[1];
    }),
  );
  t.same(volumes, ['35', '35'], 'neither did it');
});

test('After a renaming, the names told are those held now', async t => {
  const rig = await createRig(t);
  const [kitchen] = await startHouse(t, ['kitchen', 'bath']);
  const environment = environmentOf(rig, kitchen, 'Kitchen');
  const agent = await rig.start(environment, kitchen);
  await agent.line(/^The speaker is advertised/);
  const invite = async () =>
    (await run(['ctl', 'call', 'access.invite', '{"role":"owner"}'], environment, kitchen)).stdout;
  const list = async () => (await run(['ctl', 'speakers'], environment, kitchen)).stdout;
  t.match(await invite(), 'http://kitchen.local:8710/');
  const { code, stderr } = await new Promise<{ code: number | null; stderr: string }>(resolve => {
    const [nsenter = '', ...words] = kitchen.before;
    const child = spawn(nsenter, [...words, 'avahi-set-host-name', 'parlour'], {
      env: { ...process.env, ...kitchen.environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
    child.on('close', code => resolve({ code, stderr }));
  });
  t.equal(code, 0, stderr);
  t.match(await invite(), 'http://parlour.local:8710/', 'the invitation');
  t.match(await list(), 'http://parlour.local:8710', 'the list of speakers');
});
