import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAudioAddresses } from './audio/addresses.js';
import { parseFaults } from './faults/parse.js';
import { createFaults, type FaultRule, type Faults } from './faults/switchboard.js';
import { createExecution, schemaOf } from './graphql/execution.js';
import { type MusicCatalogue, createCatalogue } from './library/catalogue.js';
import { createListeners, type Listener } from './library/listeners.js';
import { createGrants, type IssuedTokens } from './oauth/grants.js';
import type { Device } from './playback/device.js';
import { createMoves } from './playback/moves.js';
import { createStage } from './playback/stage.js';
import { createRandom } from './random.js';
import { createRate } from './rate.js';
import { createRequestLog, type Requests } from './requests.js';
import { answerVisit, type HttpVisit } from './routes.js';
import { createScenery } from './scenery/scenery.js';
import { answerConsent, type ConsentChoice } from './visitor.js';
import type { World } from './world.js';

export interface SandboxOptions {
  /** Address to listen on; default 127.0.0.1. */
  readonly host?: string;
  /** Port to listen on; default 0: any free one. */
  readonly port?: number;
  /** `core` (default): exactly the specification; `full`: also what the live service has beyond it. */
  readonly profile?: 'core' | 'full';
  /** A text for `parseFaults`, or rules. */
  readonly faults?: string | readonly FaultRule[];
  /** Default `tonearm-sandbox`. */
  readonly clientId?: string;
  /** Default `sandbox-secret`. */
  readonly clientSecret?: string;
  /** Base of the addresses that are handed out; default: the address that the client used. */
  readonly publicUrl?: string;
  /** Length of every piece in seconds; `duration` is rounded up. */
  readonly trackSeconds?: number;
  /** Lifetime of access tokens; default 14,400. */
  readonly accessTokenSeconds?: number;
  /** `progressFrequency` of every item in seconds; default: an integer for some items and null for others. */
  readonly progressFrequency?: number | null;
  /** Profile `full`: fields that are missing nevertheless, such as `setEnded` or `Track.album`. */
  readonly lacks?: readonly string[];
  /** Profile `full`: skips allowed per station and hour; default 6. */
  readonly skipLimit?: number;
  /** Requests allowed per account and hour; beyond it 429 with `Retry-After`. Default: unlimited. */
  readonly requestsPerHour?: number;
  /** Seed of the library: another seed gives another library. */
  readonly seed?: string;
  /** Returns epoch milliseconds; decides when tokens, codes and addresses expire. */
  readonly now?: () => number;
}

/** A running music service of its own, for the demo and for tests. */
export interface Sandbox {
  start(): Promise<void>;
  /** Closes all connections. May be called twice. */
  stop(): Promise<void>;
  /** `http://host:port`, used as both `{auth_url}` and `{base_url}`; available only after `start`. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly faults: Faults;
  readonly requests: Requests;
  readonly catalogue: MusicCatalogue;
  /** The accounts on the consent page; the first one is the default everywhere. */
  readonly listeners: readonly Listener[];
  readonly devices: {
    /** Returns the playback of a device, to inspect and control it. */
    get(deviceUuid: string, listenerId?: string): Device;
  };
  /** Opens an authorize address like a listener's browser, presses a button, and returns the callback address. */
  consent(authorizeUrl: string, choice?: ConsentChoice): Promise<string>;
  /** Issues tokens without the steps in a browser. */
  issueTokens(listenerId?: string): IssuedTokens;
  /** Ends every access and refresh token, as if the listener had removed the device. */
  revokeTokens(): void;
  /** Ends every access token; refresh tokens stay valid. */
  expireAccessTokens(): void;
  expireAudioUrls(): void;
}

export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { host = '127.0.0.1', port = 0, seed = 'tonearm', profile = 'core', now = Date.now } = options;
  const { clientId = 'tonearm-sandbox', clientSecret = 'sandbox-secret' } = options;
  const trackSeconds = options.trackSeconds ?? null;
  const closing = new AbortController();
  const scenery = createScenery();
  const catalogue = createCatalogue({ seed, trackSeconds, names: scenery.names });
  const listeners = createListeners(catalogue, profile === 'full');
  const initial = typeof options.faults === 'string' ? parseFaults(options.faults) : options.faults;
  const world: World = {
    clientId,
    clientSecret,
    trackSeconds,
    catalogue,
    listeners,
    grants: createGrants({ accessTokenSeconds: options.accessTokenSeconds ?? 14_400, now }),
    stage: createStage({
      catalogue,
      progressFrequency: options.progressFrequency,
      oneStream: profile === 'full',
    }),
    moves: createMoves({ now, skipLimit: options.skipLimit ?? 6 }),
    addresses: createAudioAddresses(now),
    scenery,
    faults: createFaults(createRandom(`faults/${seed}`), initial),
    requests: createRequestLog(now),
    rate: options.requestsPerHour === undefined ? null : createRate(options.requestsPerHour),
    execute: createExecution(schemaOf(profile), options.lacks),
    closing: closing.signal,
  };

  let requestId = 0;
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    receive(request, response).catch(() => response.destroy());
  });

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = request.url ?? '/';
    const [path = '/', query = ''] = target.split(/\?(.*)/s);
    requestId += 1;
    const visit: HttpVisit = {
      request,
      response,
      requestId,
      target,
      path,
      query: new URLSearchParams(query),
      publicUrl: publicUrlFor(request),
    };
    await answerVisit(visit, world);
  }

  function publicUrlFor(request: IncomingMessage): string {
    if (options.publicUrl !== undefined) return options.publicUrl.replace(/\/+$/, '');
    const named = request.headers.host ?? '';
    return /^[\w.:[\]-]+$/.test(named) ? `http://${named}` : urlOf();
  }

  function urlOf(): string {
    const address = server.address() as AddressInfo | null;
    if (address === null) throw new Error('the sandbox is not started');
    const name = ['0.0.0.0', '::'].includes(address.address) ? '127.0.0.1' : address.address;
    return `http://${name.includes(':') ? `[${name}]` : name}:${address.port}`;
  }

  function listenerOf(id: string | undefined): Listener {
    const found = id === undefined ? listeners[0] : listeners.find(listener => listener.id === id);
    if (found === undefined) throw new RangeError('no such listener');
    return found;
  }

  return {
    async start() {
      await once(server.listen(port, host), 'listening');
    },
    stop: () =>
      new Promise(resolve => {
        closing.abort();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    get url() {
      return urlOf();
    },
    clientId,
    clientSecret,
    faults: world.faults,
    requests: world.requests,
    catalogue,
    listeners,
    devices: {
      get: (deviceUuid, listenerId) => world.stage.device(listenerOf(listenerId), deviceUuid),
    },
    consent: answerConsent,
    issueTokens: listenerId => world.grants.issueTokens(listenerOf(listenerId)),
    revokeTokens: () => world.grants.revokeAll(),
    expireAccessTokens: () => world.grants.expireAccessTokens(),
    expireAudioUrls: () => world.addresses.expireAll(),
  };
}
