import type { Caller } from './caller.js';
import type { ControlLimits } from './limits.js';
import { type Credit, createRateLimit } from './rate-limit.js';

/**
 * Limits how many requests to the service guests cause, each and all together: beyond the service's own limit the whole
 * account gets no answers, including playback. Counts every request that goes out during a guest's call or soon after a
 * guest's action, whatever its purpose. Playback and owners have the rest.
 */
export interface GuestRates {
  /** Counts a request to the service. */
  noteRequest(): void;
  /** Begins a call that asks the service, or returns why it is held back; null: an owner's call, which never is. */
  take(guest: Guest | null): Held | Taken;
  /** Notes a guest's call that may ask the service something. */
  noteAct(guest: Guest): void;
}

/** A call in progress, which may still cause requests. */
export interface Taken {
  end(): void;
}

/** A guest that makes a call. */
export interface Guest {
  /** The key that the client is counted under. */
  readonly client: string;
  readonly caller: Caller;
  readonly peer: string | null;
  /** Whether it is a call of `player.*`, which has a part of the guest's share for itself. */
  readonly plays: boolean;
}

/** Why a call is held back, and for how long. */
export interface Held {
  readonly waitMs: number;
  readonly why: string;
  /** The guest that caused most requests, not always the one held back. */
  readonly by: By;
}

/** The name is read only when it is logged, as the guest may be renamed by then. */
type By = Pick<Guest, 'peer'> & { readonly caller: Pick<Caller, 'name'> };

export interface GuestRatesOptions {
  readonly limits: Pick<
    ControlLimits,
    | 'requests'
    | 'requestsHourly'
    | 'requestsFreely'
    | 'requestsOfGuest'
    | 'requestsOfGuestHourly'
    | 'requestsToPlay'
    | 'requestsToPlayHourly'
  >;
  readonly steadyMs: () => number;
}

/** How many guests are counted at a time. */
const COUNTED = 1_024;
/** A request within this time after an action, or after the end of a call, counts as its consequence, milliseconds. */
const FOLLOWS_MS = 10_000;
/** Retry delay if only calls in progress stand in the way, milliseconds. */
const UNDER_WAY_RETRY_MS = 1_000;

interface Counted {
  /** Its share for every purpose, and what only `player.*` may use besides. */
  readonly rate: Credit;
  readonly toPlay: Credit;
  /** The caller that was counted here last. */
  by: By;
  /** Calls in progress: of `player.*`, and others. */
  playing: number;
  asking: number;
}

/** A guest's call, for what follows it. */
type Act = readonly [by: Counted, plays: boolean];

export function createGuestRates(options: GuestRatesOptions): GuestRates {
  return new RequestRates(options);
}

class RequestRates implements GuestRates {
  readonly #options: GuestRatesOptions;
  readonly #all: Credit;
  /** In order of the last action, oldest first. */
  readonly #counted = new Map<string, Counted>();
  readonly #busy = new Set<Counted>();
  #last: { readonly act: Act; readonly atMs: number } | null = null;
  #underWay = 0;
  #ownersUnderWay = 0;

  constructor(options: GuestRatesOptions) {
    const { requests, requestsHourly } = options.limits;
    this.#options = options;
    this.#all = this.#create(requests, requestsHourly);
  }

  #create(burst: number, hourly: number): Credit {
    return createRateLimit({ burst, perSecond: hourly / 3_600, steadyMs: this.#options.steadyMs });
  }

  #find({ client, caller, peer }: Guest): Counted {
    const { requestsOfGuest, requestsOfGuestHourly, requestsToPlay, requestsToPlayHourly } =
      this.#options.limits;
    const found = this.#counted.get(client) ?? {
      rate: this.#create(requestsOfGuest, requestsOfGuestHourly - requestsToPlayHourly),
      toPlay: this.#create(requestsToPlay, requestsToPlayHourly),
      by: { caller, peer },
      playing: 0,
      asking: 0,
    };
    found.by = { caller, peer };
    this.#counted.delete(client);
    this.#counted.set(client, found);
    const [first] = this.#counted.keys();
    if (this.#counted.size > COUNTED && first !== undefined) this.#counted.delete(first);
    return found;
  }

