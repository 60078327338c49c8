import type { Caller } from './caller.js';
import type { ControlLimits } from './limits.js';
import { type Credit, createRateLimit } from './rate-limit.js';

/**
 * How much guests may have the service asked, each and all together: beyond its own limit the service leaves the whole account
 * unanswered, what plays as well. What is counted are the requests that go out, whatever they are for; they are laid to the
 * charge of the guest who acted last.
 */
export interface GuestRates {
  /** A request to the service goes out. */
  noteRequest(): void;
  /** A guest acts. What follows soon is his; null: nobody's, as it was an owner. */
  noteAct(guest: Guest | null): void;
  /** Before a call of a guest that has the service asked. */
  take(guest: Guest): Held | Taken;
}

/** One that is under way: it may yet cost something. */
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
  readonly by: { readonly client: string; readonly peer: string | null };
}

export interface GuestRatesOptions {
  readonly limits: Pick<
    ControlLimits,
    'requests' | 'requestsHourly' | 'requestsFreely' | 'requestsOfGuest' | 'requestsOfGuestHourly'
  >;
  readonly steadyMs: () => number;
}

/** Guests that are counted at a time. */
const COUNTED = 1_024;
/** So soon after an act, milliseconds, a request is a consequence of it. */
const FOLLOWS_MS = 10_000;
/** When to come again where only what is under way stands in the way, milliseconds. */
const UNDER_WAY_RETRY_MS = 1_000;

interface Counted {
  readonly rate: Credit;
  readonly by: Held['by'];
  underWay: number;
}

export function createGuestRates({ limits, steadyMs }: GuestRatesOptions): GuestRates {
  const create = (burst: number, hourly: number): Credit =>
    createRateLimit({ burst, perSecond: hourly / 3_600, steadyMs });
  const all = create(limits.requests, limits.requestsHourly);
  const leftWhereEachHasHisOwn = limits.requests - limits.requestsFreely;
  /** Whoever acted longest ago first. */
  const counted = new Map<string, Counted>();
  let last: { readonly by: Counted; readonly atMs: number } | null = null;
  let underWay = 0;

  function find({ client, caller, peer }: Guest): Counted {
    const found = counted.get(client) ?? {
      rate: create(limits.requestsOfGuest, limits.requestsOfGuestHourly),
      by: { client: caller.name, peer },
      underWay: 0,
    };
    counted.delete(client);
    counted.set(client, found);
    const [first] = counted.keys();
    if (counted.size > COUNTED && first !== undefined) counted.delete(first);
    return found;
  }

  /** Each call under way counts as a request, so that many at once do not all find the last one free. */
  function waitOf(rate: Credit, onTheWay: number, kept = 0): number {
    return rate.waitMs(kept + 1) || (rate.left - onTheWay < kept + 1 ? UNDER_WAY_RETRY_MS : 0);
  }

  return {
    noteRequest() {
      all.pay();
      if (last !== null && steadyMs() - last.atMs < FOLLOWS_MS) last.by.rate.pay();
    },
    noteAct(guest) {
      last = guest === null ? null : { by: find(guest), atMs: steadyMs() };
    },
    take(guest) {
      const own = find(guest);
      const isCrowded = all.left - underWay < leftWhereEachHasHisOwn;
      const ownMs = isCrowded ? waitOf(own.rate, own.underWay) : 0;
      if (ownMs > 0) return { waitMs: ownMs, why: 'you had the service asked too much lately', by: own.by };
      // Under open access every address is a guest: what is left for one belongs to those who were admitted.
      const allMs = waitOf(all, underWay, guest.caller.hasToken ? 0 : limits.requestsOfGuest);
      if (allMs > 0) {
        const why = 'the service was asked too much lately for guests to ask more';
        return { waitMs: allMs, why, by: whoHadMostAsked(counted.values()) ?? own.by };
      }
      own.underWay += 1;
      underWay += 1;
      return {
        end() {
          own.underWay -= 1;
          underWay -= 1;
        },
      };
    },
  };
}

function whoHadMostAsked(counted: Iterable<Counted>): Held['by'] | null {
  let most: Counted | null = null;
  let least = Infinity;
  for (const one of counted) {
    const left = one.rate.left - one.underWay;
    if (left < least) [most, least] = [one, left];
  }
  return most?.by ?? null;
}
