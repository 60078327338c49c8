import { toClientName, toFreeName } from '../client-name.js';
import type { Role } from '../protocol.js';
import type { Access } from './access.js';
import type { Admitted, Proven } from './admitted.js';

/** Who calls. */
export interface Caller {
  /** The id in `access.list`; null under the fixed token, under open access and for programs on the device. */
  readonly clientId: string | null;
  /** Goes into `cause.client`. */
  readonly name: string;
  readonly role: Role;
  /** Each volume that it sets is lowered to this, percent; null: no ceiling of its own. */
  readonly volumeMax: number | null;
  /** Whether a valid token was shown, or none is needed because the peer is on the device itself. */
  readonly hasToken: boolean;
  /** That both ends have; null where no proof was shown. */
  readonly serverKey: Uint8Array | null;
  /** The same for all that count as one client, across sessions (contract, section 4, `commandId`). */
  readonly key: string;
}

type Listing = Pick<Access, 'list' | 'namesInUse'>;

/**
 * A client that showed what `access.check` or `access.prove` made of its token, and the name that it gave itself. Without a
 * token it is a guest.
 */
export function toCaller(admitted: Admitted | Proven | null, given: string, access: Listing): Caller {
  // It is shown to others: nothing that cannot be seen is in it.
  const name = toClientName(given);
  if (admitted === null) {
    const stranger = { role: 'guest', volumeMax: null, hasToken: false, serverKey: null } as const;
    return toUnlisted(name, access, { ...stranger, key: `open ${name}` });
  }
  const { id, role, volumeMax } = admitted;
  const serverKey = 'serverKey' in admitted ? admitted.serverKey : null;
  const known = { role, volumeMax, hasToken: true, serverKey };
  return id === null
    ? toUnlisted(name, access, { ...known, key: `fixed ${name}` })
    : toListed({ ...known, clientId: id, key: id }, access, admitted.name ?? name);
}

/** It may be given another name while it is here, and keeps the last one when it is let in no more: the first may be another's. */
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

/** A program on the device itself, which the file system has let in. */
export function toLocalCaller(given: string, access: Listing): Caller {
  const local = { role: 'owner', volumeMax: null, hasToken: true, serverKey: null } as const;
  return toUnlisted(toClientName(given), access, { ...local, key: `local ${given}` });
}

/** What it does is never told as somebody's who is admitted, also where that one came later. */
function toUnlisted(given: string, access: Listing, rest: Omit<Caller, 'clientId' | 'name'>): Caller {
  let last = { of: '', name: '' };
  return {
    ...rest,
    clientId: null,
    get name() {
      const used = access.namesInUse();
      const of = JSON.stringify(used);
      // To compare with 64 names and more takes a small machine milliseconds, at each command.
      if (last.of !== of) last = { of, name: toFreeName(given, used) };
      return last.name;
    },
  };
}

/** Whom it counts for: a name alone makes no client, whoever needs no token would choose another for each call. */
export function clientOf({ hasToken, key }: Pick<Caller, 'hasToken' | 'key'>, peer: string | null): string {
  return hasToken || peer === null ? key : `from ${peer}`;
}

/** Who keeps a place before whom: whoever shows no token may be anybody (0); guests (1); owners (2). */
export function rankOf({ role, hasToken }: Caller): number {
  if (!hasToken) return 0;
  return role === 'owner' ? 2 : 1;
}

/** On whose account its places are. A name alone makes no client: eight remotes of one house may bear the same one. */
export function holderOf({ clientId, key }: Caller, peer: string | null): string {
  return clientId === null && peer !== null ? `${key} ${peer}` : key;
}
