/** The proof as its page tells it, by Node's own functions: nothing of what is tested is used. */
import { createHash, createHmac, randomBytes } from 'node:crypto';

type Key = string | Buffer;

const hmac = (key: Key, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha256 = (content: Key): Buffer => createHash('sha256').update(content).digest();
const toText = (bytes: Buffer): string => bytes.toString('base64url');

/** 32 characters. */
export const aNonce = (): string => randomBytes(24).toString('base64url');

export interface Greeting {
  readonly deviceUuid: string;
  readonly nonce: string;
}

/** What a client shows, and what it is to be shown. */
export function prove(
  token: Key,
  { deviceUuid, nonce: serverNonce }: Greeting,
  { id = '', nonce = aNonce(), binding = '-' } = {},
) {
  const clientKey = clientKeyOf(token);
  const message = `tonearm-2,${deviceUuid},${id},${serverNonce},${nonce},${binding}`;
  const signature = hmac(sha256(clientKey), message);
  const proof = toText(Buffer.from(clientKey.map((byte, at) => byte ^ (signature[at] ?? 0))));
  return { nonce, proof, answer: toText(hmac(serverKeyOf(token), message)) };
}

export const clientKeyOf = (token: Key): Buffer => hmac(token, 'Client Key');
export const serverKeyOf = (token: Key): Buffer => hmac(token, 'Server Key');

/** What a speaker keeps. */
export const keysOf = (token: Key) => ({
  storedKey: toText(sha256(clientKeyOf(token))),
  serverKey: toText(serverKeyOf(token)),
});

/** The secret of the link that is made of an invitation. */
export const secretOf = (token: Key, nonce: string): string =>
  toText(hmac(serverKeyOf(token), `invite,${nonce}`).subarray(0, 16));

/** What a client that follows a link shows. */
export function follow(
  secret: string,
  { deviceUuid, nonce: serverNonce }: Greeting,
  { nonce = aNonce(), binding = '-' } = {},
) {
  const x = `${deviceUuid},${serverNonce},${nonce},${binding}`;
  return {
    shown: {
      link: toText(sha256(`tonearm-link,${secret}`)),
      nonce,
      proof: toText(hmac(secret, `claim,${x}`)),
    },
    answerTo: (answered: string) => toText(hmac(secret, `claimed,${x},${answered}`)),
    tokenOf: (answered: string) => toText(hmac(secret, `token,${nonce},${answered}`)),
  };
}
