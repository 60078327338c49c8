import type { IncomingMessage } from 'node:http';
import type { Clock, Logger, PageResponse } from '../contract/ports.js';
import type { InnerDoor, OwnSession } from '../contract/inner-ports.js';
import type { JudgedCode } from '../contract/pairing-ports.js';
import { createCommandMemory } from './api/command-memory.js';
import { createDispatch } from './api/dispatch.js';
import { createExpiry } from './access/expiry.js';
import { createInnerDoor, openOwnSession } from './transport/inner-door.js';
import { Invitations } from './access/invitations.js';
import { BOUNDS, type Bounds, MPD_BOUNDS, OWN_BOUNDS } from './gate/bounds.js';
import { type LimitName, LOCAL_LIMITS, LOCAL_MPD_LIMITS } from '../contract/limits.js';
import { createMeter, type Meter } from '../lib/meter.js';
import { createLocalSocket } from './transport/local-socket.js';
import { createMethods, type MethodsOptions } from './api/methods.js';
import type { RpcTarget } from './transport/routes.js';
import { createRpcEndpoint } from './transport/rpc-endpoint.js';
import { createServiceShares } from './gate/service-shares.js';
import { type PlaceName, Sessions, type SessionsOptions } from './transport/sessions.js';
import { createStateFeed } from './api/state-feed.js';
import { createWebSocketDoor, type UpgradeTarget } from './transport/websocket.js';

export interface ControlOptions extends Omit<MethodsOptions, 'feed' | 'invitations'> {
  readonly device: { readonly deviceUuid: string; readonly name: string; readonly version: string };
  /** The directory of `control.sock`. */
  readonly runtimeDir: string;
  /** Whether that directory's group may use the socket, if it may enter the directory. */
  readonly isRuntimeDirOfService?: boolean;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Milliseconds until the service may be asked on behalf of clients; 0: now. */
  readonly serviceScarceMs?: () => number;
  /** Registers `heed`, which is called at each request to the service. */
  readonly heedServiceRequests?: (heed: () => void) => void;
  /** Of the table of limits. */
  readonly meter: Meter<LimitName>;
  /** Other bounds, for tests. */
  readonly bounds?: Partial<Bounds>;
}

/** The control API as the HTTP server and the pairing use it. */
export interface Control extends UpgradeTarget, RpcTarget {
  /** The number of admitted clients connected now: over the network, over `control.sock`, and by MPD's protocol. */
  readonly clients: { readonly network: number; readonly local: number; readonly mpd: number };
  /** Returns what a code entered while pairing is worth; counted as a try of `access.claim`. */
  judgeCode(code: string, peer: string): Promise<JudgedCode>;
  /** Returns the way in for programs that speak MPD's protocol (contract, section 7). */
  mpdDoor(): Promise<InnerDoor>;
  /** Opens an owner's session for a part of the agent that listeners act by, such as buttons. */
  ownSession(name: string): Promise<OwnSession>;
  /** Resolves once programs on the device can connect, or the socket has failed. */
  start(): Promise<void>;
  /** Closes every session with 1001, within about a second. May be called twice. */
  stop(): Promise<void>;
}

const OPEN_TO_ALL =
  'Anyone on this network may control the speaker as a guest (TONEARM_CONTROL_ACCESS=open).';

/**
 * Creates the control API: one table of methods behind WebSocket, HTTP and a local socket (contract, sections 1, 3, 4).
 */
