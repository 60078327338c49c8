import { isNonce, secretOf } from '../proof.js';
import type { Invitation } from '../protocol.js';
import { ControlError } from './control-error.js';

/** For one more phone: a link, and six digits where there are any. `expiresMs`: how long it is good. */
export interface MadeInvitation {
  readonly link: string;
  readonly code?: string;
  readonly expiresMs: number;
  /** The same link to other addresses of the speaker, for phones that do not know its name. */
  readonly otherLinks?: readonly string[];
}

/** `serverKey`: of the session that asked for it, null where no proof opened it. */
export function toInvitation(invitation: Invitation, serverKey: Uint8Array | null): MadeInvitation {
  if ('link' in invitation) return invitation;
  const { url, otherUrls = [], nonce, code, expiresMs } = invitation;
  if (serverKey === null || !isNonce(nonce))
    throw new ControlError('malformed', 'Of this invitation no link can be made.');
  const secret = secretOf(serverKey, nonce);
  const [link = '', ...otherLinks] = [url, ...otherUrls].map(
    each => `${each.replace(/\/+$/, '')}/#invite=${secret}`,
  );
  return {
    link,
    expiresMs,
    ...(code !== undefined && { code }),
    ...(otherLinks.length > 0 && { otherLinks }),
  };
}
