/** A whole testbed for the real program: the service, the wire to it, folders of its own, and phones. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Test } from 'tap';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox/sandbox.js';
import type { Device } from '../../../src/sandbox/playback/device.js';
import { joinPhone, type Phone } from '../../fakes/phones/phone.js';
import { type AgentProcess, runAgent, type RunOptions } from './process.js';
import { createWire, type Wire } from '../../fakes/service/wire.js';
import { recordWhole } from './recording.js';
import { removeFolder } from '../../fakes/machine/remove-folder.js';

const PATH = process.env['PATH'] ?? '';
const hasPlayer = PATH.split(delimiter).some(folder => existsSync(join(folder, 'mpv')));

/** For `t.test`: why the real player cannot be tested here, or false. */
export const skip = hasPlayer ? false : 'mpv is not installed';

/** Tests that run beside the others of their file (`t.jobs`), unless `why` says that they cannot be run here. */
export const testsOf =
  (t: Test, why: string | false = skip) =>
  (title: string, body: (t: Test) => Promise<unknown>): void =>
    void t.test(title, { skip: why, buffered: true }, body);

export interface Rig {
  readonly sandbox: Sandbox;
  readonly wire: Wire;
  readonly stateDir: string;
  readonly runtimeDir: string;
  /** The whole environment of the program. */
  readonly environment: Readonly<Record<string, string>>;
  /** Starts the program; what `more` names is added or, if empty, unset. Killed at the end of the test. */
  start(more?: Readonly<Record<string, string>>, options?: RunOptions): Promise<AgentProcess>;
  /** As a browser: the pages, the service's consent, the callback. The control token from the page's link. */
  pair(agent: Pick<AgentProcess, 'url'>, listenerId?: string): Promise<string>;
  /** What a phone is told is held against the contract: the test fails at its end where that was broken. */
  phone(agent: Pick<AgentProcess, 'url'>, token: string, name?: string): Promise<Phone>;
  /** Started, paired and joined by a phone. */
  ready(more?: Readonly<Record<string, string>>): Promise<Testbed>;
  /** Playback of this device as the service keeps it. */
  readonly device: Device;
  /** How often the service was asked this in a form that it knows. */
  asked(operation: string): number;
  /** Whole seconds that `setProgress` said for this item, in order. */
  reported(index: number): readonly number[];
}

export interface Testbed {
  readonly agent: AgentProcess;
  readonly token: string;
  readonly phone: Phone;
}

/** In the tests of the agent phones alone control the speaker; in others a skip, say of an MPD client, reports a full length. */
const IS_RECORDED = process.env['TEST_WHOLE'] === '1' && process.argv[1]?.includes('/agent/') === true;

/**
 * Where all tests are run, whatever the program plays here is recorded, and its reports are held against that, unless
 * it plays silence or is controlled by others than the rig's phones.
 */
