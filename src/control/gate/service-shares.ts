import { type AskingMethod, askingOf, goesOn, type Now } from './asking.js';
import type { Incidents } from './incidents.js';
import type { Outcome } from '../json-rpc.js';
import type { Meter } from '../../lib/meter.js';
import { rateLimited } from '../rpc-error.js';

/**
 * Limits how many requests to the service guests cause, each and all together: beyond the service's own limit the whole
 * account gets no answers, including playback. Counts every request that goes out during a guest's call or soon after
 * it, whatever its purpose (contract, section 4, "Limits").
 */
export interface ServiceShares {
  /** Makes a call, unless its guest's share is used up or the rest of the budget is reserved for playback. */
  spend(asked: Asked, call: () => Outcome | Promise<Outcome>): Outcome | Promise<Outcome>;
}

type ShareName = 'tooManyRequests' | 'tooManyRequestsToPlay' | 'tooManyRequestsOfGuests';

interface Asked {
  readonly method: AskingMethod;
  readonly params: unknown;
  readonly peer: string | null;
  /** Who asks; null: nobody who was let in. `guest`: the key that a guest counts under, null for an owner. */
  readonly by: { readonly name: string; readonly guest: string | null } | null;
}

export interface ServiceSharesOptions {
  readonly meter: Meter<ShareName>;
  readonly incidents: Incidents;
  readonly steadyMs: () => number;
  /** What the speaker is doing, which decides what a call costs. */
  readonly now: () => Now;
  /** Milliseconds until the budget has room for commands; 0: now. */
  readonly scarceMs: () => number;
  /** Registers `heed`, which is called at each request to the service. */
  readonly heedRequests: (heed: () => void) => void;
}

/** A request within this time after a call counts as its consequence, milliseconds. */
const FOLLOWS_MS = 10_000;
/** Retry delay if only calls in progress stand in the way, milliseconds. */
const UNDER_WAY_RETRY_MS = 1_000;
/** What a refused call costs: unlike others it comes out of the budget of all clients (`service/budget.ts`). */
const REFUSED_COST = 4;
const TOO_MANY = 'caused too many requests to the music service; try again later';
/** The name under which the requests of all guests count. */
const ALL = '';

/** How long a call must wait for a row, milliseconds. */
interface Wait {
  readonly limit: ShareName;
  readonly ms: number;
}

/** A call that may cause requests; `guest`: the key it counts under, null for an owner's, which is not limited. */
interface Act {
  readonly guest: string | null;
  /** Whether it is a call of `player.*`, which has a part of the guest's share for itself. */
  readonly plays: boolean;
}

export function createServiceShares(options: ServiceSharesOptions): ServiceShares {
  const { incidents, now, scarceMs, heedRequests } = options;
  const requests = createGuestRequests(options.meter, options.steadyMs);
  heedRequests(() => requests.note());

  /** What the speaker itself needs is nobody's fault in particular. */
  function refuseAll(retryAfterMs: number): Outcome {
    incidents.note('tooManyRequests', undefined);
    return { error: rateLimited(`the speaker has ${TOO_MANY}`, retryAfterMs, 'tooManyRequests') };
  }

  function refuseGuest({ limit, ms }: Wait, { peer, by }: Asked): Outcome {
    incidents.note(limit, peer, { client: by?.name });
    return { error: rateLimited(`guests have ${TOO_MANY}`, ms, limit) };
  }

  /** The agent may hold a call back further on. */
  function noteLate({ method, peer, by }: Asked, outcome: Outcome): void {
    if (saidIn(outcome)['reason'] !== 'rateLimited') return;
    const what = method.does === undefined ? 'tooManyRequests' : 'tooManyCalls';
    incidents.note(what, peer, { client: by?.name, method: method.name });
  }

  return {
    spend(asked, call) {
      const { method, params, by } = asked;
      const asking = by === null ? 'nothing' : askingOf(method, params, now);
      if (by === null || asking === 'nothing') return call();
      const scarce = mayWait(method, params) ? scarceMs() : 0;
      if (scarce > 0) return refuseAll(scarce);
      const act = { guest: by.guest, plays: method.name.startsWith('player.') };
      const wait = asking === 'surely' ? requests.wait(act) : null;
      if (wait !== null) return refuseGuest(wait, asked);
      const end = requests.begin(act, asking === 'surely');
      const settle = (outcome: Outcome): Outcome => {
        end(outcome);
        noteLate(asked, outcome);
        return outcome;
      };
      const outcome = call();
      return outcome instanceof Promise ? outcome.then(settle) : settle(outcome);
    },
  };
}

