import { isNonce, secretOf } from '../contract/proof.js';
import type { Invitation } from '../contract/protocol.js';
import { ControlError } from './control-error.js';

/** An invitation for one more phone: a link, and six digits if any. It is valid for `expiresMs`. */
export interface MadeInvitation {
  readonly link: string;
  readonly code?: string;
  readonly expiresMs: number;
  /** The same link at other addresses of the speaker, for phones that cannot resolve its name. */
  readonly otherLinks?: readonly string[];
}

/**
 * Builds the link of an invitation. `serverKey`: the key of the session that asked for it; null if no proof opened that
 * session. Throws a `ControlError` `malformed` if the link cannot be built.
 */
export function toInvitation(invitation: Invitation, serverKey: Uint8Array | null): MadeInvitation {
  if ('link' in invitation) return invitation;
  const { url, otherUrls = [], nonce, code, expiresMs } = invitation;
  if (serverKey === null || !isNonce(nonce))
    throw new ControlError('malformed', 'No link can be made from this invitation.');
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
