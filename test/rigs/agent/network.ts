/** A speaker in a network of its own, which reaches the service by a way that a test can take away. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Test } from 'tap';
import { isFetching } from '../../../src/contract/public-state.js';
import type { SandboxOptions } from '../../../src/sandbox/sandbox.js';
import { isAt, type Phone } from '../../fakes/phones/phone.js';
import type { AgentProcess } from './process.js';
import { aStation, createRig, type Rig } from './rig.js';
import { DNS } from '../../fakes/machine/dns.js';
import { checkSound } from './ear.js';
import { createNamespace, type Namespace } from '../../fakes/machine/namespace.js';
import { readRecording } from '../../fakes/machine/recording.js';
import { createRelay, RELAY } from '../../fakes/machine/relay.js';
import { endsOf, heardBy } from './story.js';
import { slack } from '../slowness.js';

export interface Away {
  readonly rig: Rig;
  readonly agent: AgentProcess;
  readonly phone: Phone;
  readonly space: Namespace;
  /** What the agent was told besides the rig's environment. */
  readonly environment: NodeJS.ProcessEnv;
  /** Where this process reaches the agent. */
  readonly url: string;
}

const PORT = 8080;
const RECORDER = fileURLToPath(new URL('../../../../test/fakes/machine/recorder.py', import.meta.url));

