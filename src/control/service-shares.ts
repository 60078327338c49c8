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
 * Limits what each client may ask of the service: all clients draw on one budget (`service/budget.ts`), and none may
 * use up what the others need.
 */
export interface ServiceShares {
  /** Makes a call, unless its client's share is used up or the rest of the budget is reserved for playback. */
  spend(
    asked: { readonly method: Method; readonly params: unknown; readonly context: CallContext },
    call: () => Outcome | Promise<Outcome>,
  ): Outcome | Promise<Outcome>;
}

export interface ServiceSharesOptions {
  readonly limits: Pick<ControlLimits, 'refusedOfGuest' | 'refusedOfOwner' | 'inVainOfGuests'> &
    GuestRatesOptions['limits'];
  readonly incidents: Incidents;
  readonly steadyMs: () => number;
  /** What the speaker is doing, which decides what a call costs. */
  readonly now: () => Now;
  /** Milliseconds until the budget has room for commands; 0: now. */
  readonly scarceMs: () => number;
  /** Milliseconds until the budget has room for optional requests after this many others; 0: now. */
  readonly scarceMsFor: (requests: number) => number;
  /** Registers `heed`, which is called at each request to the service. */
  readonly heedRequests: (heed: () => void) => void;
}

const HOUR_MS = 3_600_000;
/**
 * Calls of one client in progress, each of which may be refused: more than a remote makes, and a third of the budget.
 */
const MOST_UNDER_WAY = 50;
const UNDER_WAY_RETRY_MS = 1_000;
/** Optional requests reserved for owners while guests have many failed calls. */
const KEPT_FOR_OWNERS = 40;
/** How many clients are counted at a time. */
const COUNTED = 1_024;

/** How many calls of a client, or of all guests together, may fail within an hour. */
interface Share {
  readonly most: number;
  /** Below 0 if several calls failed at once. */
  left: number;
  atMs: number;
  underWay: number;
  /** The caller that was counted here last. */
  by: { readonly caller: Pick<Caller, 'name'>; readonly peer: string | null } | null;
}

type Asked = Parameters<ServiceShares['spend']>[0];

export function createServiceShares(options: ServiceSharesOptions): ServiceShares {
  return new ClientShares(options);
}

class ClientShares implements ServiceShares {
  readonly #options: ServiceSharesOptions;
  /** In order of the last call, oldest first. */
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
    const { refusedOfOwner, refusedOfGuest } = this.#options.limits;
    const most = caller.role === 'owner' ? refusedOfOwner : refusedOfGuest;
    const share = this.#refill(this.#shares.get(client) ?? this.#create(most));
    share.by = { caller, peer };
    this.#shares.delete(client);
    this.#shares.set(client, share);
    const [first] = this.#shares.keys();
    if (this.#shares.size > COUNTED && first !== undefined) this.#shares.delete(first);
    return share;
  }

  /**
   * Returns how long guests wait after failed calls, whichever guest made them, while the budget is low: owners need
   * the rest.
   */
  #guestsWaitMs({ hasToken }: Caller, own: Share): number {
    // An admitted client without failed calls is not held back because of others.
    if (hasToken && own.left === own.most) return 0;
    const { left, underWay } = this.#refill(this.#guests);
    const { scarceMsFor } = this.#options;
    if (scarceMsFor(KEPT_FOR_OWNERS + underWay) === 0) return 0;
    return Math.min(scarceMsFor(KEPT_FOR_OWNERS) || UNDER_WAY_RETRY_MS, waitOf(this.#guests, left));
  }

  /**
   * Logs the client with most failed calls. If no call failed, the service did not answer: logs the client held back
   * because of all guests, or no client, as the speaker itself asked too much.
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
    // The service edge limits library calls itself.
    const scarceMs = isGoingOn || isOfLibrary(method) ? 0 : this.#options.scarceMs();
    // A paused item goes on without the service.
    const ownMs = isGoingOn ? 0 : waitOf(own, MOST_UNDER_WAY);
    const guestsMs = caller.role === 'guest' && !isGoingOn ? this.#guestsWaitMs(caller, own) : 0;
    const waitMs = Math.max(scarceMs, ownMs, guestsMs);
    if (waitMs === 0) return null;
    if (scarceMs === 0 && ownMs > 0)
      this.#options.incidents.note('tooManyRequests', context.peer, { client: caller.name });
    else this.#tellScarce(scarceMs > 0 ? null : own.by);
    const [why] = [
      ...(scarceMs > 0 ? ['the speaker has sent too many requests to the music service'] : []),
      ...(ownMs > 0 ? ['too many of your recent calls failed at the music service'] : []),
      'too many recent calls of guests failed at the music service',
    ];
    return { error: rateLimited(`${why}; try again later`, waitMs) };
  }

  #take(guest: Guest | null): Taken | Outcome {
    const taken = this.#rates.take(guest);
    if (!('waitMs' in taken)) return taken;
    const { by, why, waitMs } = taken;
    this.#options.incidents.note('tooManyRequests', by.peer, { client: by.caller.name });
    return { error: rateLimited(why, waitMs) };
  }

  /** Logs a call that the agent held back further on. */
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
    const plays = method.name.startsWith('player.');
    const guest = caller.role === 'guest' ? { client: clientOf(caller, peer), caller, peer, plays } : null;
    // Every method that asks the service may be answered with `serviceError`.
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

/**
 * Returns what a failed call costs its client, and all guests together: unlike successful calls, the budget does not
 * get it back.
 */
function costOf(outcome: Outcome): typeof NOTHING {
  const { reason, retryAfterMs, code, message } = saidIn(outcome);
  // A retry time means that the agent held the call back, or that every client will be.
  if (retryAfterMs !== undefined) return NOTHING;
  // Most often a sign of impatience only.
  if (reason === 'skipLimitReached') return { own: 1 / 3, ofGuests: 1 };
  if (code !== undefined || message !== undefined) return { own: 1, ofGuests: 1 };
  // No client pays for a service that is down; the reserve for owners is kept nevertheless.
  return reason === 'offline' || reason === 'serviceError' ? { own: 0, ofGuests: 1 } : NOTHING;
}
