import type { Role } from '../protocol.js';
import type { ClientRecord } from '../records.js';

/** Who did something: `id` as in the list of clients, where there is one; `peer` for the log, null on the device. */
export interface Doer {
  readonly id: string | null;
  readonly name: string | null;
  readonly peer: string | null;
}

export const NOBODY: Doer = { id: null, name: null, peer: null };

/** How somebody loses access, and by whom. */
export interface Leaving {
  readonly what: 'revoked' | 'expired' | 'signedOut';
  readonly by: Doer;
  /** Left out where whoever did it meant to. */
  readonly why?: 'makesRoom';
}

/** What an invitation offers, and whose it is. */
export interface Terms {
  readonly role: Role;
  /** From the claim on, milliseconds; null: for good. */
  readonly validMs: number | null;
  /** The ceiling of each volume that is set, percent; null: none. */
  readonly volumeMax: number | null;
  readonly by: Doer;
}

/** Whoever pairs the speaker is an owner. */
export const OF_PAIRING: Terms = { role: 'owner', validMs: null, volumeMax: null, by: NOBODY };

/** Somebody who is let in, and those who make room for that. */
export interface Entry {
  readonly token: string;
  readonly terms: Terms;
  readonly leaving: readonly ClientRecord[];
}

/** What a new client gets. */
export interface Accepted {
  readonly token: string;
  readonly id: string;
  readonly role: Role;
}
