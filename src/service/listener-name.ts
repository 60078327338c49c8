import { setTimeout as delay } from 'node:timers/promises';
import type { AccountName } from '../core/public-state.js';
import type { Tokens } from './tokens.js';

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
