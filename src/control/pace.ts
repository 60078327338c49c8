import { type Credit, createRateLimit } from './rate-limit.js';

/** What a peer sends and asks for costs the processor is measured, and whoever has had much of it waits: nobody else does. */
export interface Pace {
  /**
   * Does it now, or in its turn: one of a peer in each turn of the loop, and in the long run a seventh of the processor for
   * each peer. Null: so many of this peer wait that it is not done. Settles as `work` does.
   */
  take<T>(peer: string, work: () => Promise<T>): Promise<T> | null;
}

export interface PaceOptions {
  /** A clock that never jumps, milliseconds. */
  readonly steadyMs: () => number;
  /** Told at each that comes while more of its peer wait than a browser would ask for, and of each that is not done. */
  readonly onCrowded: (peer: string) => void;
}

/** Of each second, for each peer. */
const MS_A_SECOND = 150;
/** At once: everybody in the house opens the remote of a small machine. */
const BURST_MS = 400;
/** Of one peer that wait; more than a few no browser has. */
const MOST = 100;
const FEW = 12;
/** One that is forgotten has long been silent, or is one of very many. */
const COUNTED = 256;

interface Account {
  readonly credit: Credit;
  readonly waiting: (() => void)[];
  /** Something of it was just begun, or somebody waits. */
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

  /** What others sent meanwhile is read before the next of this one. */
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

  /** Until it is done or waits for something; what is left to do then is little. */
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
