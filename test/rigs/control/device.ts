import { EXAMPLE_SOURCE } from '../../../src/control/api/examples.js';
import { EMPTY_AGENDA } from '../../../src/core/model/agenda.js';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Access } from '../../../src/control/access/access.js';
import { type ControlOptions, createControl } from '../../../src/control/control.js';
import { HttpServer, type HttpServerOptions } from '../../../src/control/transport/http-server.js';
import { createIncidents } from '../../../src/control/gate/incidents.js';
import { createMetricsRoute } from '../../../src/control/transport/metrics-route.js';
import type { RecentItem } from '../../../src/contract/library.js';
import type { Incident } from '../../../src/contract/incidents.js';
import { LIMITS, type Limits } from '../../../src/contract/limits.js';
import type { Cell, Health, Logger } from '../../../src/contract/ports.js';
import type { ClientRecord } from '../../../src/contract/records.js';
import { createMeter } from '../../../src/lib/meter.js';
import { createFakeAgent } from '../../fakes/ports/agent.js';
import { connectClient, type FakeClient } from '../../fakes/phones/client.js';
import { createFakeLibrary } from '../../fakes/ports/library.js';
import { removeFolder } from '../../fakes/machine/remove-folder.js';
import { QUIET_ANNOUNCER } from '../../fakes/ports/announcer.js';

const MORNING = {
  id: 'morning',
  minute: 420,
  days: [],
  sourceId: null,
  preset: null,
  volume: 30,
  enabled: false,
  doneMs: 0,
};

export const FIXED_TOKEN = 'a-fixed-token-of-the-owner';

/** The latest of so many has the title `Song 3`. */
export const RECENT: readonly RecentItem[] = [3, 2, 1].map(number => ({
  playedAtMs: number * 1_000,
  item: { kind: 'track', index: number, title: `Song ${number}`, feedback: null, interactions: [] },
  source: { id: 'ST:1', type: 'ST', name: 'Harbour' },
}));

const SELF = { id: 'd0', name: 'Kitchen', url: 'http://speaker.local:8710', self: true, paired: true };

export interface FakeDeviceOptions {
  readonly mode?: 'paired' | 'open';
  readonly control?: Partial<ControlOptions>;
  readonly http?: Partial<HttpServerOptions>;
  readonly limits?: Partial<Limits>;
  /** The clients of another, as a copied card has them. */
  readonly clients?: ReturnType<typeof createClients>;
  /** The first revision of its process. */
  readonly revision?: number;
}

const createClients = () => createMemoryCell<{ readonly clients: readonly ClientRecord[] }>();

export interface LogLine {
  readonly level: string;
  readonly message: string;
}

export function createMemoryCell<T>(first: T | null = null): Cell<T> & { writes: number; failing: boolean } {
  let value = first;
  const cell = {
    writes: 0,
    failing: false,
    get value() {
      return value;
    },
    async write(next: T) {
      if (cell.failing) throw new Error('the disk is full');
      cell.writes += 1;
      value = next;
    },
    async remove() {
      value = null;
    },
  };
  return cell;
}

export function createMemoryLogger(): Logger & { lines: LogLine[] } {
  const lines: LogLine[] = [];
  const note = (level: string) => (details: object, message: string) => {
    lines.push({ level, message: `${message} ${JSON.stringify(details)}` });
  };
  return { lines, debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') };
}

/** The whole outer side of a speaker on a free port of loopback, with an engine and a library that are fakes. */
export async function startFakeDevice(options: FakeDeviceOptions = {}) {
  const agent = createFakeAgent(options.revision);
  const library = createFakeLibrary();
  const logger = createMemoryLogger();
  const clients = options.clients ?? createClients();
  const clock = { epochMs: () => Date.now(), steadyMs: () => performance.now() };
  const mode = options.mode ?? 'paired';
  const told: Incident[] = [];
  const incidents = createIncidents({ logger, onIncident: what => told.push(what) });
  const given = { clock, ...options.control };
  const meter = createMeter({ ...LIMITS, ...options.limits }, () => given.clock.steadyMs());
  const access = new Access({
    clients,
    mode,
    fixedToken: FIXED_TOKEN,
    incidents,
    meter,
    clock: given.clock,
    logger,
  });
  const health: Health = { pairing: 'paired', player: 'ok', service: 'ok', stateWritable: true };
  const runtimeDir = mkdtempSync(join(tmpdir(), 'tonearm-control-'));
  const control = createControl({
    runtimeDir,
    address: () => 'http://speaker.local:8710',
    agent,
    library,
    agenda: () => ({ ...EMPTY_AGENDA, presets: [{ number: 1, source: EXAMPLE_SOURCE }], alarms: [MORNING] }),
    kept: async () => undefined,
    announcer: QUIET_ANNOUNCER,
    clips: { hosts: [], port: () => 0 },
    speech: { isOn: true, isPairingByCode: () => false },
    recent: most => RECENT.slice(0, most),
    speakers: async () => [SELF],
    access,
    clock,
    logger,
    device: { deviceUuid: 'd0', name: 'Kitchen', version: '1.2.3' },
    systemInfo: () => ({
      versions: { tonearm: '1.2.3', node: process.version, mpv: null },
      deviceUuid: 'd0',
      name: 'Kitchen',
      uptimeMs: 5,
      address: 'http://speaker.local:8710',
      serviceProfile: 'core',
      quietHours: { from: '22:00', to: '07:00', volumeMax: 30 },
    }),
    incidents,
    meter,
    unpair: () => access.revokeAll(),
    pairing: () => Promise.reject(new Error('this device cannot be paired')),
    record: async () => ({
      lines: ['{"event":"engine.started"}'],
      audioHost: null,
      isPairingOver: false,
      twins: [],
      formerRedirectUri: null,
    }),
    ...options.control,
  });
  const server = new HttpServer({
    host: '127.0.0.1',
    port: 0,
    tls: null,
    hostNames: () => ['speaker', 'speaker.local'],
    origins: [],
    pages: [],
    health: () => health,
    metrics: createMetricsRoute({ access, incidents, text: async () => 'speaker_up 1\n' }),
    control,
    incidents,
    meter,
    logger,
    ...options.http,
  });
  const stop = async (): Promise<void> => {
    await control.stop();
    await server.stop();
    removeFolder(runtimeDir);
  };
  await control.start();
  try {
    await server.start();
  } catch (error) {
    await stop();
    throw error;
  }
  const url = `ws://127.0.0.1:${server.port}/control`;

  return {
    agent,
    library,
    logger,
    clients,
    incidents: told,
    access,
    control,
    server,
    url,
    socketPath: join(runtimeDir, 'control.sock'),
    origin: `http://127.0.0.1:${server.port}`,
    /** From an address of loopback, each of which is a peer. */
    connect: (localAddress = '127.0.0.1') => connectClient(url, { localAddress }),
    /** A client whose session is open. */
    join: async (token = FIXED_TOKEN, name = 'phone', localAddress = '127.0.0.1'): Promise<FakeClient> => {
      const client = await connectClient(url, { localAddress });
      await client.open(token, name);
      return client;
    },
    stop,
  };
}
