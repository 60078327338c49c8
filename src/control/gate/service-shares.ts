import type { Declaration } from '../../contract/methods.js';
import type { PublicState } from '../../contract/public-state.js';
import type { Incidents } from './incidents.js';
import type { Outcome } from '../json-rpc.js';
import type { Meter } from '../../lib/meter.js';
import { rateLimited } from '../rpc-error.js';

/**
 * Limits how many requests to the service guests cause, each and all together: beyond the service's own limit the whole
 * account gets no answers, including playback. Every request that goes out during a guest's call counts (contract,
 * section 4, "Limits").
 */
export interface ServiceShares {
  /** Makes a call, unless its guest's share is used up or the rest of the budget is reserved for playback. */
  spend(asked: Asked, call: () => Outcome | Promise<Outcome>): Outcome | Promise<Outcome>;
}

type ShareName = 'tooManyRequests' | 'tooManyRequestsToPlay' | 'tooManyRequestsOfGuests';

interface Asked {
  readonly method: Pick<Declaration, 'does' | 'errors'> & { readonly name: string };
  /** Unchecked. */
  readonly params: unknown;
  readonly peer: string | null;
  /** Who asks; null: nobody who was let in. `guest`: the key that a guest counts under, null for an owner. */
  readonly by: { readonly name: string; readonly guest: string | null } | null;
}

export interface ServiceSharesOptions {
  readonly meter: Meter<ShareName>;
  readonly incidents: Incidents;
  /** Why nothing sounds, which decides whether going on asks the service. */
  readonly silenceReason: () => PublicState['silenceReason'];
  /** Milliseconds until the budget has room for commands; 0: now. */
  readonly scarceMs: () => number;
  /** Registers `heed`, which is called at each request to the service. */
  readonly heedRequests: (heed: () => void) => void;
}

/** Reasons after which going on sets the source anew or takes a stream back, and so needs the service. */
const ENDED = ['takenOver', 'idleTimeout', 'sourceEnded', 'notSupported', 'noSource', 'serviceError'];
/** Retry delay if only calls in progress stand in the way, milliseconds. */
const UNDER_WAY_RETRY_MS = 1_000;
/** What a refused call costs: unlike others it comes out of the budget of all clients (`service/budget.ts`). */
const REFUSED_COST = 4;
const TOO_MANY = 'caused too many requests to the music service; try again later';
/** The name under which the requests of all guests count. */
const ALL = '';

/** A call that asks the service; `guest`: the key it counts under, null for an owner's, which is not limited. */
interface Act {
  readonly guest: string | null;
  /** Whether it is a call of `player.*`, which has a part of the guest's share for itself. */
  readonly plays: boolean;
}

export function createServiceShares(options: ServiceSharesOptions): ServiceShares {
  const { meter, incidents, silenceReason, scarceMs, heedRequests } = options;
  /** In the order in which they began. */
  const underWay = new Set<Act>();

  function charge({ guest, plays }: Act, many: number): void {
    if (guest === null) return;
    meter.note('tooManyRequestsOfGuests', ALL, many);
    const isOver = plays && meter.left('tooManyRequests', guest) < many;
    meter.note(isOver ? 'tooManyRequestsToPlay' : 'tooManyRequests', guest, many);
  }

  heedRequests(() => {
    const act = [...underWay].at(-1);
    if (act !== undefined) charge(act, 1);
  });

  /** Each call in progress may be refused, so that concurrent ones do not all take what is left. */
  function waitOf(limit: ShareName, who: string, onTheWay: number): { limit: ShareName; ms: number } {
    const isTaken = meter.left(limit, who) <= onTheWay * REFUSED_COST;
    return { limit, ms: meter.waitMs(limit, who) || (isTaken ? UNDER_WAY_RETRY_MS : 0) };
  }

  /** Returns the row that a guest's call must wait for, and how long. */
  function longestWait(guest: string, plays: boolean): { limit: ShareName; ms: number } {
    const guests = [...underWay].filter(each => each.guest !== null);
    const own = guests.filter(each => each.guest === guest).length;
    const share = waitOf('tooManyRequests', guest, own);
    const ofGuest = plays && share.ms > 0 ? waitOf('tooManyRequestsToPlay', guest, own) : share;
    const ofAll = waitOf('tooManyRequestsOfGuests', ALL, guests.length);
    return ofGuest.ms >= ofAll.ms ? ofGuest : ofAll;
  }

  function refusalOf({ method, params, peer, by }: Asked): Outcome | null {
    // The service edge limits library calls itself.
    const mayWait = method.does !== undefined && !goesOn(method, params);
    const scarce = mayWait ? scarceMs() : 0;
    if (scarce > 0) {
      // What the speaker itself needs is nobody's fault in particular.
      incidents.note('tooManyRequests', undefined);
      return { error: rateLimited(`the speaker has ${TOO_MANY}`, scarce, 'tooManyRequests') };
    }
    if (by?.guest == null) return null;
    const { limit, ms } = longestWait(by.guest, method.name.startsWith('player.'));
    if (ms === 0) return null;
    incidents.note(limit, peer, { client: by.name });
    return { error: rateLimited(`guests have ${TOO_MANY}`, ms, limit) };
  }

  return {
    spend(asked, call) {
      const { method, params, peer, by } = asked;
      if (by === null || !asks(method, params, silenceReason)) return call();
      const refusal = refusalOf(asked);
      if (refusal !== null) return refusal;
      const act = { guest: by.guest, plays: method.name.startsWith('player.') };
      underWay.add(act);
      const settle = (outcome: Outcome): Outcome => {
        underWay.delete(act);
        const said = saidIn(outcome);
        if (isRefused(said)) charge(act, REFUSED_COST - 1);
        // The agent may hold a call back further on.
        const late = method.does === undefined ? 'tooManyRequests' : 'tooManyCalls';
        if (said['reason'] === 'rateLimited')
          incidents.note(late, peer, { client: by.name, method: method.name });
        return outcome;
      };
      const outcome = call();
      return outcome instanceof Promise ? outcome.then(settle) : settle(outcome);
    },
  };
}

/** Whether the service itself has refused the call. A retry time means that the agent, or the service, holds all back. */
function isRefused({ code, message, retryAfterMs }: ReturnType<typeof saidIn>): boolean {
  return retryAfterMs === undefined && (code !== undefined || message !== undefined);
}

function saidIn(outcome: Outcome): Readonly<Record<string, unknown>> {
  return 'error' in outcome ? (Object(outcome.error.data) as Readonly<Record<string, unknown>>) : {};
}

function asks(method: Asked['method'], params: unknown, silenceReason: () => string | null): boolean {
  const isFree = goesOn(method, params) && !ENDED.includes(silenceReason() ?? '');
  return !isFree && method.errors?.includes('serviceError') === true;
}

/** Whether a call only resumes, or pauses, what there is. */
function goesOn({ does }: Asked['method'], params: unknown): boolean {
  const { sourceId, preset } = Object(params) as { readonly sourceId?: unknown; readonly preset?: unknown };
  return does === 'playPause' || (does === 'play' && sourceId === undefined && preset === undefined);
}
