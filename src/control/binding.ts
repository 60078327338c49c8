import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { UNBOUND } from '../proof.js';

/**
 * What a proof over this connection may be bound to (contract, section 4, "The proof"): to the certificate that was shown
 * here, or, by clients that see none, to nothing. A host in the middle shows another one.
 */
export function bindingsOf(socket: Socket): readonly string[] {
  if (!(socket instanceof TLSSocket)) return [UNBOUND];
  const certificate = socket.getCertificate();
  if (certificate === null || !('raw' in certificate)) return [UNBOUND];
  return [createHash('sha256').update(certificate.raw).digest('hex'), UNBOUND];
}
