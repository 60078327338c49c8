import { type Credit, createRateLimit } from './rate-limit.js';

/**
 * Measures the processor time that each peer's requests take, and delays the peers that used much of it; no other peer
 * waits.
 */
export interface Pace {
  /**
   * Runs `work` now or in its turn: one piece per peer and turn of the event loop, and in the long run a seventh of the
   * processor for each peer. Returns null, without running it, if too much of this peer's work is waiting. Settles as
   * `work` does.
   */
  take<T>(peer: string, work: () => Promise<T>): Promise<T> | null;
}

export interface PaceOptions {
  /** A clock that never jumps, milliseconds. */
  readonly steadyMs: () => number;
  /** Called when more of a peer's work waits than a browser would cause, and when work is refused. */
  readonly onCrowded: (peer: string) => void;
}

/** Processor time per second for each peer, milliseconds. */
const MS_A_SECOND = 150;
/** Processor time at once, milliseconds: enough for a whole house to open the remote of a small machine. */
const BURST_MS = 400;
/** How much of one peer's work may wait; no browser has more than a few pieces waiting. */
const MOST = 100;
const FEW = 12;
/** How many peers are counted at a time; beyond that, the one silent longest is forgotten. */
const COUNTED = 256;

interface Account {
  readonly credit: Credit;
  readonly waiting: (() => void)[];
  /** Work was just begun in this turn, or more is waiting. */
  isBusy: boolean;
}

export function createPace({ steadyMs, onCrowded }: PaceOptions): Pace {
  const accounts = new Map<string, Account>();

  function find(peer: string): Account {
    const account = accounts.get(peer) ?? {
      credit: createRateLimit({ perSecond: MS_A_SECOND, burst: BURST_MS, steadyMs }),
      waiting: [],
      isBusy: false,
    };
    accounts.delete(peer);
    accounts.set(peer, account);
    const [oldest] = accounts.keys();
    if (accounts.size > COUNTED && oldest !== undefined) accounts.delete(oldest);
    return account;
  }

  /** Begins the next piece of work, after what other peers sent meanwhile has been read. */
  function goOn(account: Account): void {
    const waitMs = account.credit.waitMs(0);
    const next = account.waiting[0];
    account.isBusy = next !== undefined;
    if (next === undefined) return;
    if (waitMs > 0) setTimeout(goOn, waitMs, account).unref();
    else {
      account.waiting.shift();
      next();
    }
  }

  /** Runs work and charges its time until it settles or first waits; what is left to do then is little. */
  function begin<T>(account: Account, work: () => Promise<T>): Promise<T> {
    account.isBusy = true;
    const fromMs = steadyMs();
    const doing = work();
    let tookMs = steadyMs() - fromMs;
    const measure = (): void => {
      tookMs = steadyMs() - fromMs;
    };
    doing.then(measure, measure);
    setImmediate(() => {
      account.credit.pay(tookMs);
      goOn(account);
    });
    return doing;
  }

  return {
    take(peer, work) {
      const account = find(peer);
      const waitMs = account.credit.waitMs(0);
      if (!account.isBusy && waitMs === 0) return begin(account, work);
      if (account.waiting.length >= FEW) onCrowded(peer);
      if (account.waiting.length >= MOST) return null;
      return new Promise((resolve, reject) => {
        account.waiting.push(() => void begin(account, work).then(resolve, reject));
        if (!account.isBusy) goOn(account);
      });
    },
  };
}
