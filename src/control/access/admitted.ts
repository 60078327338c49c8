import type { Role } from '../../contract/protocol.js';
import type { ClientRecord } from '../../contract/records.js';

/** A client admitted by its token. */
export interface Admitted {
  /** The id in the list of clients; null for the fixed token. */
  readonly id: string | null;
  readonly name: string | null;
  readonly role: Role;
  /** The ceiling of each volume that the client sets, percent; null: none. */
  readonly volumeMax: number | null;
  /** When the token expires, wall-clock time in epoch milliseconds; null: never. */
  readonly expiresAtMs: number | null;
}

/** A client admitted by a proof. */
export interface Proven extends Admitted {
  /** The key that client and speaker share and that never crosses the wire. */
  readonly serverKey: Uint8Array;
  /** The speaker's own proof, base64url. */
  readonly proof: string;
}

/**
 * Describes what a client record admits. `isFixed`: by the token of the configuration, which belongs to no listed
 * client.
 */
export function toAdmitted(client: ClientRecord, isFixed: boolean): Admitted {
  const { id, name, role, volumeMax = null, expiresAtMs = null } = client;
  return { ...(isFixed ? { id: null, name: null } : { id, name }), role, volumeMax, expiresAtMs };
}
