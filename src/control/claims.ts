import type { Handshake } from '../proof.js';
import type { Terms } from './terms.js';

/** An invitation that somebody relies on beyond its time, as a sign-in takes some. */
export interface Held {
  readonly terms: Terms;
  /**
   * Uses it up where `doing` comes about; where that fails it stays good. Nobody else uses it meanwhile. Null, and nothing is
   * done, where it was used or taken back, or somebody is about to use it.
   */
  use<T>(doing: () => Promise<T>): Promise<T> | null;
}

/** A claim by link: it proves that its client knows the secret, and does not tell it. */
export interface LinkClaim {
  /** Which secret is meant. */
  readonly link: string;
  readonly proof: string;
  /** What the proof may have been made of: one for each binding. None where the nonce was used already. */
  readonly handshakes: readonly Handshake[];
}

/** An invitation whose secret a claim has proven to know. */
export interface Followed {
  readonly secret: string;
  readonly handshake: Handshake;
}
