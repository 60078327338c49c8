import { askingOf, goesOn, type Now } from './asking.js';
import { type Caller, clientOf } from './caller.js';
import {
  createGuestRates,
  type Guest,
  type GuestRates,
  type GuestRatesOptions,
  type Taken,
} from './guest-rates.js';
import type { CallContext, Method } from './method.js';
import type { Incidents } from './incidents.js';
import type { Outcome } from './json-rpc.js';
import type { ControlLimits } from './limits.js';
import { rateLimited } from './rpc-error.js';

/**
 * What each client may ask of the service: all of them draw on one budget (`service/budget.ts`), and none may use up
 * what the others need.
 */
export interface ServiceShares {
  /** Makes a call, unless its client has no share left, or what is left is kept for what plays. */
  spend(
    asked: { readonly method: Method; readonly params: unknown; readonly context: CallContext },
    call: () => Outcome | Promise<Outcome>,
  ): Outcome | Promise<Outcome>;
}

export interface ServiceSharesOptions {
  readonly limits: Pick<ControlLimits, 'refusedByService' | 'inVainOfGuests'> & GuestRatesOptions['limits'];
  readonly incidents: Incidents;
  readonly steadyMs: () => number;
  /** What the speaker is doing, by which it is told what a call costs. */
  readonly now: () => Now;
  /** Milliseconds until the budget has something for commands; 0: now. */
  readonly scarceMs: () => number;
  /** Whether the budget has something for what can be done without, where so many requests more are taken first. */
  readonly isAmpleFor: (requests: number) => boolean;
  /** Has `heed` called at each request that goes out. */
  readonly heedRequests: (heed: () => void) => void;
}

const HOUR_MS = 3_600_000;
/** So many calls of a client may be under way, any of which may be refused: more than a remote makes, a third of what there is. */
const MOST_UNDER_WAY = 50;
const UNDER_WAY_RETRY_MS = 1_000;
/** Guests who have had much in vain leave owners so many requests that can be done without. */
const KEPT_FOR_OWNERS = 40;
/** Clients that are counted at a time. */
const COUNTED = 1_024;

/** What a client, or all guests together, may have in vain within an hour. */
interface Share {
  readonly most: number;
  /** Fewer than none where several came at once. */
  left: number;
  atMs: number;
  underWay: number;
  /** Who came last by it. */
  by: { readonly caller: Pick<Caller, 'name'>; readonly peer: string | null } | null;
}

type Asked = Parameters<ServiceShares['spend']>[0];

export function createServiceShares(options: ServiceSharesOptions): ServiceShares {
  return new ClientShares(options);
}

class ClientShares implements ServiceShares {
  readonly #options: ServiceSharesOptions;
  /** Whoever asked longest ago first. */
  readonly #shares = new Map<string, Share>();
  readonly #guests: Share;
  readonly #rates: GuestRates;

  constructor(options: ServiceSharesOptions) {
    this.#options = options;
    this.#rates = createGuestRates(options);
    options.heedRequests(() => this.#rates.noteRequest());
    this.#guests = this.#create(options.limits.inVainOfGuests);
  }

  #create(most: number): Share {
    return { most, left: most, atMs: this.#options.steadyMs(), underWay: 0, by: null };
  }

  #refill(share: Share): Share {
    const nowMs = this.#options.steadyMs();
    share.left = Math.min(share.most, share.left + ((nowMs - share.atMs) / HOUR_MS) * share.most);
    share.atMs = nowMs;
    return share;
  }

