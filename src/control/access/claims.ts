import type { Handshake } from '../../contract/proof.js';
import type { Terms } from './terms.js';

/** An invitation that a sign-in keeps usable beyond its expiry, because signing in takes time. */
export interface HeldInvitation {
  readonly terms: Terms;
  /**
   * Runs `doing` and uses the invitation up if that succeeds; if it fails, the invitation stays valid. Nobody else can
   * use it meanwhile. Returns null, without running `doing`, if the invitation was used or withdrawn, or is in use
   * right now.
   */
  use<T>(doing: () => Promise<T>): Promise<T> | null;
}

/** A claim by link: proves that the client knows the secret without sending it. */
export interface LinkClaim {
  /** The link name, which identifies the secret. */
  readonly link: string;
  readonly proof: string;
  /** The handshakes the proof may be made of, one for each binding; empty if the nonce was already used. */
  readonly handshakes: readonly Handshake[];
}

/** An invitation whose secret a claim has proven to know. */
export interface Followed {
  readonly secret: string;
  readonly handshake: Handshake;
}
