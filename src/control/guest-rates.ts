import type { Caller } from './caller.js';
import type { ControlLimits } from './limits.js';
import { type Credit, createRateLimit } from './rate-limit.js';

/**
 * How much guests may have the service asked, each and all together: beyond its own limit the service leaves the whole account
 * unanswered, what plays as well. What is counted are the requests that go out while calls of theirs are under way, or soon
 * after they acted, whatever they are for. What plays, and owners, have what is left.
 */
export interface GuestRates {
  /** A request to the service goes out. */
  noteRequest(): void;
  /** A call that has the service asked is begun; null: an owner's, which is never held back. */
  take(guest: Guest | null): Held | Taken;
  /** A guest's call that may have the service asked something. */
  noteAct(guest: Guest): void;
}

/** A call that is under way: it may yet cost something. */
export interface Taken {
  end(): void;
}

export interface Guest {
  /** What the client is counted by. */
  readonly client: string;
  readonly caller: Caller;
  readonly peer: string | null;
}

export interface Held {
  readonly waitMs: number;
  readonly why: string;
  /** Who had most asked: not always the one who is held back. */
  readonly by: By;
}

/** His name is asked for when it is told: he may be called something else by then. */
type By = Pick<Guest, 'peer'> & { readonly caller: Pick<Caller, 'name'> };

export interface GuestRatesOptions {
  readonly limits: Pick<
    ControlLimits,
    'requests' | 'requestsHourly' | 'requestsFreely' | 'requestsOfGuest' | 'requestsOfGuestHourly'
  >;
  readonly steadyMs: () => number;
}

/** Guests that are counted at a time. */
const COUNTED = 1_024;
/** So soon after an act, or the end of a call, milliseconds, a request is a consequence of it. */
const FOLLOWS_MS = 10_000;
/** When to come again where only what is under way stands in the way, milliseconds. */
const UNDER_WAY_RETRY_MS = 1_000;

interface Counted {
  readonly rate: Credit;
  /** Who came last by it. */
  by: By;
  underWay: number;
}

export function createGuestRates(options: GuestRatesOptions): GuestRates {
  return new RequestRates(options);
}

class RequestRates implements GuestRates {
  readonly #options: GuestRatesOptions;
  readonly #all: Credit;
  /** Whoever acted longest ago first. */
  readonly #counted = new Map<string, Counted>();
  readonly #busy = new Set<Counted>();
  #last: { readonly by: Counted; readonly atMs: number } | null = null;
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
    const { requestsOfGuest, requestsOfGuestHourly } = this.#options.limits;
    const found = this.#counted.get(client) ?? {
      rate: this.#create(requestsOfGuest, requestsOfGuestHourly),
      by: { caller, peer },
      underWay: 0,
    };
    found.by = { caller, peer };
    this.#counted.delete(client);
    this.#counted.set(client, found);
    const [first] = this.#counted.keys();
    if (this.#counted.size > COUNTED && first !== undefined) this.#counted.delete(first);
    return found;
  }

  #noteLast(by: Counted | null): void {
    this.#last = by === null ? null : { by, atMs: this.#options.steadyMs() };
  }

  /** As long as it is under way, nobody who does something small meanwhile pays for it. */
  #begun(by: Counted): Taken {
    by.underWay += 1;
    this.#underWay += 1;
    this.#busy.add(by);
    return {
      end: () => {
        by.underWay -= 1;
        this.#underWay -= 1;
        if (by.underWay === 0) this.#busy.delete(by);
        this.#noteLast(by);
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

  #whyHeld({ caller }: Guest, own: Counted): Held | null {
    const { requests, requestsFreely, requestsOfGuest } = this.#options.limits;
    const { by } = own;
    const isCrowded = this.#all.left - this.#underWay < requests - requestsFreely;
    const ownMs = isCrowded ? waitOf(own.rate, own.underWay) : 0;
    if (ownMs > 0) return { waitMs: ownMs, why: 'you had the service asked too much lately', by };
    // Under open access every address is a guest: what is left for one belongs to those who were admitted.
    const waitMs = waitOf(this.#all, this.#underWay, caller.hasToken ? 0 : requestsOfGuest);
    if (waitMs === 0) return null;
    const why = 'the service was asked too much lately for guests to ask more';
    return { waitMs, why, by: whoHadMostAsked(this.#counted.values()) ?? by };
  }

  #charge({ rate }: Counted, requests: number): void {
    rate.pay(requests);
    this.#all.pay(requests);
  }

  noteRequest(): void {
    const calls = this.#underWay + this.#ownersUnderWay;
    for (const one of this.#busy) this.#charge(one, one.underWay / calls);
    const isRecent = this.#last !== null && this.#options.steadyMs() - this.#last.atMs < FOLLOWS_MS;
    if (calls === 0 && isRecent && this.#last !== null) this.#charge(this.#last.by, 1);
  }

  take(guest: Guest | null): Held | Taken {
    if (guest === null) return this.#begunByOwner();
    const own = this.#find(guest);
    return this.#whyHeld(guest, own) ?? this.#begun(own);
  }

  noteAct(guest: Guest): void {
    if (this.#underWay + this.#ownersUnderWay === 0) this.#noteLast(this.#find(guest));
  }
}

/** Each call under way counts as a request, so that many at once do not all find the last one free. */
function waitOf(rate: Credit, onTheWay: number, kept = 0): number {
  return rate.waitMs(kept + 1) || (rate.left - onTheWay < kept + 1 ? UNDER_WAY_RETRY_MS : 0);
}

function whoHadMostAsked(counted: Iterable<Counted>): By | null {
  let most: Counted | null = null;
  let least = Infinity;
  for (const one of counted) {
    const left = one.rate.left - one.underWay;
    if (left < least) [most, least] = [one, left];
  }
  return most?.by ?? null;
}
