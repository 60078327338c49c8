import type { Clock } from '../ports.js';
import type { PairingMode } from '../pairing-ports.js';
import type { Account } from '../service-ports.js';

/** What a sign-in without a code may be for, now (contract, section 3, "Whose speaker it is"). */
export type Opening =
  /** The speaker is nobody’s: whoever signs in becomes its listener. */
  | 'anyone'
  /** Whoever signs in as its listener. */
  | 'listener'
  /** Nobody, for it has a listener and does not know whom. */
  | 'unknown'
  /** Nobody: it takes a code (`TONEARM_PAIRING=code`). */
  | 'code'
  /** Nobody, for the time in which anybody could is over. */
  | 'over';

/** After the agent started, or an owner signed out, milliseconds. */
const WINDOW_MS = 15 * 60_000;

export interface OpeningOptions {
  readonly mode: PairingMode;
  readonly account: Pick<Account, 'hasListener' | 'onChange'>;
  readonly clock: Pick<Clock, 'steadyMs'>;
}

/** Counts from now on. */
export function createOpening({ mode, account, clock }: OpeningOptions): () => Opening {
  let sinceMs = clock.steadyMs();
  account.onChange(pairing => {
    // One that the service ended keeps its listener.
    if (pairing === 'unpaired' && account.hasListener === false) sinceMs = clock.steadyMs();
  });
  return () => {
    if (account.hasListener !== false) return account.hasListener === true ? 'listener' : 'unknown';
    if (mode === 'code') return 'code';
    return mode === 'open' || clock.steadyMs() - sinceMs < WINDOW_MS ? 'anyone' : 'over';
  };
}
