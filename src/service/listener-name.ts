import { setTimeout as delay } from 'node:timers/promises';
import type { AccountName } from '../core/public-state.js';
import { isBug, ServiceFault, UnidentifiedFault } from '../errors.js';
import type { Tokens } from './tokens.js';
import { createDeadline } from './waiting.js';

/** So long the service has, at a sign-in, to say whose account it is (contract, section 3), milliseconds. */
const IDENTIFY_MS = 10_000;
const IDENTIFY_PAUSES_MS = [0, 300, 900, 2_000];

/** Reads whose account an access token belongs to; null where the service tells none. Throws `ServiceFault`. */
export type Identify = (accessToken: string, signal: AbortSignal) => Promise<AccountName | null>;

/**
 * Asks whose account it is, by the speaker's own grant, until the service says so or `signal` fires: a pairing made
 * while the service did not tell, or by a program that did not ask, has no name yet.
 */
export async function learnListener(options: {
  readonly tokens: Pick<Tokens, 'current'>;
  readonly identify: Identify;
  /** Before each try; the last one again and again. */
  readonly pausesMs: readonly number[];
  readonly signal: AbortSignal;
}): Promise<AccountName | null> {
  const { tokens, identify, pausesMs, signal } = options;
  for (let tries = 0; !signal.aborted; tries += 1) {
    try {
      await delay(pausesMs[tries] ?? pausesMs.at(-1), undefined, { signal });
      const account = await identify(await tokens.current(signal), signal);
      if (account !== null) return account;
    } catch {
      // Nothing waits for it; whatever is wrong with the service is told by those who need it.
    }
  }
  return null;
}

/** Whose account tokens are that have just been granted. Throws an `UnidentifiedFault` where the service does not say. */
export async function identifyListener(
  identify: Identify,
  accessToken: string,
  outer: AbortSignal,
): Promise<AccountName> {
  const deadline = createDeadline(IDENTIFY_MS, outer);
  const { signal } = deadline;
  let cause: unknown;
  let askedToWaitMs = 0;
  try {
    for (const pauseMs of IDENTIFY_PAUSES_MS) {
      if (signal.aborted) break;
      try {
        await delay(Math.max(pauseMs, askedToWaitMs), undefined, { signal });
        const account = await identify(accessToken, signal);
        if (account !== null) return account;
      } catch (error) {
        if (isBug(error)) throw error;
        cause = error;
        askedToWaitMs = error instanceof ServiceFault ? (error.retryAfterMs ?? 0) : 0;
        if (askedToWaitMs >= IDENTIFY_MS) break;
      }
    }
    throw new UnidentifiedFault(cause);
  } finally {
    deadline.done();
  }
}
