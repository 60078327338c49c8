import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { findFreePort } from '../../../src/cli/demo/network.js';
import { pairAsVisitor } from '../../../src/cli/demo/visitor.js';
import { type ControlClient, createControlClient } from '../../../src/client/control-client.js';
import { loadNodeSocket } from '../../../src/client/node-socket.js';
import type { PublicState } from '../../../src/contract/public-state.js';
import type { Sandbox } from '../../../src/sandbox/sandbox.js';
import { INSTALLED } from '../../rigs/program.js';
import { type BenchChild, lineOf, startChild } from './child.js';
import { childrenOf } from './processes.js';
import { until } from './waiting.js';

export const TOKEN = 'bench-control-token-0123456789';

const MEMORY = '/dev/shm';

/**
 * Where a measurement's folder has its counterpart in memory, where the runtime directory lies, as `/run` is: a rename on a
 * disk costs more than all else that the agent does in a second of playing.
 */
export function inMemory(folder: string): string {
  return existsSync(MEMORY) ? join(MEMORY, relative(tmpdir(), folder)) : folder;
}

export function runtimeDirOf(folder: string): string {
  return join(inMemory(folder), 'run');
}

export interface AgentSettings {
  /** Where it keeps its state; the same folder again is a restart. */
  readonly folder: string;
  /** Addresses of the service as the agent shall see it. */
  readonly serviceUrl: string;
  readonly sandbox: Sandbox;
  readonly environment?: Readonly<Record<string, string>>;
  /** What Node is told beside what the package tells it. */
  readonly nodeWords?: readonly string[];
  /** False: left unpaired. */
  readonly paired?: boolean;
}

/** The agent, as it is installed: a process of its own, and one phone. */
export interface BenchAgent {
  readonly child: BenchChild;
  readonly url: string;
  readonly client: ControlClient;
  mpvPid(): number;
  state(): PublicState;
  /** Resolves when phones are told so. */
  whenState(what: string, is: (state: PublicState) => boolean, withinMs?: number): Promise<PublicState>;
  stop(): Promise<void>;
}

export function agentEnvironment(settings: AgentSettings, port: number): Record<string, string> {
  const { folder, serviceUrl, sandbox, environment } = settings;
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    // As the package's script has it.
    SSL_CERT_DIR: '/etc/ssl/certs',
    SSL_CERT_FILE: '/dev/null',
    TONEARM_AUTH_URL: serviceUrl,
    TONEARM_BASE_URL: serviceUrl,
    TONEARM_CLIENT_ID: sandbox.clientId,
    TONEARM_CLIENT_SECRET: sandbox.clientSecret,
    TONEARM_REDIRECT_URI: `http://127.0.0.1:${port}/pair/callback`,
    TONEARM_DEVICE_NAME: 'Bench',
    TONEARM_HTTP_HOST: '127.0.0.1',
    TONEARM_HTTP_PORT: String(port),
    TONEARM_STATE_DIR: join(folder, 'state'),
    TONEARM_RUNTIME_DIR: runtimeDirOf(folder),
    TONEARM_CONTROL_TOKEN: TOKEN,
    TONEARM_VOLUME_START: '100',
    TONEARM_AUDIO_OUTPUT: 'null',
    TONEARM_MDNS: 'off',
    ...environment,
  };
}

/** After `node`. */
export function agentWords({ nodeWords = [] }: Pick<AgentSettings, 'nodeWords'> = {}): string[] {
  return [...INSTALLED.nodeWords, ...nodeWords, INSTALLED.program, 'run'];
}

export async function startAgent(settings: AgentSettings): Promise<BenchAgent> {
  for (const folder of [settings.folder, inMemory(settings.folder)])
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  const port = await findFreePort(0);
  const child = startChild(process.execPath, agentWords(settings), {
    env: agentEnvironment(settings, port),
    piped: true,
  });
  await lineOf(child, /Tonearm is ready/);
  const url = `http://127.0.0.1:${port}`;
  if (settings.paired !== false) await pair(url, settings.sandbox);
  const client = createControlClient({
    url: `ws://127.0.0.1:${port}/control`,
    name: 'bench',
    token: () => TOKEN,
    WebSocket: await loadNodeSocket(),
  });
  client.start();
  await client.whenOnline(AbortSignal.timeout(10_000));
  const state = (): PublicState => {
    if (client.state === null) throw new Error('no state yet');
    return client.state;
  };
  return {
    child,
    url,
    client,
    mpvPid() {
      const [pid] = childrenOf(child.pid, 'mpv');
      if (pid === undefined) throw new Error('the agent has no mpv');
      return pid;
    },
    state,
    whenState: (what, is, withinMs = 30_000) =>
      new Promise((resolve, reject) => {
        const settle = (): void => {
          if (!is(state())) return;
          stop();
          resolve(state());
        };
        const forget = client.onChange(() => settle());
        const late = setTimeout(() => {
          stop();
          reject(new Error(`waited in vain: ${what}; ${JSON.stringify(state())}`));
        }, withinMs);
        const stop = (): void => {
          forget();
          clearTimeout(late);
        };
        settle();
      }),
    async stop() {
      client.stop();
      await child.stop();
    },
  };
}

async function pair(url: string, sandbox: Sandbox): Promise<void> {
  const paired = await (await fetch(`${url}/healthz`)).json();
  if ((paired as { pairing: string }).pairing === 'paired') return;
  await pairAsVisitor({ speakerUrl: url, consent: address => sandbox.consent(address) });
  await until('the pairing', async () => {
    const health = (await (await fetch(`${url}/healthz`)).json()) as { pairing: string };
    return health.pairing === 'paired';
  });
}

/** A source with an end, in which a listener may seek. */
export function albumOf(sandbox: Sandbox): string {
  const album = sandbox.catalogue.albums.find(({ restricted }) => !restricted);
  if (album === undefined) throw new Error('there is no album to play');
  return album.id;
}

/** A station of the first listener: an endless source of tracks. */
export function stationOf(sandbox: Sandbox, nth = 0): string {
  const stations = (sandbox.listeners[0]?.collection() ?? []).filter(({ entity }) => entity.type === 'ST');
  const id = stations[nth]?.entity.id;
  if (id === undefined) throw new Error('the listener has no such station');
  return id;
}
