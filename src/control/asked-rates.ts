import type { Caller } from './caller.js';
import type { ControlLimits } from './limits.js';
import { type Credit, createRateLimit } from './rate-limit.js';

/**
 * How often each client, and all guests together, may have the service asked, whatever comes of it: beyond its own limit
 * the service leaves the whole account unanswered, what plays as well.
 */
export interface AskedRates {
  /** Null: go ahead, it is counted. */
  take(client: string, who: Who): Held | null;
  /** A command of his was done: with it come questions and reports that nobody asked for by themselves. */
  more(client: string, who: Who): void;
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
    | 'askedOfOwner'
    | 'askedOfOwnerHourly'
    | 'askedOfGuest'
    | 'askedOfGuestHourly'
    | 'askedOfGuests'
    | 'askedOfGuestsHourly'
  >;
  readonly steadyMs: () => number;
}

/** Clients that are counted at a time. */
const COUNTED = 1_024;

interface Counted {
  readonly rate: Credit;
  readonly by: Held['by'];
  readonly isGuest: boolean;
}

export function createAskedRates({ limits, steadyMs }: AskedRatesOptions): AskedRates {
  const create = (burst: number, hourly: number): Credit =>
    createRateLimit({ burst, perSecond: hourly / 3_600, steadyMs });
  const guests = create(limits.askedOfGuests, limits.askedOfGuestsHourly);
  /** Whoever asked longest ago first. */
  const counted = new Map<string, Counted>();

  function find(client: string, { caller, peer }: Who): Counted {
    const isGuest = caller.role === 'guest';
    const known = counted.get(client);
    const rate =
      known?.isGuest === isGuest
        ? known.rate
        : isGuest
          ? create(limits.askedOfGuest, limits.askedOfGuestHourly)
          : create(limits.askedOfOwner, limits.askedOfOwnerHourly);
    const found = { rate, by: { client: caller.name, peer }, isGuest };
    counted.delete(client);
    counted.set(client, found);
    const [first] = counted.keys();
    if (counted.size > COUNTED && first !== undefined) counted.delete(first);
    return found;
  }

  function whoAskedMost(): Held['by'] | null {
    const all = [...counted.values()].filter(({ isGuest }) => isGuest);
    const [most] = all.sort((one, other) => one.rate.left - other.rate.left);
    return most?.by ?? null;
  }

  return {
    take(client, who) {
      const { rate, by, isGuest } = find(client, who);
      const ownMs = rate.waitMs();
      if (ownMs > 0) return { waitMs: ownMs, why: 'you asked too much of the service lately', by };
      const guestsMs = isGuest ? guests.waitMs() : 0;
      if (guestsMs > 0) {
        const why = 'guests asked too much of the service lately';
        return { waitMs: guestsMs, why, by: whoAskedMost() ?? by };
      }
      rate.pay();
      if (isGuest) guests.pay();
      return null;
    },
    more(client, who) {
      const { rate, isGuest } = find(client, who);
      rate.pay();
      if (isGuest) guests.pay();
    },
  };
}
