import type { Caller } from './caller.js';
import type { ControlLimits } from './limits.js';
import { type Credit, createRateLimit } from './rate-limit.js';

/**
 * How often guests may have the service asked, each and all together, whatever comes of it: beyond its own limit the service
 * leaves the whole account unanswered, what plays as well.
 */
export interface AskedRates {
  /** What is counted is paid at once. */
  take(client: string, who: Who): Held | Paid;
  /** A command of his was done: with it come questions and reports that nobody asked for by themselves. */
  more(client: string, who: Who): void;
}

export interface Paid {
  /** It asked the service for nothing: whatever was taken for it. */
  giveBack(): void;
}

export interface Who {
  readonly caller: Caller;
  readonly peer: string | null;
}

export interface Held {
  readonly waitMs: number;
  readonly why: string;
  /** Who asked most: not always the one who is held back. */
  readonly by: { readonly client: string; readonly peer: string | null };
}

export interface AskedRatesOptions {
  readonly limits: Pick<
    ControlLimits,
    'askedOfGuests' | 'askedOfGuestsHourly' | 'askedOfGuestsFreely' | 'askedOfGuest' | 'askedOfGuestHourly'
  >;
  readonly steadyMs: () => number;
}

/** Guests that are counted at a time. */
const COUNTED = 1_024;

interface Counted {
  readonly rate: Credit;
  readonly by: Held['by'];
}

export function createAskedRates({ limits, steadyMs }: AskedRatesOptions): AskedRates {
  const create = (burst: number, hourly: number): Credit =>
    createRateLimit({ burst, perSecond: hourly / 3_600, steadyMs });
  const all = create(limits.askedOfGuests, limits.askedOfGuestsHourly);
  const leftWhereEachHasHisOwn = limits.askedOfGuests - limits.askedOfGuestsFreely;
  /** Whoever asked longest ago first. */
  const counted = new Map<string, Counted>();

  function find(client: string, { caller, peer }: Who): Counted {
    const rate = counted.get(client)?.rate ?? create(limits.askedOfGuest, limits.askedOfGuestHourly);
    const found = { rate, by: { client: caller.name, peer } };
    counted.delete(client);
    counted.set(client, found);
    const [first] = counted.keys();
    if (counted.size > COUNTED && first !== undefined) counted.delete(first);
    return found;
  }

  function whoAskedMost(): Held['by'] | null {
    let most: Counted | null = null;
    let least = Infinity;
    for (const one of counted.values()) {
      const { left } = one.rate;
      if (left < least) [most, least] = [one, left];
    }
    return most?.by ?? null;
  }

  /** Nobody owes what was free when he asked. */
  function pay(rate: Credit): Paid {
    const isOwn = rate.take() === 0;
    all.pay();
    return {
      giveBack() {
        if (isOwn) rate.giveBack();
        all.giveBack();
      },
    };
  }

  return {
    take(client, who) {
      const { rate, by } = find(client, who);
      const ownMs = all.left < leftWhereEachHasHisOwn ? rate.waitMs() : 0;
      if (ownMs > 0) return { waitMs: ownMs, why: 'you asked too much of the service lately', by };
      const allMs = all.waitMs();
      if (allMs > 0) {
        const why = 'guests asked too much of the service lately';
        return { waitMs: allMs, why, by: whoAskedMost() ?? by };
      }
      return pay(rate);
    },
    more(client, who) {
      pay(find(client, who).rate);
    },
  };
}
