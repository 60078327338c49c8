import { type Allowance, createAllowance } from '../lib/allowance.js';

/**
 * Limits how often codes are exchanged at the service (contract, section 3), so that no peer uses up the others' share.
 */
export interface ExchangeBudget {
  /**
   * Counts one exchange and returns 0, or returns the wait in milliseconds. `peer`: the peer that started the sign-in.
   */
  take(peer: string): number;
  /**
   * Ends an exchange that `take` admitted. `isForeign`: its tokens cost two more requests, a profile query and a
   * revocation.
   */
  settle(isForeign: boolean): void;
  /** Records that an exchange for this peer failed. */
  noteFailure(peer: string): void;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const OF_PEER = { most: 3, withinMs: MINUTE_MS };
const OF_ALL = { most: 10, withinMs: MINUTE_MS };
/** Requests to the service: besides the exchange, a stranger's account costs a profile query and a revocation. */
const REQUESTS = { most: 120, withinMs: HOUR_MS };
const OF_STRANGER = 3;
/** The share of peers with a recent failure; the rest is reserved for peers without one. */
const SHARE_AFTER_FAILURE = 0.7;
const FAILURE = { most: 1, withinMs: HOUR_MS };
/** The name under which the shared allowances count. */
const ALL = '';

export function createExchangeBudget(steadyMs: () => number): ExchangeBudget {
  const ofPeer = createAllowance({ ...OF_PEER, steadyMs });
  const failures = createAllowance({ ...FAILURE, steadyMs });
  const createShare = (part: number) => {
    const [exchanges, requests] = [OF_ALL, REQUESTS].map(({ most, withinMs }) =>
      createAllowance({ most: Math.floor(most * part), withinMs, steadyMs }),
    ) as [Allowance, Allowance];
    return { exchanges, requests };
  };
  let underWay = 0;
  const [ofAll, afterFailure] = [createShare(1), createShare(SHARE_AFTER_FAILURE)];

  return {
    take(peer) {
      const open = failures.waitMs(peer) === 0 ? [ofAll] : [ofAll, afterFailure];
      // Each exchange under way may turn out to be a stranger's and cost more requests.
      const most = OF_STRANGER + underWay * (OF_STRANGER - 1);
      const waits = open.map(({ exchanges, requests }) =>
        Math.max(exchanges.waitMs(ALL), requests.waitMs(ALL, most)),
      );
      const waitMs = Math.max(ofPeer.waitMs(peer), ...waits);
      if (waitMs > 0) return waitMs;
      underWay += 1;
      ofPeer.note(peer);
      for (const share of [ofAll, afterFailure]) {
        share.exchanges.note(ALL);
        share.requests.note(ALL);
      }
      return 0;
    },
    settle(isForeign) {
      underWay -= 1;
      if (!isForeign) return;
      for (const { requests } of [ofAll, afterFailure]) requests.note(ALL, OF_STRANGER - 1);
    },
    noteFailure: peer => failures.note(peer),
  };
}
