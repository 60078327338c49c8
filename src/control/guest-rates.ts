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
    'requests' | 'requestsHourly' | 'requestsFreely' | 'requestsOfGuest' | 'requestsOfGuestHourly'
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
  readonly rate: Credit;
  /** The caller that was counted here last. */
  by: By;
  underWay: number;
}

export function createGuestRates(options: GuestRatesOptions): GuestRates {
  return new RequestRates(options);
}

class RequestRates implements GuestRates {
  readonly #options: GuestRatesOptions;
  readonly #all: Credit;
  /** In order of the last action, oldest first. */
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

  /**
   * Counts the call as in progress, so that requests meanwhile are not charged to a guest that does something small.
   */
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
    if (ownMs > 0)
      return {
        waitMs: ownMs,
        why: 'you have caused too many requests to the music service; try again later',
        by,
      };
    // Under open access every address is a guest: one guest's share is reserved for admitted clients.
    const waitMs = waitOf(this.#all, this.#underWay, caller.hasToken ? 0 : requestsOfGuest);
    if (waitMs === 0) return null;
    const why = 'guests have caused too many requests to the music service; try again later';
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

/** Counts each call in progress as a request, so that concurrent calls do not all take the last free one. */
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
