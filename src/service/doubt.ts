import { ServiceFault } from '../errors.js';
import type { Clock } from '../ports.js';
import type { Tokens } from './tokens.js';

/** At most one renewal in this time is only a guess. */
const GUESS_MS = 3_600_000;
/**
 * Codes that GraphQL servers give to errors in a document (graphql-ruby’s are in camel case), and the service to a list
 * that it does not sort so.
 */
const OF_THE_DOCUMENT =
  /^(GRAPHQL_(PARSE|VALIDATION)_FAILED|BAD_USER_INPUT|UPSTREAM_ERROR_SERVICE|[a-z]+[A-Z][A-Za-z]*)$/;

/**
 * Renews tokens on a guess: some services refuse an access token in words of their own, without status 401 and without
 * `UNAUTHENTICATED` (grafserv, mercurius-auth, graphql-shield, Apollo with a plain error).
 */
export interface Doubt {
  /**
   * Makes a call. If it fails with an error that fits nothing known, renews the tokens, at most once an hour, and makes
   * it again. Throws the first fault if there are no new tokens.
   */
  settle<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T>;
}

export function createDoubt({
  tokens,
  clock,
}: {
  readonly tokens: Pick<Tokens, 'record' | 'renewGuessing'>;
  readonly clock: Clock;
}): Doubt {
  let nextMs = Number.NEGATIVE_INFINITY;
  const tokenOf = () => tokens.record?.accessToken;

  /** Whether there is another token than `used` now. */
  async function hasAnother(used: string | undefined, signal: AbortSignal): Promise<boolean> {
    if (tokenOf() !== used) return true;
    const steadyMs = clock.steadyMs();
    if (steadyMs < nextMs) return false;
    nextMs = steadyMs + GUESS_MS;
    await tokens.renewGuessing(signal);
    return tokenOf() !== used;
  }

  return {
    async settle(signal, call) {
      const used = tokenOf();
      try {
        return await call();
      } catch (error) {
        if (!(error instanceof ServiceFault) || !isUnexplained(error)) throw error;
        if (!(await hasAnother(used, signal))) throw error;
      }
      return await call();
    },
  };
}

/** Whether nothing was carried out, and the reason fits nothing known. A fault with a cause is one of a renewal. */
function isUnexplained(fault: ServiceFault): boolean {
  const { code, httpStatus, serviceCode = '', serviceMessage, detail, retryAfterMs, cause } = fault;
  const isKnown =
    httpStatus === 401 ||
    httpStatus === 429 ||
    serviceCode === 'UNAUTHENTICATED' ||
    OF_THE_DOCUMENT.test(serviceCode) ||
    [detail, retryAfterMs, cause].some(known => known !== undefined);
  const wasAnswered = serviceMessage !== undefined || httpStatus !== undefined;
  return code === 'serviceError' && wasAnswered && !isKnown && !fault.answerLost && !fault.empty;
}