  #noteLast(act: Act | null): void {
    this.#last = act === null ? null : { act, atMs: this.#options.steadyMs() };
  }

  /**
   * Counts the call as in progress, so that requests meanwhile are not charged to a guest that does something small.
   */
  #begun(by: Counted, plays: boolean): Taken {
    const count = (calls: number): void => {
      by[plays ? 'playing' : 'asking'] += calls;
      this.#underWay += calls;
    };
    count(1);
    this.#busy.add(by);
    return {
      end: () => {
        count(-1);
        if (by.playing + by.asking === 0) this.#busy.delete(by);
        this.#noteLast([by, plays]);
      },
    };
  }

  #begunByOwner(): Taken {
    this.#ownersUnderWay += 1;
    return {
      end: () => {
        this.#ownersUnderWay -= 1;
        this.#noteLast(null);
      },
    };
  }

  #whyHeld({ caller, plays }: Guest, own: Counted): Held | null {
    const { requests, requestsFreely, requestsOfGuest } = this.#options.limits;
    const { rate, toPlay, by, playing, asking } = own;
    // Until then each guest is limited to its own share.
    const crowdedMs = waitOf(this.#all, this.#underWay, requests - requestsFreely - 1);
    const shareMs = waitOf(rate, playing + asking);
    const ownMs = Math.min(crowdedMs, plays ? Math.min(shareMs, waitOf(toPlay, playing)) : shareMs);
    // Under open access every address is a guest: one guest's share is reserved for admitted clients.
    const allMs = waitOf(this.#all, this.#underWay, caller.hasToken ? 0 : requestsOfGuest);
    const waitMs = Math.max(ownMs, allMs);
    if (waitMs === 0) return null;
    if (ownMs > 0)
      return { waitMs, why: 'you have caused too many requests to the music service; try again later', by };
    const why = 'guests have caused too many requests to the music service; try again later';
    return { waitMs, why, by: whoHadMostAsked(this.#counted.values()) ?? by };
  }

  /** A call of `player.*` uses its own part only where the rest is used up. */
  #charge([{ rate, toPlay }, plays]: Act, requests: number): void {
    const credit = plays && rate.left < requests ? toPlay : rate;
    credit.pay(requests);
    this.#all.pay(requests);
  }

  noteRequest(): void {
    const calls = this.#underWay + this.#ownersUnderWay;
    for (const one of this.#busy) {
      if (one.playing > 0) this.#charge([one, true], one.playing / calls);
      if (one.asking > 0) this.#charge([one, false], one.asking / calls);
    }
    const isRecent = this.#last !== null && this.#options.steadyMs() - this.#last.atMs < FOLLOWS_MS;
    if (calls === 0 && isRecent && this.#last !== null) this.#charge(this.#last.act, 1);
  }

  take(guest: Guest | null): Held | Taken {
    if (guest === null) return this.#begunByOwner();
    const own = this.#find(guest);
    return this.#whyHeld(guest, own) ?? this.#begun(own, guest.plays);
  }

  noteAct(guest: Guest): void {
    if (this.#underWay + this.#ownersUnderWay === 0) this.#noteLast([this.#find(guest), guest.plays]);
  }
}

/** Counts each call in progress as a request, so that concurrent calls do not all take the last free one. */
function waitOf(rate: Credit, onTheWay: number, kept = 0): number {
  return rate.waitMs(kept + 1) || (rate.left - onTheWay < kept + 1 ? UNDER_WAY_RETRY_MS : 0);
}

function whoHadMostAsked(counted: Iterable<Counted>): By | null {
  let most: Counted | null = null;
  let least = Infinity;
  for (const one of counted) {
    const left = one.rate.left + one.toPlay.left - one.playing - one.asking;
    if (left < least) [most, least] = [one, left];
  }
  return most?.by ?? null;
}