export async function createRig(
  t: Test,
  { isRecorded = true, ...options }: SandboxOptions & { readonly isRecorded?: boolean } = {},
): Promise<Rig> {
  const recording = IS_RECORDED && isRecorded ? await recordWhole(t, options) : null;
  const sandbox = createSandbox(options);
  await sandbox.start();
  const wire = await createWire(() => sandbox.url);
  const folder = mkdtempSync(join(tmpdir(), 'tonearm-rig-'));
  const agents: AgentProcess[] = [];
  const phones: Phone[] = [];
  let isHeard = false;
  t.teardown(async () => {
    for (const phone of phones) phone.close();
    for (const { child } of agents) child.kill('SIGKILL');
    await Promise.all(agents.map(({ ended }) => ended));
    await wire.stop();
    await sandbox.stop();
    removeFolder(folder);
    if (isHeard) recording?.judge(rig, phones);
    const breaches = phones.flatMap(phone => phone.breaches);
    if (breaches.length > 0)
      throw new Error(`phones were told what breaks the contract: ${breaches.join('; ')}`);
  });

  const rig: Rig = {
    sandbox,
    wire,
    stateDir: join(folder, 'state'),
    runtimeDir: join(folder, 'run'),
    environment: {
      PATH,
      HOME: folder,
      TONEARM_AUTH_URL: wire.url,
      TONEARM_BASE_URL: wire.url,
      // What the specification shows: so that every call can be counted.
      TONEARM_SERVICE_PROFILE: 'core',
      TONEARM_CLIENT_ID: sandbox.clientId,
      TONEARM_CLIENT_SECRET: sandbox.clientSecret,
      TONEARM_DEVICE_UUID: 'device-of-the-test',
      TONEARM_DEVICE_NAME: 'Küche & Bad',
      TONEARM_HTTP_HOST: '127.0.0.1',
      TONEARM_HTTP_PORT: '0',
      TONEARM_STATE_DIR: join(folder, 'state'),
      TONEARM_RUNTIME_DIR: join(folder, 'run'),
      TONEARM_AUDIO_OUTPUT: 'null',
      ...recording?.environment,
      TONEARM_MDNS: 'off',
      // Whoever types while the tests run means no speaker.
      TONEARM_INPUT_DEVICES: 'off',
    },
    async start(more = {}, options = {}) {
      const environment: Readonly<Record<string, string>> = { ...rig.environment, ...more };
      isHeard = Object.entries(recording?.environment ?? {}).every(
        ([name, value]) => environment[name] === value,
      );
      const agent = await runAgent(environment, options);
      agents.push(agent);
      return agent;
    },
    // The service may go by a name that only the agent knows.
    pair: (agent, listenerId) =>
      pairAsBrowser(agent.url, address =>
        sandbox.consent(
          address.replace(/^http:\/\/[^/]+/, wire.url),
          listenerId === undefined ? {} : { listenerId },
        ),
      ),
    async phone(agent, token, name) {
      const phone = await joinPhone(`${agent.url.replace('http', 'ws')}/control`, token, name);
      phones.push(phone);
      return phone;
    },
    async ready(more) {
      const agent = await rig.start(more);
      if (agent.port === 0) throw new Error(`the agent ended: ${agent.stdout}${agent.stderr}`);
      const token = await rig.pair(agent);
      return { agent, token, phone: await rig.phone(agent, token) };
    },
    get device() {
      return sandbox.devices.get('device-of-the-test');
    },
    asked: operation => sandbox.requests.of(operation).filter(({ status }) => status !== 400).length,
    reported: index =>
      rig.device.reports.filter(report => report.index === index).map(({ elapsedS }) => elapsedS),
  };
  return rig;
}

/** Walks through the pages as a browser does; answers with the control token of the last one's link. */
export async function pairAsBrowser(
  url: string,
  consent: (address: string) => Promise<string>,
): Promise<string> {
  const home = await fetch(url, { redirect: 'manual' });
  if (home.status !== 303 || home.headers.get('location') !== '/pair') throw new Error('no way to /pair');
  const start = await fetch(`${url}/pair/start`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: url },
  });
  const back = new URL(await consent(start.headers.get('location') ?? ''));
  const welcome = await fetch(`${url}${back.pathname}${back.search}`);
  const token = /href="\/#token=([^"&]+)&amp;id=[^"]+"/.exec(await welcome.text())?.[1];
  if (welcome.status !== 200 || token === undefined) throw new Error(`not paired: ${welcome.status}`);
  return decodeURIComponent(token);
}

/** An album that plays, by its number of tracks. */
export function anAlbum({ catalogue }: Sandbox, atMost = 7) {
  const found = catalogue.albums.find(album => !album.restricted && album.tracks.length <= atMost);
  if (found === undefined) throw new Error('there is no such album');
  return found;
}

export function aStation({ listeners }: Sandbox): string {
  const found = listeners[0]?.collection().find(({ entity }) => entity.type === 'ST');
  if (found === undefined) throw new Error('there is no station');
  return found.entity.id;
}

/** The files of the state directory, but for its lock and for what an agent renames while this looks. */
export function filesOf(folder: string) {
  const names = readdirSync(folder).filter(name => name !== 'lock');
  return names.sort().flatMap(name => {
    const path = join(folder, name);
    try {
      return [{ name, mode: statSync(path).mode & 0o777, text: readFileSync(path, 'utf8') }];
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  });
}
