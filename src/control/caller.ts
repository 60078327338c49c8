import type { Admitted } from './access.js';

/** Who calls. */
export interface Caller {
  /** The id in `access.list`; null under the fixed token, under open access and for programs on the device. */
  readonly clientId: string | null;
  /** Goes into `cause.client`. */
  readonly name: string;
  /** Whether a valid token was shown, or none is needed because the peer is on the device itself. */
  readonly hasToken: boolean;
  /** The same for all that count as one client, across sessions (contract, section 4, `commandId`). */
  readonly key: string;
}

/** A client that showed what `access.check` made of its token, and calls itself `name`. */
export function toCaller(admitted: Admitted | null, name: string): Caller {
  const hasToken = admitted !== null;
  if (admitted !== null && admitted.id !== null) {
    return { clientId: admitted.id, name: admitted.name ?? name, hasToken, key: admitted.id };
  }
  return { clientId: null, name, hasToken, key: `${hasToken ? 'fixed' : 'open'} ${name}` };
}

/** A program on the device itself, which the file system has let in. */
export function toLocalCaller(name: string): Caller {
  return { clientId: null, name, hasToken: true, key: `local ${name}` };
}
