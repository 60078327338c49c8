import type { Role } from '../protocol.js';

/** Who did something: `id` as in the list of clients, where there is one; `peer` for the log, null on the device. */
export interface Doer {
  readonly id: string | null;
  readonly name: string | null;
  readonly peer: string | null;
}

export const NOBODY: Doer = { id: null, name: null, peer: null };

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

/** What a new client gets. */
export interface Accepted {
  readonly token: string;
  readonly id: string;
  readonly role: Role;
}
