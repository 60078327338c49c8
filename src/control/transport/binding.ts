import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { UNBOUND } from '../../contract/proof.js';

/**
 * Returns what a proof over this connection may be bound to (contract, section 4, "The proof"): the certificate shown
 * here or, for clients that cannot see it, nothing. A host in the middle shows another certificate.
 */
export function bindingsOf(socket: Socket): readonly string[] {
  if (!(socket instanceof TLSSocket)) return [UNBOUND];
  const certificate = socket.getCertificate();
  if (certificate === null || !('raw' in certificate)) return [UNBOUND];
  return [createHash('sha256').update(certificate.raw).digest('hex'), UNBOUND];
}
