import type { Caller } from './caller.js';
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
  readonly limits: Pick<ControlLimits, 'refusedByService'>;
  readonly incidents: Incidents;
  readonly steadyMs: () => number;
  /** Milliseconds until the budget has something for commands; 0: now. */
  readonly scarceMs: () => number;
}

const HOUR_MS = 3_600_000;
/** So many calls of a client may be under way, any of which may be refused: more than a remote makes, a third of what there is. */
const MOST_UNDER_WAY = 50;
const UNDER_WAY_RETRY_MS = 1_000;
/** Clients that are counted at a time. */
const COUNTED = 1_024;

interface Share {
  /** Refusals that it may still have; fewer than none where several came at once. */
  left: number;
  atMs: number;
  underWay: number;
}

export function createServiceShares({
  limits: { refusedByService: most },
  incidents,
  steadyMs,
  scarceMs,
}: ServiceSharesOptions): ServiceShares {
  /** Whoever asked longest ago first. */
  const shares = new Map<string, Share>();

  function shareOf(client: string): Share {
    const nowMs = steadyMs();
    const share = shares.get(client) ?? { left: most, atMs: nowMs, underWay: 0 };
    share.left = Math.min(most, share.left + ((nowMs - share.atMs) / HOUR_MS) * most);
    share.atMs = nowMs;
    shares.delete(client);
    shares.set(client, share);
    const [first] = shares.keys();
    if (shares.size > COUNTED && first !== undefined) shares.delete(first);
    return share;
  }

  function waitOf({ left, underWay }: Share): number {
    if (left < 1) return Math.ceil(((1 - left) / most) * HOUR_MS);
    return underWay >= MOST_UNDER_WAY ? UNDER_WAY_RETRY_MS : 0;
  }

  return {
    spend({ method, params, context }, call) {
      // That is what the service may answer to those that it is asked.
      if (context.caller === null || method.errors?.includes('serviceError') !== true) return call();
      const leftMs = isSpared(method, params) ? 0 : scarceMs();
      // Nobody's fault in particular.
      if (leftMs > 0)
        return { error: rateLimited('the speaker has asked too much of the service lately', leftMs) };
      const share = shareOf(clientOf(context.caller, context.peer));
      const waitMs = waitOf(share);
      if (waitMs > 0) {
        incidents.note('tooManyRequests', context.peer, { client: context.caller.name });
        return { error: rateLimited('too much of what you asked of the service lately was in vain', waitMs) };
      }
      const settle = (outcome: Outcome): Outcome => {
        share.underWay -= 1;
        if (isRefusal(outcome)) share.left -= 1;
        return outcome;
      };
      share.underWay += 1;
      const outcome = call();
      return outcome instanceof Promise ? outcome.then(settle) : settle(outcome);
    },
  };
}

/** A name alone makes no client: whoever needs no token would choose another for each call. */
function clientOf({ hasToken, key }: Caller, peer: string | null): string {
  return hasToken || peer === null ? key : `from ${peer}`;
}

/**
 * Most often what is only to go on again asks the service for nothing; and the service edge itself looks after the library.
 */
function isSpared({ does }: Method, params: unknown): boolean {
  const hasSource = typeof params === 'object' && params !== null && 'sourceId' in params;
  return does === undefined || does === 'playPause' || (does === 'play' && !hasSource);
}

/** What went well the budget has back, and no listener is to pay for a service that is out of order. */
function isRefusal(outcome: Outcome): boolean {
  if (!('error' in outcome)) return false;
  const { reason, ...said } = (outcome.error.data ?? {}) as Readonly<Record<string, unknown>>;
  // Whoever is told when to come again was held back by the agent, or everybody will be.
  if (said['retryAfterMs'] !== undefined || reason === 'skipLimitReached') return false;
  return said['code'] !== undefined || said['message'] !== undefined;
}
