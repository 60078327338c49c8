import type { Role } from '../protocol.js';
import type { Admitted } from './access.js';

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
  /** The same for all that count as one client, across sessions (contract, section 4, `commandId`). */
  readonly key: string;
}

/** A client that showed what `access.check` made of its token, and calls itself `name`. Without one it is a guest. */
export function toCaller(admitted: Admitted | null, name: string): Caller {
  if (admitted === null) {
    return { clientId: null, name, role: 'guest', volumeMax: null, hasToken: false, key: `open ${name}` };
  }
  const { id, role, volumeMax } = admitted;
  const known = { clientId: id, role, volumeMax, hasToken: true };
  return id === null
    ? { ...known, name, key: `fixed ${name}` }
    : { ...known, name: admitted.name ?? name, key: id };
}

/** A program on the device itself, which the file system has let in. */
export function toLocalCaller(name: string): Caller {
  return { clientId: null, name, role: 'owner', volumeMax: null, hasToken: true, key: `local ${name}` };
}
