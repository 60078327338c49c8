import type { Role } from '../protocol.js';
import type { ClientRecord } from '../records.js';

/** Whom a token admits. */
export interface Admitted {
  /** The id in the list of clients; null under the fixed token. */
  readonly id: string | null;
  readonly name: string | null;
  readonly role: Role;
  /** The ceiling of each volume that it sets, percent; null: none. */
  readonly volumeMax: number | null;
  /** When its token becomes worthless, by the wall clock; null: it does not. */
  readonly expiresAtMs: number | null;
}

/** Whom a proof admits. */
export interface Proven extends Admitted {
  /** That both ends have, and nobody on the way. */
  readonly serverKey: Uint8Array;
  /** The speaker's own proof. */
  readonly proof: string;
}

/** `isFixed`: by the token of the configuration, which is nobody's in the list. */
export function toAdmitted(client: ClientRecord, isFixed: boolean): Admitted {
  const { id, name, role, volumeMax = null, expiresAtMs = null } = client;
  return { ...(isFixed ? { id: null, name: null } : { id, name }), role, volumeMax, expiresAtMs };
}
