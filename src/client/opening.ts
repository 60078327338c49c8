import type { Methods } from '../contract/methods.js';
import {
  answerOf,
  createNonce,
  type Handshake,
  isNonce,
  proofOf,
  serverKeyOf,
  toAuthMessage,
} from '../contract/proof.js';
import { HELLO, type Hello, type Opened, PROTOCOL, VERSIONS } from '../contract/protocol.js';
import type { Call } from './connection.js';
import { ControlError } from './control-error.js';
import { readerOf } from './shape.js';

/** The token by which a speaker admits a client, and what is known of its origin. */
export interface Credential {
  readonly token: string;
  /** The client's id in `access.list`, issued with the token; absent if not known. */
  readonly id?: string;
  /** The id of the speaker that issued the token; a speaker with another id is shown no proof. Absent if not known. */
  readonly deviceUuid?: string;
  /** The token was issued over TLS: over a plain connection no proof of it is shown. */
  readonly isOverTls?: boolean;
  /**
   * The token was issued before proofs existed, and the speaker may hold no keys of it yet: if it refuses the proof, it
   * is sent the token. A token that has opened a session by a proof, or is stored with the id from `opened`, is no
   * longer old. Only for the speaker at the address that the token came from.
   */
  readonly isOld?: boolean;
  /**
   * If an open speaker refuses the token, the session opens as a guest. Only for a page that the speaker itself served;
   * any other client could end up at the wrong speaker.
   */
  readonly orGuest?: boolean;
}

export interface OpeningOptions {
  readonly call: Call;
  readonly hello: Hello;
  readonly binding: string;
  /** Whether the connection uses TLS; a browser knows this even though it sees no `binding`. */
  readonly isOverTls: boolean;
  readonly name: string;
  /** Null if there is none. */
  readonly credential: Credential | null;
}

export interface Opening {
  readonly opened: Opened;
  /** The key that only both ends know, derived from the token; null if no proof was shown. */
  readonly serverKey: Uint8Array | null;
}

/** The speaker admitted this client over TLS and may be contacted only over TLS. */
export class OverTlsError extends ControlError {
  constructor() {
    super('unauthorized', 'This speaker accepts TLS only.');
    this.name = 'OverTlsError';
  }
}

const parseVersions = readerOf(VERSIONS);
const parseHello = readerOf(HELLO);

/** Characters that the id and the name may have; clients compare and show both. */
const MOST_TEXT = 256;

/**
 * Parses the speaker's greeting. Throws a `ControlError`: `incompatible` if it speaks other protocol versions, or
 * `malformed`.
 */
export function parseGreeting(params: unknown): Hello {
  const { protocol } = parseVersions(params, 'hello');
  if (PROTOCOL.max < protocol.min || PROTOCOL.max > protocol.max)
    throw new ControlError('incompatible', 'The speaker uses another protocol version.');
  const hello = parseHello(params, 'hello');
  if ([hello.deviceUuid, hello.name].some(({ length }) => length > MOST_TEXT))
    throw new ControlError('malformed', 'The speaker’s id or name is too long.');
  return hello;
}

/**
 * Returns the error for a second greeting: another nonce would let a hostile peer collect a second proof, so a speaker
 * greets once.
 */
export function createRegreeted(): ControlError {
  return new ControlError('malformed', 'The speaker sent a second server.hello.');
}

/**
 * Opens a session by a proof (contract, section 4, "The proof"). Rejects with a `ControlError`: `unauthorized`, or
 * `unproven` if the speaker's own proof is wrong, or an `OverTlsError`. The token itself is never sent, except an old
 * one.
 */
export async function openByProof(options: OpeningOptions): Promise<Opening> {
  const { hello, credential } = options;
  if (credential === null) return openBare(options);
  if (credential.isOverTls === true && !options.isOverTls) throw new OverTlsError();
  if ((credential.deviceUuid ?? hello.deviceUuid) !== hello.deviceUuid) throw createUnproven();
  try {
    return await (credential.isOld === true ? proveOrTell(options, credential) : prove(options, credential));
  } catch (error) {
    // An open speaker needs no token, yet may refuse one that was revoked.
    if (credential.orGuest !== true || hello.auth !== 'none' || !isRefusal(error)) throw error;
    return openBare(options);
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof ControlError && error.reason === 'unauthorized';
}

async function openBare({ call, name }: OpeningOptions): Promise<Opening> {
  const opened = await call('session.open', { protocol: PROTOCOL.max, client: { name } });
  return { opened, serverKey: null };
}

/** The fixed token of the configuration has no id, and the speaker always holds its keys, so it need not be sent. */
async function proveOrTell(options: OpeningOptions, credential: Credential): Promise<Opening> {
  try {
    return await prove(options, credential);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return openByToken(options, credential);
  }
}

async function openByToken({ call, name }: OpeningOptions, { token }: Credential): Promise<Opening> {
  const opened = await call('session.open', { protocol: PROTOCOL.min, client: { name }, token });
  return { opened, serverKey: null };
}

async function prove(options: OpeningOptions, { token, id }: Credential): Promise<Opening> {
  const { call, name, hello, binding } = options;
  const handshake = toHandshake(hello, binding);
  const authMessage = toAuthMessage(id ?? '', handshake);
  const params: Methods['session.open']['params'] = {
    protocol: PROTOCOL.max,
    client: { name },
    ...(id !== undefined && { id }),
    nonce: handshake.clientNonce,
    proof: proofOf(token, authMessage),
  };
  const opened = await call('session.open', params);
  const serverKey = serverKeyOf(token);
  if (opened.proof !== answerOf(serverKey, authMessage)) throw createUnproven();
  return { opened, serverKey };
}

/** Creates the handshake for one attempt. Throws a `ControlError` if the speaker's nonce is not valid. */
export function toHandshake({ deviceUuid, nonce: serverNonce }: Hello, binding: string): Handshake {
  if (!isNonce(serverNonce)) throw new ControlError('malformed', 'The server.hello has no valid nonce.');
  return { deviceUuid, serverNonce, clientNonce: createNonce(), binding };
}

export function createUnproven(): ControlError {
  return new ControlError('unproven', 'This is not the speaker it claims to be.');
}