/** Counts the requests that guests cause. */
function createGuestRequests(meter: Meter<ShareName>, steadyMs: () => number) {
  /** In the order in which they began. */
  const underWay = new Set<Act>();
  let last: { readonly act: Act; readonly atMs: number } | null = null;

  function charge({ guest, plays }: Act, many: number): void {
    if (guest === null) return;
    meter.note('tooManyRequestsOfGuests', ALL, many);
    const isOver = plays && meter.left('tooManyRequests', guest) < many;
    meter.note(isOver ? 'tooManyRequestsToPlay' : 'tooManyRequests', guest, many);
  }

  /** Each call in progress may be refused, so that concurrent ones do not all take what is left. */
  function waitOf(limit: ShareName, who: string, onTheWay: number): Wait {
    const isTaken = meter.left(limit, who) <= onTheWay * REFUSED_COST;
    return { limit, ms: meter.waitMs(limit, who) || (isTaken ? UNDER_WAY_RETRY_MS : 0) };
  }

  return {
    /** Notes a request to the service. */
    note(): void {
      const isRecent = last !== null && steadyMs() - last.atMs < FOLLOWS_MS;
      const act = [...underWay].at(-1) ?? (isRecent ? last?.act : undefined);
      if (act !== undefined) charge(act, 1);
    },
    /** Returns the row that a call must wait for, and how long; null: it need not wait. */
    wait({ guest, plays }: Act): Wait | null {
      if (guest === null) return null;
      const acts = [...underWay].filter(each => each.guest !== null);
      const own = acts.filter(each => each.guest === guest).length;
      const share = waitOf('tooManyRequests', guest, own);
      const ofGuest = plays && share.ms > 0 ? waitOf('tooManyRequestsToPlay', guest, own) : share;
      const ofAll = waitOf('tooManyRequestsOfGuests', ALL, acts.length);
      const longer = ofGuest.ms >= ofAll.ms ? ofGuest : ofAll;
      return longer.ms > 0 ? longer : null;
    },
    /** Begins a call; the returned function ends it. `isSure`: it asks the service, whatever follows. */
    begin(act: Act, isSure: boolean): (outcome: Outcome) => void {
      if (isSure) underWay.add(act);
      // What another's call in progress asks is not charged to whoever does something small.
      else if (underWay.size === 0) last = { act, atMs: steadyMs() };
      return outcome => {
        if (!underWay.delete(act)) return;
        last = { act, atMs: steadyMs() };
        if (isRefused(outcome)) charge(act, REFUSED_COST - 1);
      };
    },
  };
}

/** Whether a call waits while the rest of the budget is for playback. The service edge limits library calls itself. */
function mayWait(method: AskingMethod, params: unknown): boolean {
  const asks = method.errors?.includes('serviceError') === true;
  return asks && method.does !== undefined && !goesOn(method, params);
}

/** Whether the service itself has refused the call. A retry time means that the agent, or the service, holds all back. */
function isRefused(outcome: Outcome): boolean {
  const { code, message, retryAfterMs } = saidIn(outcome);
  return retryAfterMs === undefined && (code !== undefined || message !== undefined);
}

function saidIn(outcome: Outcome): Readonly<Record<string, unknown>> {
  return 'error' in outcome ? ((outcome.error.data ?? {}) as Readonly<Record<string, unknown>>) : {};
}
