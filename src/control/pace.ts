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
  /** Whether this peer has shown a token within a day: it does not wait for peers that have not. */
  readonly isKnown: (peer: string) => boolean;
  /** What a peer's work counts for: that of a client's several addresses counts together. */
  readonly accountOf: (peer: string) => string;
  /**
   * Called when more of a peer's work waits than a browser would cause, when work is refused, and when work waits because
   * of the number of peers.
   */
  readonly onCrowded: (peer: string) => void;
}

/** Processor time per second for each peer, milliseconds. */
const MS_A_SECOND = 150;
/** Processor time at once, milliseconds: enough for a whole house to open the remote of a small machine. */
const BURST_MS = 400;
/** How much of one peer's work may wait; no browser has more than a few pieces waiting. */
const MOST = 100;
const FEW = 12;
/** How many such peers may wait for a later turn before they count as a crowd; no household has as many. */
const CROWD = 32;
/** How many may wait until all of them leave half of the processor to others. */
const SEVERAL = 4;
/** How many peers are counted at a time; beyond that, the one silent longest is forgotten. */
const COUNTED = 256;

interface Account {
  /** The address that it was used from last. */
  peer: string;
  readonly credit: Credit;
  readonly waiting: (() => void)[];
  /** Work was begun in this turn, or more is waiting. */
  isBusy: boolean;
}

export function createPace({ steadyMs, isKnown, accountOf, onCrowded }: PaceOptions): Pace {
  const accounts = new Map<string, Account>();
  const strangers = createStrangerTurns(steadyMs);

  function find(peer: string): Account {
    const key = accountOf(peer);
    const account = accounts.get(key) ?? {
      peer,
      credit: createRateLimit({ perSecond: MS_A_SECOND, burst: BURST_MS, steadyMs }),
      waiting: [],
      isBusy: false,
    };
    account.peer = peer;
    accounts.delete(key);
    accounts.set(key, account);
    const [oldest] = accounts.keys();
    if (accounts.size > COUNTED && oldest !== undefined) accounts.delete(oldest);
    return account;
  }

  const hasRoom = ({ peer }: Account): boolean => isKnown(peer) || strangers.hasRoom();

  /** Begins the next piece of work, after what other peers sent meanwhile has been read. */
  function goOn(account: Account): void {
    const waitMs = account.credit.waitMs(0);
    account.isBusy = account.waiting.length > 0;
    if (!account.isBusy) return;
    if (waitMs > 0) setTimeout(goOn, waitMs, account).unref();
    else if (hasRoom(account)) account.waiting.shift()?.();
    else {
      if (strangers.waiting >= CROWD) onCrowded(account.peer);
      strangers.wait(() => account.waiting.shift()?.());
    }
  }

  /** Runs work and charges its time until it settles or first waits; what is left to do then is little. */
  function begin<T>(account: Account, work: () => Promise<T>): Promise<T> {
    account.isBusy = true;
    if (!isKnown(account.peer)) strangers.note();
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
      if (!account.isBusy && waitMs === 0 && hasRoom(account)) return begin(account, work);
      if (account.waiting.length >= FEW) onCrowded(peer);
      if (account.waiting.length >= MOST) return null;
      return new Promise((resolve, reject) => {
        account.waiting.push(() => void begin(account, work).then(resolve, reject));
        if (!account.isBusy) goOn(account);
      });
    },
  };
}

/**
 * Begins one piece of work of all peers without a token in each turn of the event loop: a TLS handshake may take 20 ms, and
 * a peer with a token waits for the rest of the turn several times. While several wait, a pause as long follows each piece: a
 * phone's new connection may wait behind a thousand others, and each turn accepts one.
 */
function createStrangerTurns(steadyMs: () => number) {
  /** The first first. */
  const queue: (() => void)[] = [];
  let isBegun = false;
  let isNextAwaited = false;

  function next(): void {
    isNextAwaited = false;
    isBegun = false;
    queue.shift()?.();
    if (queue.length > 0) awaitNext();
  }

  function awaitNext(): void {
    if (isNextAwaited) return;
    isNextAwaited = true;
    const fromMs = steadyMs();
    setImmediate(() => {
      if (queue.length < SEVERAL) next();
      else setTimeout(next, steadyMs() - fromMs);
    });
  }

  return {
    hasRoom: () => queue.length === 0 && !isBegun,
    /** How many wait for a later turn. */
    get waiting() {
      return queue.length;
    },
    /** Notes that work was begun. */
    note() {
      isBegun = true;
      awaitNext();
    },
    wait(begin: () => void) {
      queue.push(begin);
      awaitNext();
    },
  };
}
