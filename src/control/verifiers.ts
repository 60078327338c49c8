import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { answerOf, exclusiveOr, type Handshake, keysOf, toAuthMessage, toBase64Url } from '../proof.js';
import type { ClientRecord, TokenKeys } from '../records.js';

/**
 * By Node's own hash: that of `proof.ts`, which browsers share, takes hundreds of times as long, and strangers have the speaker
 * check what they show.
 */
const hashOf = (content: string | Uint8Array): Buffer => createHash('sha256').update(content).digest();
const hmacOf = (key: string | Uint8Array, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

/** A proof as it was shown. */
export interface Shown {
  /** The client's in the list; empty: whoever it fits. */
  readonly id: string;
  readonly proof: string;
  /** What it may have been made of: one for each binding. None where the nonce was used already. */
  readonly handshakes: readonly Handshake[];
}

/** Whose proof it was, and what he is to be shown in return. */
export interface Proven {
  readonly client: ClientRecord;
  readonly serverKey: Uint8Array;
  readonly answer: string;
}

/** Whose token this is. Every record is compared, so that the time taken tells nothing. */
export function findByToken(clients: readonly ClientRecord[], token: string): ClientRecord | undefined {
  const storedKey = hashOf(hmacOf(token, 'Client Key')).toString('base64url');
  const tokenHash = hashOf(token).toString('hex');
  return clients.filter(({ verifier }) =>
    'tokenHash' in verifier
      ? isSame(Buffer.from(verifier.tokenHash), Buffer.from(tokenHash))
      : isSame(Buffer.from(verifier.storedKey), Buffer.from(storedKey)),
  )[0];
}

/** Compared with where there is nothing to be compared with: that takes as long. */
const NOBODYS = keysOf('');

/** Whose proof this is. Who has no keys yet cannot be known by one; an unknown id takes as long as a known one. */
export function findByProof(clients: readonly ClientRecord[], shown: Shown): Proven | undefined {
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

/** The message that the proof is of; undefined where it is of none. */
function findMessage({ storedKey }: TokenKeys, { id, proof, handshakes }: Shown): string | undefined {
  const stored = Buffer.from(storedKey, 'base64url');
  const messages = handshakes.map(handshake => toAuthMessage(id, handshake));
  return messages.filter(message => isProof(stored, message, proof))[0];
}

/** RFC 5802, section 3: what is left of the proof without the signature is the client's key. */
function isProof(storedKey: Uint8Array, authMessage: string, proof: string): boolean {
  const signature = hmacOf(storedKey, authMessage);
  const shown = Buffer.from(proof, 'base64url');
  const clientKey = exclusiveOr(signature, shown);
  // A text that is not the one way to write these bytes is not taken for it either.
  const isWhole = shown.length === signature.length && toBase64Url(shown) === proof;
  return isSame(hashOf(clientKey), storedKey) && isWhole;
}

/** In a time that does not tell where they differ. */
export function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
