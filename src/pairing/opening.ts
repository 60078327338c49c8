import type { Clock } from '../contract/ports.js';
import type { PairingMode } from '../contract/pairing-ports.js';
import type { Account } from '../contract/service-ports.js';

/** Who may currently sign in without a code (contract, section 3, "Whose speaker it is"). */
export type SignInPolicy =
  /** Anybody: the speaker has no listener, and the account that signs in becomes it. */
  | 'anyone'
  /** Only the account of the speaker's listener. */
  | 'listener'
  /** Nobody: the speaker has a listener but does not know which account it is. */
  | 'unknown'
  /** Nobody: a code is required (`TONEARM_PAIRING=code`). */
  | 'code'
  /** Nobody: the window in which anybody could sign in is over. */
  | 'over';

/** Length of the window after the agent started or an owner signed out, in milliseconds. */
const WINDOW_MS = 15 * 60_000;

export interface SignInPolicyOptions {
  readonly mode: PairingMode;
  readonly account: Pick<Account, 'hasListener' | 'onChange'>;
  readonly clock: Pick<Clock, 'steadyMs'>;
}

/** Creates a reader of the opening; the window starts now. */
export function createOpening({ mode, account, clock }: SignInPolicyOptions): () => SignInPolicy {
  let sinceMs = clock.steadyMs();
  account.onChange(pairing => {
    // A pairing that the service ended keeps its listener.
    if (pairing === 'unpaired' && account.hasListener === false) sinceMs = clock.steadyMs();
  });
  return () => {
    if (account.hasListener !== false) return account.hasListener === true ? 'listener' : 'unknown';
    if (mode === 'code') return 'code';
    return mode === 'open' || clock.steadyMs() - sinceMs < WINDOW_MS ? 'anyone' : 'over';
  };
}
