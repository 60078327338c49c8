import type { CallContext, Method } from './method.js';
import type { Incidents } from './incidents.js';
import type { Outcome } from './json-rpc.js';
import type { ControlLimits } from './limits.js';
import { createRateLimit, type RateLimit } from './rate-limit.js';
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

/** What a call costs that fails through no fault of whoever made it: of a call that is refused. */
const FAILED = 1 / 3;
/** What goes well is not for nothing: one client alone is not to come near the service’s own limit. */
const GONE_WELL = 1 / 10;
const HOUR_S = 3_600;
/** Clients that are counted at a time. */
const COUNTED = 1_024;

export function createServiceShares({
  limits,
  incidents,
  steadyMs,
  scarceMs,
}: ServiceSharesOptions): ServiceShares {
  /** Whoever asked longest ago first. */
  const shares = new Map<string, RateLimit>();

  function shareOf(client: string): RateLimit {
    const burst = limits.refusedByService;
    const share = shares.get(client) ?? createRateLimit({ perSecond: burst / HOUR_S, burst, steadyMs });
    shares.delete(client);
    shares.set(client, share);
    const [first] = shares.keys();
    if (shares.size > COUNTED && first !== undefined) shares.delete(first);
    return share;
  }

  return {
    spend({ method, params, context }, call) {
      // That is what the service may answer to those that it is asked.
      if (context.caller === null || method.errors?.includes('serviceError') !== true) return call();
      const leftMs = isSpared(method, params) ? 0 : scarceMs();
      if (leftMs > 0)
        return { error: rateLimited('the speaker has asked too much of the service lately', leftMs) };
      // All that are under way may yet be refused.
      const share = shareOf(clientOf(context));
      const waitMs = share.take();
      if (waitMs > 0) {
        incidents.note('tooManyRequests', context.peer, { client: context.caller.name });
        return { error: rateLimited('too much of what you asked of the service lately was in vain', waitMs) };
      }
      const settle = (outcome: Outcome): Outcome => {
        share.giveBack(1 - costOf(outcome));
        return outcome;
      };
      const outcome = call();
      return outcome instanceof Promise ? outcome.then(settle) : settle(outcome);
    },
  };
}

/** A name alone makes no client: whoever needs no token would choose another for each call. */
function clientOf({ caller, peer }: CallContext): string {
  return caller === null || (caller.clientId === null && peer !== null) ? `from ${peer}` : caller.key;
}

/**
 * Most often what is only to go on again asks the service for nothing; and the service edge itself looks after the library.
 */
function isSpared({ does }: Method, params: unknown): boolean {
  const hasSource = typeof params === 'object' && params !== null && 'sourceId' in params;
  return does === undefined || does === 'playPause' || (does === 'play' && !hasSource);
}

/** Of all calls that ask the service: what nobody answered, or nobody was asked for, costs nothing. */
function costOf(outcome: Outcome): number {
  if (!('error' in outcome)) return GONE_WELL;
  const { reason, ...said } = (outcome.error.data ?? {}) as Readonly<Record<string, unknown>>;
  // Whoever is told when to come again was held back by the agent, or everybody will be.
  if (said['retryAfterMs'] !== undefined) return 0;
  if (reason === 'skipLimitReached') return FAILED;
  const hasWords = said['code'] !== undefined || said['message'] !== undefined;
  return hasWords ? 1 : reason === 'serviceError' ? FAILED : 0;
}
