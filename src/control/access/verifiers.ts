import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import {
  answerOf,
  exclusiveOr,
  type Handshake,
  keysOf,
  toAuthMessage,
  toBase64Url,
} from '../../contract/proof.js';
import type { ClientRecord, TokenKeys } from '../../contract/records.js';

/**
 * Uses Node's own hash: that of `proof.ts`, which browsers share, takes hundreds of times as long, and strangers can
 * make the speaker check proofs.
 */
const hashOf = (content: string | Uint8Array): Buffer => createHash('sha256').update(content).digest();
const hmacOf = (key: string | Uint8Array, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

/** A proof as a client sent it. */
export interface ShownProof {
  /** The client's id in the list; empty: compare with every client. */
  readonly id: string;
  readonly proof: string;
  /** The handshakes the proof may be made of, one for each binding; empty if the nonce was already used. */
  readonly handshakes: readonly Handshake[];
}

/** The client that a proof belongs to, and the speaker's answer to it. */
export interface ProvenRecord {
  readonly client: ClientRecord;
  readonly serverKey: Uint8Array;
  readonly answer: string;
}

/** Returns the client of the token. Compares every record, so that the time taken reveals nothing. */
export function findByToken(clients: readonly ClientRecord[], token: string): ClientRecord | undefined {
  const storedKey = hashOf(hmacOf(token, 'Client Key')).toString('base64url');
  const tokenHash = hashOf(token).toString('hex');
  return clients.filter(({ verifier }) =>
    'tokenHash' in verifier
      ? isSame(Buffer.from(verifier.tokenHash), Buffer.from(tokenHash))
      : isSame(Buffer.from(verifier.storedKey), Buffer.from(storedKey)),
  )[0];
}

/** Keys to compare with if there are no others, so that this takes as long. */
const NOBODYS = keysOf('');

/**
 * Returns the client of the proof. A client without keys is never found; an unknown id takes as long as a known one.
 */
export function findByProof(clients: readonly ClientRecord[], shown: ShownProof): ProvenRecord | undefined {
  const meant = shown.id === '' ? clients : clients.filter(({ id }) => id === shown.id);
  const found = meant.flatMap(client => {
    const { verifier } = client;
    const hasKeys = 'storedKey' in verifier;
    const authMessage = findMessage(hasKeys ? verifier : NOBODYS, shown);
    return hasKeys && authMessage !== undefined ? [{ client, verifier, authMessage }] : [];
  });
  if (meant.length === 0) findMessage(NOBODYS, shown);
  const [proven] = found;
  if (proven === undefined) return undefined;
  const serverKey = Buffer.from(proven.verifier.serverKey, 'base64url');
  return { client: proven.client, serverKey, answer: answerOf(serverKey, proven.authMessage) };
}

/** Returns the message that the proof is made of; undefined if there is none. */
function findMessage({ storedKey }: TokenKeys, { id, proof, handshakes }: ShownProof): string | undefined {
  const stored = Buffer.from(storedKey, 'base64url');
  const messages = handshakes.map(handshake => toAuthMessage(id, handshake));
  return messages.filter(message => isProof(stored, message, proof))[0];
}

/** RFC 5802, section 3: the proof XOR the signature is the client's key. */
function isProof(storedKey: Uint8Array, authMessage: string, proof: string): boolean {
  const signature = hmacOf(storedKey, authMessage);
  const shown = Buffer.from(proof, 'base64url');
  const clientKey = exclusiveOr(signature, shown);
  // Accept only the canonical base64url form of these bytes.
  const isWhole = shown.length === signature.length && toBase64Url(shown) === proof;
  return isSame(hashOf(clientKey), storedKey) && isWhole;
}

/** Compares in constant time. */
export function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
