import { type Allowance, createAllowance } from '../allowance.js';

/** How often the service is asked to exchange a code (contract, section 3), so that no peer uses up what others need. */
export interface ExchangeBudget {
  /** 0: go ahead, it is counted; else how long to wait, milliseconds. `peer`: the one that started the sign-in. */
  take(peer: string): number;
  /** An exchange is over for which `take` said so; `isForeign`: by tokens that were then asked about and revoked. */
  settle(isForeign: boolean): void;
  /** That exchange failed. */
  noteFailure(peer: string): void;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const OF_PEER = { most: 3, withinMs: MINUTE_MS };
const OF_ALL = { most: 10, withinMs: MINUTE_MS };
/** Requests to the service, of which a stranger's own account takes more than the exchange: profile, revocation. */
const REQUESTS = { most: 120, withinMs: HOUR_MS };
const OF_STRANGER = 3;
/** The rest is kept for peers without a failure. */
const SHARE_AFTER_FAILURE = 0.7;
const FAILURE = { most: 1, withinMs: HOUR_MS };
/** What all share is noted under one name. */
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
      // Any of those under way may turn out to be a stranger's.
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
