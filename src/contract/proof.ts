/**
 * The proof of protocol 2 (contract, section 4, "Opening"): SCRAM-SHA-256 (RFC 5802, section 3; RFC 7677) with the
 * token in place of the salted password. Speaker and clients share this module; a page loaded over plain http has no
 * `crypto.subtle`.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { randomBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { TokenKeys } from './records.js';

/** A secret: its text, or bytes derived from one. */
type KeyMaterial = string | Uint8Array;

/** What both ends know of a connection once the client has chosen its nonce. */
export interface Handshake {
  readonly deviceUuid: string;
  /** The speaker's nonce, from `server.hello`. */
  readonly serverNonce: string;
  readonly clientNonce: string;
  /** SHA-256 of this connection's certificate, hex; `-` if there is none or the client cannot see it. */
  readonly binding: string;
}

/** The binding if a connection has no certificate, or the client cannot see it. */
export const UNBOUND = '-';

const NONCE = /^[A-Za-z0-9_-]{24,128}$/;
const NONCE_BYTES = 24;
/** Length of an invitation's secret: 128 bits. */
const SECRET_BYTES = 16;

export function isNonce(text: string): boolean {
  return NONCE.test(text);
}

export function createNonce(): string {
  return toBase64Url(randomBytes(NONCE_BYTES));
}

/** Encodes without padding (RFC 4648, section 5). */
export function toBase64Url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function hmacOf(key: KeyMaterial, text: string): Uint8Array {
  return hmac(sha256, typeof key === 'string' ? utf8ToBytes(key) : key, utf8ToBytes(text));
}

function hashOf(content: KeyMaterial): Uint8Array {
  return sha256(typeof content === 'string' ? utf8ToBytes(content) : content);
}

/** Combines two arrays of the same length. */
export function exclusiveOr(one: Uint8Array, other: Uint8Array): Uint8Array {
  return one.map((byte, at) => byte ^ (other[at] ?? 0));
}

export function serverKeyOf(token: KeyMaterial): Uint8Array {
  return hmacOf(token, 'Server Key');
}

/** Returns what the speaker stores of a token. */
export function keysOf(token: KeyMaterial): TokenKeys {
  const storedKey = toBase64Url(hashOf(hmacOf(token, 'Client Key')));
  return { storedKey, serverKey: toBase64Url(serverKeyOf(token)) };
}

/** Returns the message that both proofs sign. `id`: the client's in `access.list`; empty if not given. */
export function toAuthMessage(
  id: string,
  { deviceUuid, serverNonce, clientNonce, binding }: Handshake,
): string {
  return `tonearm-2,${deviceUuid},${id},${serverNonce},${clientNonce},${binding}`;
}

/** Returns the client's proof, base64url. */
export function proofOf(token: KeyMaterial, authMessage: string): string {
  const clientKey = hmacOf(token, 'Client Key');
  return toBase64Url(exclusiveOr(clientKey, hmacOf(hashOf(clientKey), authMessage)));
}

/** Returns the speaker's proof, base64url. */
export function answerOf(serverKey: Uint8Array, authMessage: string): string {
  return toBase64Url(hmacOf(serverKey, authMessage));
}

/** Returns the secret of an invitation; the inviting client and the speaker both compute it. */
export function secretOf(serverKey: Uint8Array, nonce: string): string {
  return toBase64Url(hmacOf(serverKey, `invite,${nonce}`).slice(0, SECRET_BYTES));
}

/** Returns the name by which the speaker finds the invitation of a link without being sent its secret. */
export function linkNameOf(secret: string): string {
  return toBase64Url(hashOf(`tonearm-link,${secret}`));
}

/** Returns the proof of a client that follows a link. */
export function claimProofOf(secret: string, handshake: Handshake): string {
  return toBase64Url(hmacOf(secret, `claim,${toClaimMessage(handshake)}`));
}

/** Returns the speaker's proof in answer to a claim. `answered`: the nonce of its answer. */
export function claimAnswerOf(secret: string, handshake: Handshake, answered: string): string {
  return toBase64Url(hmacOf(secret, `claimed,${toClaimMessage(handshake)},${answered}`));
}

/** Returns the token that a claim by link yields; both ends compute it. */
export function claimedTokenOf(secret: string, clientNonce: string, answered: string): string {
  return toBase64Url(hmacOf(secret, `token,${clientNonce},${answered}`));
}

function toClaimMessage({ deviceUuid, serverNonce, clientNonce, binding }: Handshake): string {
  return `${deviceUuid},${serverNonce},${clientNonce},${binding}`;
}
