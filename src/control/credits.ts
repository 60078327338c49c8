import { CONTROL_LIMITS } from './limits.js';
import { type Credit, createRateLimit, type RateLimitOptions } from './rate-limit.js';

/** What each address of a client has to itself: an eighth, as eight of them are known at most. */
const SHARES = CONTROL_LIMITS.knownPeersPerClient;

/** Credits of peers. Those of one client's addresses are used together, and none can use up another's. */
export interface Credits {
  /** Returns the credit of the peer, whose use counts for the account: the client that was there last, or itself. */
  of(peer: string, account: string, rate: Pick<RateLimitOptions, 'perSecond' | 'burst'>): Credit;
}

export interface CreditsOptions {
  /** How many credits are kept; beyond that, the one used longest ago is forgotten. */
  readonly most: number;
  /** A clock that never jumps, milliseconds. */
  readonly steadyMs: () => number;
}

export function createCredits({ most, steadyMs }: CreditsOptions): Credits {
  const kept = new Map<string, Credit>();

  function keep(key: string, perSecond: number, burst: number): Credit {
    const credit = kept.get(key) ?? createRateLimit({ perSecond, burst, steadyMs });
    kept.delete(key);
    kept.set(key, credit);
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    return credit;
  }

  return {
    of(peer, account, { perSecond, burst }) {
      const shared = keep(account, perSecond, burst);
      if (account === peer) return shared;
      // A host that has passed a client's session on counts as one of its addresses, and may do its worst there.
      return eitherOf(keep(`${account} at ${peer}`, perSecond / SHARES, burst / SHARES), shared);
    },
  };
}

/** The first credit, and the second for what is beyond it. */
function eitherOf(first: Credit, second: Credit): Credit {
  return {
    // With nothing left of the first, nothing more can be charged to it.
    waitMs: (least = 1) => Math.min(first.waitMs(Math.max(1, least)), second.waitMs(least)),
    take: () => (first.take() === 0 ? 0 : second.take()),
    pay(calls = 1) {
      const ofFirst = Math.min(calls, Math.max(0, first.left));
      first.pay(ofFirst);
      second.pay(calls - ofFirst);
    },
    get left() {
      return Math.max(first.left, second.left);
    },
  };
}