/** A program in that network, once it has said something. */
async function startThere(
  t: Test,
  { words }: Namespace,
  ...program: readonly string[]
): Promise<ChildProcess> {
  const [command = '', ...rest] = words;
  const child = spawn(command, [...rest, process.execPath, ...program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

/** Where the speaker finds its service, and what else it is told. */
interface Place {
  readonly host: string;
  readonly more?: NodeJS.ProcessEnv;
}

/** Paired, and joined by a phone that is not in that network. */
async function settle(t: Test, rig: Rig, space: Namespace, { host, more = {} }: Place): Promise<Away> {
  const service = `http://${host}:${PORT}`;
  const environment = { TONEARM_AUTH_URL: service, TONEARM_BASE_URL: service, ...more };
  const agent = await rig.start(environment, { before: space.words });
  const door = join(rig.stateDir, '..', 'door');
  await startThere(t, space, RELAY, `unix:${door}`, `127.0.0.1:${agent.port}`);
  const way = await createRelay('127.0.0.1:0', () => `unix:${door}`);
  t.teardown(() => way.stop());
  const url = `http://127.0.0.1:${way.port}`;
  const phone = await rig.phone({ url }, await rig.pair({ url }));
  return { rig, agent, phone, space, environment, url };
}

/** What others see as the service, from whatever network. */
async function serve(t: Test, rig: Rig): Promise<string> {
  const service = `unix:${join(rig.stateDir, '..', 'service')}`;
  const way = await createRelay(service, () => new URL(rig.wire.url).host);
  t.teardown(() => way.stop());
  return service;
}

/** A name server that hears every question and answers none. */
const DEAD = `require('dgram').createSocket('udp4').bind(53, '127.0.0.2', () => console.log('listening'))`;
/** The system asks the second one after its usual five seconds. */
const BEHIND_DEAD = 'nameserver 127.0.0.2\nnameserver 127.0.0.1\n';

/** The service is known by a name alone. */
export async function openByName(t: Test, options: SandboxOptions, { isFirstDead = false } = {}) {
  const rig = await createRig(t, options);
  const space = await createNamespace(t, ['net', 'mount']);
  const resolver = join(rig.stateDir, '..', 'resolv.conf');
  writeFileSync(resolver, isFirstDead ? BEHIND_DEAD : 'nameserver 127.0.0.1\noptions timeout:1 attempts:1\n');
  space.run('ip link set lo up; mount --bind "$1" /etc/resolv.conf', resolver);
  if (isFirstDead) await startThere(t, space, '-e', DEAD);
  const names = await startThere(t, space, DNS);
  const way = await startThere(t, space, RELAY, `127.0.0.1:${PORT}`, await serve(t, rig));
  return {
    ...(await settle(t, rig, space, { host: 'service.tonearm.test' })),
    /** How names are answered from now on; what is connected is cut, so that a name is asked for. */
    async answerNames(mode: 'well' | 'silent' | 'unknown' | 'failing') {
      names.stdin?.write(`${mode}\n`);
      if (names.stdout !== null) await once(names.stdout, 'data');
      way.stdin?.write('cut\n');
    },
  };
}

/** Of nobody's private network: a prefix for documents (RFC 5737). */
export const PUBLIC = '203.0.113.1';
/** Answers every request with a redirect to the given base, and says so. */
const LEADING = `require('http').createServer((request, response) => {
  console.log(request.url);
  response.writeHead(302, { location: process.argv[2] + request.url }).end();
}).listen(Number(process.argv[1]), () => console.log('listening'))`;

/** The service is a public one; everything that listens does so at a private address of the same machine, too. */
export async function openPublic(t: Test, options: SandboxOptions) {
  const rig = await createRig(t, options);
  const space = await createNamespace(t, ['net']);
  space.run('ip link set lo up; ip address add "$1"/32 dev lo; ip address add 10.66.0.1/32 dev lo', PUBLIC);
  await startThere(t, space, RELAY, `0.0.0.0:${PORT}`, await serve(t, rig));
  return {
    ...(await settle(t, rig, space, { host: PUBLIC })),
    /** A host that leads every address on to this base; answers what it was asked for. */
    lead: async (port: number, to: string): Promise<() => number> => {
      let asked = 0;
      const host = await startThere(t, space, '-e', LEADING, String(port), to);
      host.stdout?.on('data', (text: Buffer) => (asked += text.toString().split('\n').length - 1));
      return () => asked;
    },
  };
}

/** The service is at the other end of a cable. */
export async function openByCable(t: Test, options: SandboxOptions) {
  const rig = await createRig(t, options);
  const space = await createNamespace(t, ['net']);
  const beyond = await createNamespace(t, ['net']);
  space.run('ip link set lo up');
  beyond.run('ip link set lo up');
  const plug = () => {
    beyond.run('ip link add near type veth peer name far netns "$1"', String(space.pid));
    beyond.run('ip address add 10.77.0.1/24 dev near; ip link set near up');
    space.run('ip address add 10.77.0.2/24 dev far; ip link set far up');
  };
  plug();
  const way = await startThere(t, beyond, RELAY, `0.0.0.0:${PORT}`, await serve(t, rig));
  return {
    // Not every attempt is told at the usual level.
    ...(await settle(t, rig, space, { host: '10.77.0.1', more: { TONEARM_LOG_LEVEL: 'debug' } })),
    plug,
    /** What is connected is cut, so that connections are made anew. */
    cut: () => void way.stdin?.write('cut\n'),
    /** The network interface is gone. */
    unplug: () => void beyond.run('ip link delete near'),
    /** The cable is there, and nothing comes through: what is sent is lost without a word. */
    block: (isOn: boolean) => void beyond.run(`ip link set near ${isOn ? 'down' : 'up'}`),
  };
}

/** A phone's network of which every frame is written down, and the speaker in it. */
export async function openRecorded(t: Test, options: SandboxOptions) {
  const rig = await createRig(t, options);
  const space = await createNamespace(t, ['net']);
  const home = await createNamespace(t, ['net']);
  space.run('ip link set lo up');
  home.run('ip link add near type veth peer name far netns "$1"', String(space.pid));
  home.run('ip address add 10.77.0.1/24 dev near; ip link set near up');
  space.run('ip address add 10.77.0.2/24 dev far; ip link set far up');
  await startThere(t, space, RELAY, `127.0.0.1:${PORT}`, await serve(t, rig));
  const settled = await settle(t, rig, space, { host: '127.0.0.1', more: { TONEARM_HTTP_HOST: '::' } });
  const entry = `unix:${join(rig.stateDir, '..', 'entry')}`;
  await startThere(t, home, RELAY, entry, `10.77.0.2:${settled.agent.port}`);
  const way = await createRelay('127.0.0.1:0', () => entry);
  t.teardown(() => way.stop());
  const file = join(rig.stateDir, '..', 'recording');
  const [command = '', ...words] = home.words;
  const recorder = spawn(command, [...words, 'python3', RECORDER, 'near', file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.teardown(() => recorder.kill('SIGKILL'));
  await once(recorder.stdout, 'data');
  return {
    ...settled,
    /** Where it is found unheard. */
    door: settled.url,
    /** Where phones find the speaker by way of that network. */
    url: `http://127.0.0.1:${way.port}`,
    /** Ends the recording; what was written down, and the conversations in it. */
    async stop() {
      recorder.stdin.end();
      await once(recorder, 'exit');
      const recording = readFileSync(file);
      return { recording, conversations: readRecording(recording, settled.agent.port) };
    },
  };
}

const health = async ({ url }: Away) =>
  (await (await fetch(`${url}/healthz`)).json()) as Record<string, string>;

/** Takes the way to the service away while an item sounds, and gives it back once it is silent. */
export async function interrupt(
  t: Test,
  testbed: Away,
  take: () => unknown,
  giveBack: () => unknown,
): Promise<void> {
  const { phone, rig } = testbed;
  await phone.play({ sourceId: aStation(rig.sandbox) }, isAt(0));
  const trackS = (phone.state.item?.durationMs ?? 0) / 1_000;
  await phone.untilPosition(1_000);
  await take();
  const from = phone.seen.length;
  await checkSound(t, rig, phone, 'what is in the player plays on');
  t.match(await phone.ask('library.profile'), { error: { code: 2007, data: { reason: 'offline' } } });
  await phone.until('silent', ({ silenceReason }) => silenceReason === 'offline');
  t.match(phone.state, { playbackStatus: 'playing', item: { index: 0 } });
  // The player tells its last place a little before the end at times.
  t.ok(
    trackS * 1_000 - phone.state.position.positionMs < slack(250),
    `at ${phone.state.position.positionMs}`,
  );
  t.match(
    await health(testbed),
    { status: 'ok', player: 'ok', service: 'offline' },
    'no fault of the speaker',
  );
  await giveBack();
  await phone.until('the next item', isAt(1), 40_000);
  await checkSound(t, rig, phone, 'the next item');
  const reasons = phone.seen.slice(from).map(({ state }) => state.silenceReason);
  const silences = new Set(reasons.filter(reason => reason !== null && !isFetching(reason)));
  t.strictSame([...silences], ['offline'], 'silent for one reason, and that is named');
  t.strictSame(endsOf(rig, trackS), [0], 'its end was reported once');
  t.strictSame(heardBy([phone]), [0, 1], 'nothing skipped, nothing again');
  t.equal(rig.asked('setSource'), 1);
  t.match(await health(testbed), { service: 'ok' });
}