  #shareOf(caller: Caller, peer: string | null): Share {
    const client = clientOf(caller, peer);
    const share = this.#refill(
      this.#shares.get(client) ?? this.#create(this.#options.limits.refusedByService),
    );
    share.by = { caller, peer };
    this.#shares.delete(client);
    this.#shares.set(client, share);
    const [first] = this.#shares.keys();
    if (this.#shares.size > COUNTED && first !== undefined) this.#shares.delete(first);
    return share;
  }

  /** Guests pay for what went in vain while little is left, whoever of them it was: others would take what owners need. */
  #guestsWaitMs({ hasToken }: Caller, own: Share): number {
    // Whoever was admitted and had nothing in vain is not held back for others.
    if (hasToken && own.left === own.most) return 0;
    const { left, underWay } = this.#refill(this.#guests);
    return this.#options.isAmpleFor(KEPT_FOR_OWNERS + underWay) ? 0 : waitOf(this.#guests, left);
  }

  /**
   * Of whoever had most in vain. Where nobody had, the service did not answer: of the one who is held back for all guests, or of
   * nobody, as the speaker itself asked too much.
   */
  #tellScarce(held: Share['by'] = null): void {
    let most: Share | null = null;
    for (const share of this.#shares.values())
      if (this.#refill(share).left < (most?.left ?? share.most)) most = share;
    const by = most === null ? held : most.by;
    this.#options.incidents.note('tooManyRequests', by?.peer, by === null ? {} : { client: by.caller.name });
  }

  #heldBack({ method, params, context }: Asked, caller: Caller, own: Share): Outcome | null {
    const isGoingOn = goesOn(method, params);
    // The service edge itself looks after the library.
    const scarceMs = isGoingOn || isOfLibrary(method) ? 0 : this.#options.scarceMs();
    if (scarceMs > 0) {
      this.#tellScarce();
      return { error: rateLimited('the speaker has asked too much of the service lately', scarceMs) };
    }
    const ownMs = waitOf(own, MOST_UNDER_WAY);
    if (ownMs > 0) {
      this.#options.incidents.note('tooManyRequests', context.peer, { client: caller.name });
      return { error: rateLimited('too much of what you asked of the service lately was in vain', ownMs) };
    }
    const guestsMs = caller.role === 'guest' && !isGoingOn ? this.#guestsWaitMs(caller, own) : 0;
    if (guestsMs === 0) return null;
    this.#tellScarce(own.by);
    return { error: rateLimited('too much of what guests asked of the service was in vain', guestsMs) };
  }

  #take(guest: Guest | null): Taken | Outcome {
    const taken = this.#rates.take(guest);
    if (!('waitMs' in taken)) return taken;
    const { by, why, waitMs } = taken;
    this.#options.incidents.note('tooManyRequests', by.peer, { client: by.caller.name });
    return { error: rateLimited(why, waitMs) };
  }

  /** The agent held it back itself, further on. */
  #tellLate({ method, context }: Asked, { name }: Caller): void {
    if (isOfLibrary(method)) this.#tellScarce();
    else this.#options.incidents.note('tooManyCalls', context.peer, { client: name, method: method.name });
  }

  spend(asked: Asked, call: () => Outcome | Promise<Outcome>): Outcome | Promise<Outcome> {
    const { method, context } = asked;
    const { caller, peer } = context;
    if (caller === null) return call();
    const asking = askingOf(method, asked.params, this.#options.now);
    if (asking === 'nothing') return call();
    const guest = caller.role === 'guest' ? { client: clientOf(caller, peer), caller, peer } : null;
    // That is what the service may answer to those that it is asked.
    const mayBeRefused = method.errors?.includes('serviceError') === true;
    const own = this.#shareOf(caller, peer);
    const held = mayBeRefused ? this.#heldBack(asked, caller, own) : null;
    if (held !== null) return held;
    const taken = asking === 'surely' ? this.#take(guest) : null;
    if (taken !== null && !('end' in taken)) return taken;
    if (taken === null && guest !== null) this.#rates.noteAct(guest);
    const guests = guest === null ? null : this.#guests;
    const settle = (outcome: Outcome): Outcome => {
      const cost = costOf(outcome);
      own.underWay -= 1;
      own.left -= cost.own;
      if (guests !== null) {
        guests.underWay -= 1;
        guests.left -= cost.ofGuests;
      }
      taken?.end();
      if (saidIn(outcome)['reason'] === 'rateLimited') this.#tellLate(asked, caller);
      return outcome;
    };
    own.underWay += 1;
    if (guests !== null) guests.underWay += 1;
    const outcome = call();
    return outcome instanceof Promise ? outcome.then(settle) : settle(outcome);
  }
}

function waitOf({ left, most, underWay }: Share, mostUnderWay: number): number {
  if (left < 1) return Math.ceil(((1 - left) / most) * HOUR_MS);
  return underWay >= mostUnderWay ? UNDER_WAY_RETRY_MS : 0;
}

function isOfLibrary({ does }: Method): boolean {
  return does === undefined;
}

type Said = Readonly<Record<string, unknown>>;

function saidIn(outcome: Outcome): Said {
  return 'error' in outcome ? ((outcome.error.data ?? {}) as Said) : {};
}

const NOTHING = { own: 0, ofGuests: 0 };

/** What the budget does not have back, unlike what went well: for its client, and for all guests together. */
function costOf(outcome: Outcome): typeof NOTHING {
  const { reason, retryAfterMs, code, message } = saidIn(outcome);
  // Whoever is told when to come again was held back by the agent, or everybody will be.
  if (retryAfterMs !== undefined) return NOTHING;
  // That is impatience, most often.
  if (reason === 'skipLimitReached') return { own: 1 / 3, ofGuests: 1 };
  if (code !== undefined || message !== undefined) return { own: 1, ofGuests: 1 };
  // No listener is to pay for a service that is out of order; what is kept for owners is kept all the same.
  return reason === 'offline' || reason === 'serviceError' ? { own: 0, ofGuests: 1 } : NOTHING;
}
