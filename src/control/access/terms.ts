import type { Role } from '../../contract/protocol.js';
import type { ClientRecord } from '../../contract/records.js';

/** The author of an act: `id` as in the list of clients, if any; `peer` for the log, null on the device. */
export interface Doer {
  readonly id: string | null;
  readonly name: string | null;
  readonly peer: string | null;
}

/** The author of acts that no client caused. */
export const NOBODY: Doer = { id: null, name: null, peer: null };

/** Why a client loses access, and who caused it. */
export interface Leaving {
  readonly what: 'revoked' | 'expired' | 'signedOut';
  readonly by: Doer;
  /** Left out if the removal was the purpose of the act. */
  readonly why?: 'makesRoom';
}

/** What an invitation offers, and who made it. */
export interface Terms {
  readonly role: Role;
  /** Milliseconds from the claim on; null: unlimited. */
  readonly validMs: number | null;
  /** The ceiling of each volume that the client sets, percent; null: none. */
  readonly volumeMax: number | null;
  readonly by: Doer;
}

/** The terms of the browser that pairs the speaker: an owner. */
export const OF_PAIRING: Terms = { role: 'owner', validMs: null, volumeMax: null, by: NOBODY };

/** A client to be admitted, and the clients that make room for it. */
export interface AdmissionEntry {
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
