import { isNonce, secretOf } from '../proof.js';
import type { Invitation } from '../protocol.js';
import { ControlError } from './control-error.js';

/** For one more phone: a link, and six digits where there are any. `expiresMs`: how long it is good. */
export interface MadeInvitation {
  readonly link: string;
  readonly code?: string;
  readonly expiresMs: number;
}

/** `serverKey`: of the session that asked for it, null where no proof opened it. */
export function toInvitation(invitation: Invitation, serverKey: Uint8Array | null): MadeInvitation {
  if ('link' in invitation) return invitation;
  const { url, nonce, code, expiresMs } = invitation;
  if (serverKey === null || !isNonce(nonce))
    throw new ControlError('malformed', 'Of this invitation no link can be made.');
  const link = `${url.replace(/\/+$/, '')}/#invite=${secretOf(serverKey, nonce)}`;
  return { link, expiresMs, ...(code !== undefined && { code }) };
}
