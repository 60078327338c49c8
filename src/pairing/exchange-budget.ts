import { createAllowance } from '../allowance.js';

/** How often the service is asked to exchange a code (contract, section 3), so that no peer uses up what others need. */
export interface ExchangeBudget {
  /** 0: go ahead, it is counted; else how long to wait, milliseconds. `peer`: the one that started the sign-in. */
  take(peer: string): number;
  /** That exchange failed. */
  noteFailure(peer: string): void;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const OF_PEER = { most: 3, withinMs: MINUTE_MS };
const OF_ALL = [
  { most: 10, withinMs: MINUTE_MS },
  { most: 120, withinMs: HOUR_MS },
];
/** The rest is kept for peers without a failure. */
const SHARE_AFTER_FAILURE = 0.7;
const FAILURE = { most: 1, withinMs: HOUR_MS };
/** What all share is noted under one name. */
const ALL = '';

export function createExchangeBudget(steadyMs: () => number): ExchangeBudget {
  const ofPeer = createAllowance({ ...OF_PEER, steadyMs });
  const failures = createAllowance({ ...FAILURE, steadyMs });
  const ofAll = OF_ALL.map(each => createAllowance({ ...each, steadyMs }));
  const afterFailure = OF_ALL.map(({ most, withinMs }) =>
    createAllowance({ most: Math.floor(most * SHARE_AFTER_FAILURE), withinMs, steadyMs }),
  );

  return {
    take(peer) {
      const shared = failures.waitMs(peer) === 0 ? ofAll : afterFailure;
      const waitMs = Math.max(ofPeer.waitMs(peer), ...shared.map(each => each.waitMs(ALL)));
      if (waitMs > 0) return waitMs;
      ofPeer.note(peer);
      for (const each of [...ofAll, ...afterFailure]) each.note(ALL);
      return 0;
    },
    noteFailure: peer => failures.note(peer),
  };
}
