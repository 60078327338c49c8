/** The account that a place is held on. */
export interface Place {
  readonly peer: string;
  /** A key that is the same for all that count as one client, where clients have a limit of their own. */
  readonly client?: string;
  /** A holder loses its place to no newcomer of a lower rank, whatever their peers. */
  readonly rank?: number;
}

export interface QuotaOptions {
  readonly total: number;
  /** At this limit a peer loses its longest idle holder: the newcomer, if all others are busy. */
  readonly perPeer?: number;
  /**
   * At this limit the client's peer that holds most loses its newest holder, as any peer does when the total is full.
   */
  readonly perClient?: number;
  /** Whether the peer is one of those that a quarter of all places is reserved for. Left out: nothing is reserved. */
  readonly isKnown?: (peer: string) => boolean;
}

/** Places that peers share, so that no peer costs another its own (contract, section 4, "Limits"). */
export interface Quota<Holder> {
  /**
   * Takes a place. Returns null if there was room; otherwise the holder that lost its place: another one or `holder`.
   */
  take(holder: Holder, place: Place): Holder | null;
  /** Notes activity of a holder, which decides how long it is idle. */
  use(holder: Holder, isBusy: boolean): void;
  leave(holder: Holder): void;
}

interface Entry<Holder> extends Place {
  readonly holder: Holder;
  isBusy: boolean;
  /** Increases with each use. */
  usedAt: number;
}

export function createQuota<Holder>(options: QuotaOptions): Quota<Holder> {
  return new SharedQuota(options);
}

/** The places of one peer, oldest first. */
type Share<Holder> = readonly Entry<Holder>[];

class SharedQuota<Holder> implements Quota<Holder> {
  readonly #options: QuotaOptions;
  readonly #entries = new Map<Holder, Entry<Holder>>();
  /** Places by peer: in a flood there are fewer peers than places. */
  readonly #shares = new Map<string, Share<Holder>>();
  #uses = 0;

  constructor(options: QuotaOptions) {
    this.#options = options;
  }

  #shareOf(peer: string): Share<Holder> {
    return this.#shares.get(peer) ?? [];
  }

  /** Returns who must make room for the newcomer; null if nobody must. */
  #loser(newcomer: Entry<Holder>): Entry<Holder> | null {
    const { total, perPeer = Infinity, perClient = Infinity, isKnown = () => true } = this.#options;
    const own = this.#shareOf(newcomer.peer);
    if (own.length >= perPeer) return [...own, newcomer].filter(({ isBusy }) => !isBusy).reduce(idler);
    const count = this.#entries.size;
    if (count >= perClient) {
      const ofClient = [...this.#shares.values()].map(share =>
        share.filter(({ client }) => client === newcomer.client),
      );
      if (countOf(ofClient) >= perClient) return newestOfFullest(ofClient, newcomer);
    }
    const open = total - Math.floor(total / 4);
    if (count >= open && !isKnown(newcomer.peer)) {
      const strangers = [...this.#shares].filter(([peer]) => !isKnown(peer)).map(([, share]) => share);
      if (countOf(strangers) >= open) return newestOfFullest(strangers, newcomer);
    }
    return count < total ? null : this.#loserOfAll(newcomer);
  }

  #loserOfAll(newcomer: Entry<Holder>): Entry<Holder> {
    const { rank: own = 0 } = newcomer;
    const upTo = (most: number): Share<Holder>[] =>
      [...this.#shares.values()].map(share => share.filter(({ rank = 0 }) => rank <= most));
    const mine = this.#shareOf(newcomer.peer).length;
    for (let lower = 0; lower < own; lower += 1) {
      const last = fullestOf(upTo(lower), []).at(-1);
      // A client with a token takes no place from a peer that holds less: its own peer has places to give.
      const isFair = last !== undefined && this.#shareOf(last.peer).length >= mine;
      if (last !== undefined && (lower === 0 || isFair || last.peer === newcomer.peer)) return last;
    }
    return newestOfFullest(upTo(own), newcomer);
  }

  take(holder: Holder, place: Place): Holder | null {
    this.#uses += 1;
    const newcomer = { ...place, holder, isBusy: false, usedAt: this.#uses };
    const loser = this.#loser(newcomer);
    if (loser === newcomer) return holder;
    if (loser !== null) this.leave(loser.holder);
    this.#entries.set(holder, newcomer);
    this.#shares.set(newcomer.peer, [...this.#shareOf(newcomer.peer), newcomer]);
    return loser?.holder ?? null;
  }

  use(holder: Holder, isBusy: boolean): void {
    const entry = this.#entries.get(holder);
    if (entry === undefined) return;
    this.#uses += 1;
    entry.isBusy = isBusy;
    entry.usedAt = this.#uses;
  }

  leave(holder: Holder): void {
    const entry = this.#entries.get(holder);
    if (entry === undefined) return;
    this.#entries.delete(holder);
    const left = this.#shareOf(entry.peer).filter(each => each !== entry);
    if (left.length > 0) this.#shares.set(entry.peer, left);
    else this.#shares.delete(entry.peer);
  }
}

function countOf<Holder>(shares: readonly Share<Holder>[]): number {
  return shares.reduce((count, share) => count + share.length, 0);
}

function idler<Holder>(one: Entry<Holder>, other: Entry<Holder>): Entry<Holder> {
  return one.usedAt <= other.usedAt ? one : other;
}

function fullestOf<Holder>(shares: readonly Share<Holder>[], first: Share<Holder>): Share<Holder> {
  return shares.reduce((most, share) => (share.length > most.length ? share : most), first);
}

/**
 * Returns the newest holder of the peer that holds most: the newcomer, if no other peer holds more than its own then
 * would.
 */
function newestOfFullest<Holder>(shares: readonly Share<Holder>[], newcomer: Entry<Holder>): Entry<Holder> {
  const own = shares.find(([first]) => first?.peer === newcomer.peer) ?? [];
  return fullestOf(shares, [...own, newcomer]).at(-1) ?? newcomer;
}