export function createControl(options: ControlOptions): Control {
  const { access, agent, clock, incidents, logger, meter, runtimeDir } = options;
  const bounds = { ...BOUNDS, ...options.bounds };
  const steadyMs = () => clock.steadyMs();
  const feed = createStateFeed(agent);
  const invitations = new Invitations({
    meter,
    incidents,
    steadyMs,
    onCodeEnded: ({ name }) => access.announce({ what: 'codeEnded', ...(name !== null && { by: name }) }),
  });
  const methods = createMethods({ ...options, feed, invitations });
  const memory = createCommandMemory(meter, steadyMs);
  const shares = createServiceShares({
    meter,
    incidents,
    silenceReason: () => agent.snapshot().state.silenceReason,
    scarceMs: options.serviceScarceMs ?? (() => 0),
    heedRequests: options.heedServiceRequests ?? (() => undefined),
  });
  const dispatch = createDispatch({ ...options, methods, memory, shares, clock: toldClock(options) });
  const urls = () => [options.address(), ...(options.otherAddresses?.() ?? [])];
  const shared = { ...options, urls, dispatch, feed, bounds };
  const { remote, local, ...transports } = createTransports(shared);
  const forGroup = options.isRuntimeDirOfService ?? false;
  const socket = createLocalSocket({ folder: runtimeDir, forGroup, sessions: local, bounds, logger });
  const endpoint = createRpcEndpoint({ access, dispatch, incidents, bounds, meter });
  const expiry = createExpiry(access);
  let endRevocations: (() => void) | null = null;
  let isStopped = false;
  const door = createWebSocketDoor({ sessions: remote, bounds, isStopped: () => isStopped });

  return {
    get clients() {
      return { network: remote.admitted, local: local.admitted, mpd: transports.countMpd() };
    },
    judgeCode: (code, peer) => Promise.resolve(invitations.judge(code, peer)),
    mpdDoor: () => Promise.resolve(createInnerDoor({ access, incidents, meter, ...transports.openMpd() })),
    ownSession: name => openOwnSession(transports.openOwn(), name),
    upgrade: (request, client, head, told) => door.upgrade(request, client, head, told),
    rpc: (request: IncomingMessage, peer: string): Promise<PageResponse> => endpoint(request, peer),
    async start() {
      if (access.mode === 'open') logger.warn({}, OPEN_TO_ALL);
      feed.start();
      endRevocations ??= access.onRevoked(ids => invitations.withdraw(ids));
      transports.start();
      // Guests that expired while the agent was not running lose access now.
      expiry.start();
      await socket.start();
    },
    async stop() {
      isStopped = true;
      expiry.stop();
      feed.stop();
      endRevocations?.();
      socket.stop();
      await transports.stop();
    },
  };
}

/** Creates the sessions of each transport; those inside the process once they are asked for. */
function createTransports(
  shared: Omit<SessionsOptions, 'isLocal' | 'places'> & Pick<ControlOptions, 'meter'>,
) {
  const all: Sessions[] = [];
  const mpd: Sessions[] = [];
  const open = (places: Meter<PlaceName> | null, bounds: Partial<Bounds> = {}): Sessions => {
    const isLocal = places !== null;
    const own = { places: places ?? shared.meter, bounds: { ...shared.bounds, ...bounds } };
    const sessions = new Sessions({ ...shared, ...own, isLocal });
    all.push(sessions);
    return sessions;
  };
  // Places do not depend on the time.
  const ofDevice = (rows: typeof LOCAL_LIMITS | typeof LOCAL_MPD_LIMITS) => createMeter(rows, () => 0);
  const openLate = (...asked: Parameters<typeof open>): Sessions => {
    const opened = open(...asked);
    opened.start();
    return opened;
  };
  return {
    remote: open(null),
    local: open(ofDevice(LOCAL_LIMITS)),
    openMpd() {
      const remote = openLate(null, MPD_BOUNDS);
      const local = openLate(ofDevice(LOCAL_MPD_LIMITS), MPD_BOUNDS);
      mpd.push(remote, local);
      return { remote, local };
    },
    countMpd: () => mpd.reduce((count, { admitted }) => count + admitted, 0),
    openOwn: () => openLate(ofDevice(LOCAL_LIMITS), OWN_BOUNDS),
    start: () => all.forEach(sessions => sessions.start()),
    stop: () => Promise.all(all.map(sessions => sessions.stop())),
  };
}

/** A clock that has the agent notice a changed system clock before a command is judged by its `expiresAtMs`. */
function toldClock({ agent, clock }: Pick<ControlOptions, 'agent' | 'clock'>): Pick<Clock, 'epochMs'> {
  return {
    epochMs() {
      agent.snapshot();
      return clock.epochMs();
    },
  };
}
