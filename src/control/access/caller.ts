import { toClientName } from '../../contract/client-name.js';
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

/** The client that makes a call. */
export interface Caller {
  /** The id in `access.list`; null for the fixed token, open access and programs on the device. */
  readonly clientId: string | null;
  /** The name for `cause.client`. */
  readonly name: string;
  readonly role: Role;
  /** The ceiling of each volume that the client sets, percent; null: none of its own. */
  readonly volumeMax: number | null;
  /** Whether the client showed a valid token, or needs none because it runs on the device. */
  readonly hasToken: boolean;
  /** The key that client and speaker share after a proof; null if no proof was shown. */
  readonly serverKey: Uint8Array | null;
  /** The same for all that count as one client, across sessions (contract, section 4, `commandId`). */
  readonly key: string;
}

/** The list of clients. */
interface Listing {
  list(): readonly Pick<ClientRecord, 'id' | 'name'>[];
}

/**
 * Builds the caller from what `access.check` or `access.prove` returned (null without a token: a guest) and from the
 * name that the client gave itself.
 */
export function toCaller(admitted: Admitted | Proven | null, given: string, access: Listing): Caller {
  // Other clients see the name: strip invisible characters.
  const name = toClientName(given);
  if (admitted === null) {
    const stranger = { role: 'guest', volumeMax: null, hasToken: false, serverKey: null } as const;
    return { ...stranger, clientId: null, name, key: `open ${name}` };
  }
  const { id, role, volumeMax } = admitted;
  const serverKey = 'serverKey' in admitted ? admitted.serverKey : null;
  const known = { role, volumeMax, hasToken: true, serverKey };
  return id === null
    ? { ...known, clientId: null, name, key: `fixed ${name}` }
    : toListed({ ...known, clientId: id, key: id }, access, admitted.name ?? name);
}

/**
 * Reads the name from the list at each access, as the client may be renamed; after a revocation it keeps its last name,
 * because its first one may belong to another client by then.
 */
function toListed(rest: Omit<Caller, 'name'>, access: Listing, given: string): Caller {
  let last = given;
  return {
    ...rest,
    get name() {
      last = access.list().find(({ id }) => id === rest.clientId)?.name ?? last;
      return last;
    },
  };
}

/** Builds the caller for a program on the device, which the permissions of the socket have let in. */
export function toLocalCaller(given: string): Caller {
  const local = { role: 'owner', volumeMax: null, hasToken: true, serverKey: null } as const;
  return { ...local, clientId: null, name: toClientName(given), key: `local ${given}` };
}

/** Returns the key of all who show no token from this peer, whatever name or socket each uses. */
export function peerKey(peer: string): string {
  return `from ${peer}`;
}

/**
 * Returns the key that a caller is counted under: a client without a token counts as its peer, as it could change its
 * name for each call.
 */
export function clientOf({ hasToken, key }: Pick<Caller, 'hasToken' | 'key'>, peer: string | null): string {
  return hasToken || peer === null ? key : peerKey(peer);
}

/**
 * Returns the key that a caller's places count under. Peers are told apart for unlisted clients: eight remotes in one
 * house may have the same name.
 */
export function holderOf(caller: Caller, peer: string | null): string {
  const client = clientOf(caller, peer);
  return caller.hasToken && caller.clientId === null && peer !== null ? `${client} ${peer}` : client;
}
