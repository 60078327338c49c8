import type { Server } from 'node:net';
import { createAllowance } from '../allowance.js';
import type { Incidents } from './incidents.js';
import type { ControlLimits } from './limits.js';
import type { PeerRule } from './peer-rule.js';
import { createCredits } from './credits.js';
import { createRateLimit } from './rate-limit.js';

/**
 * Limits how many connections are accepted. Node accepts one in each turn of the event loop, so the next phone waits in
 * the kernel's queue until all before it were looked at; what is refused here costs a fraction of a connection.
 */
export interface AcceptRule {
  /**
   * Whether to accept a connection from this address; counts and reports it. Undefined: it was reset already, and there
   * is nobody to answer.
   */
  takes(address: string | undefined): boolean;
}

export interface AcceptRuleOptions {
  readonly toPeer: PeerRule['toPeer'];
  /** Whether this peer has shown a token within a day. */
  readonly isKnown: (peer: string) => boolean;
  /** What a peer's connections count for: those of a client's several addresses count together, beyond an eighth each. */
  readonly accountOf: (peer: string) => string;
  readonly incidents: Incidents;
  readonly limits: Pick<
    ControlLimits,
    | 'connectionsPerSecond'
    | 'connectionBurst'
    | 'strangerPerSecond'
    | 'strangerBurstEach'
    | 'strangersPerSecond'
    | 'strangerBurst'
    | 'connectionsInVain'
  >;
  readonly steadyMs: () => number;
}

/** Stands for the peers of connections that were reset before they could be asked for an address. */
const RESET = 'reset';
/** How many peers and clients are counted at a time. */
const COUNTED = 1_024;

export function createAcceptRule(options: AcceptRuleOptions): AcceptRule {
  const { toPeer, isKnown, accountOf, incidents, limits, steadyMs } = options;
  const credits = createCredits({ most: COUNTED, steadyMs });
  const resets = createAllowance({ most: limits.connectionsInVain, withinMs: 60_000, steadyMs });
  const strangers = createRateLimit({
    perSecond: limits.strangersPerSecond,
    burst: limits.strangerBurst,
    steadyMs,
  });

  const stranger = { perSecond: limits.strangerPerSecond, burst: limits.strangerBurstEach };
  const known = { perSecond: limits.connectionsPerSecond, burst: limits.connectionBurst };

  return {
    takes(address) {
      if (address === undefined) {
        if (resets.waitMs(RESET) > 0) incidents.note('tooManyConnections', RESET);
        else resets.note(RESET);
        return false;
      }
      const peer = toPeer(address);
      const isStranger = !isKnown(peer);
      // Its own first: what one stranger is refused must not count against the others.
      const hasCredit = credits.of(peer, accountOf(peer), isStranger ? stranger : known).take() === 0;
      const isTaken = hasCredit && (!isStranger || strangers.take() === 0);
      if (!isTaken) incidents.note('tooManyConnections', peer);
      return isTaken;
    },
  };
}

/** Node's own object for a listening socket, as far as it is used here. */
interface Listening {
  onconnection?: (status: number, accepted?: Accepted) => void;
}

interface Accepted {
  getpeername(out: { address?: string }): number;
  close(): void;
}

/**
 * Applies the rule before Node creates a socket. Node has no public way to do this: without the members that it uses,
 * all connections are accepted, and the other limits apply.
 */
export function limitAccepting(server: Server, rule: AcceptRule): void {
  const { _handle: listening } = server as unknown as { readonly _handle?: Listening | null };
  if (listening?.onconnection === undefined) return;
  const accept = listening.onconnection.bind(listening);
  listening.onconnection = (status, accepted) => {
    const peer: { address?: string } = {};
    accepted?.getpeername(peer);
    if (accepted !== undefined && !rule.takes(peer.address)) accepted.close();
    else accept(status, accepted);
  };
}
