import { setTimeout as delay } from 'node:timers/promises';
import type { AccountName } from '../contract/public-state.js';
import { isBug, ServiceFault, UnidentifiedFault } from '../contract/errors.js';
import { deadline } from '../lib/deadline.js';
import type { Tokens } from './tokens.js';

/** Milliseconds that a sign-in allows the service for naming the account (contract, section 3). */
const IDENTIFY_MS = 10_000;
const IDENTIFY_PAUSES_MS = [0, 300, 900, 2_000];

/** Asks whose account an access token belongs to; null if the service does not tell. Throws a `ServiceFault`. */
export type Identify = (accessToken: string, signal: AbortSignal) => Promise<AccountName | null>;

/**
 * Asks for the account's name with the speaker's own tokens, until the service answers or `signal` aborts (then null).
 * A pairing has no name yet if the service did not tell it, or if the program that made it did not ask.
 */
export async function learnListener(options: {
  readonly tokens: Pick<Tokens, 'current'>;
  readonly identify: Identify;
  /** Pauses before each try, in milliseconds; the last one repeats. */
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
      // No caller waits for the name, and calls that need the service report its faults.
    }
  }
  return null;
}

/** Asks whose account new tokens belong to. Throws an `UnidentifiedFault` if the service does not say. */
export async function identifyListener(
  identify: Identify,
  accessToken: string,
  outer: AbortSignal,
): Promise<AccountName> {
  const signal = deadline(IDENTIFY_MS, outer);
  let cause: unknown;
  let askedToWaitMs = 0;
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
}
