import type { Methods } from '../methods.js';
import {
  answerOf,
  createNonce,
  type Handshake,
  isNonce,
  proofOf,
  serverKeyOf,
  toAuthMessage,
} from '../proof.js';
import { HELLO, type Hello, type Opened, PROTOCOL, VERSIONS } from '../protocol.js';
import type { Call } from './connection.js';
import { ControlError } from './control-error.js';
import { readerOf } from './shape.js';

/** What lets a client in. */
export interface Credential {
  readonly token: string;
  /** The client's in `access.list`, given with its token; left out where it is not known. */
  readonly id?: string;
  /** Of the speaker that gave it out: nobody of another id is shown a proof. Left out where that is not known. */
  readonly deviceUuid?: string;
  /** It came over TLS: over a plain connection nothing is shown of it. */
  readonly isOverTls?: boolean;
  /**
   * It was given out before there were proofs, and the speaker may have no keys of it yet: where it refuses the proof, it is
   * told the token. What opened by a proof, or is kept with the id that `opened` tells, is none of these any more. Only for
   * whoever is at the address that the token came from.
   */
  readonly isOld?: boolean;
  /**
   * An open speaker that refuses it is used as by a guest: for a page that the speaker itself has served. Anybody else would
   * be led to a speaker that was not meant.
   */
  readonly orGuest?: boolean;
}

export interface OpeningOptions {
  readonly call: Call;
  readonly hello: Hello;
  readonly binding: string;
  /** Whether the connection is over TLS; a browser that knows no `binding` of it knows that. */
  readonly isOverTls: boolean;
  readonly name: string;
  /** Null where there is none. */
  readonly credential: Credential | null;
}

export interface Opening {
  readonly opened: Opened;
  /** That both ends have, and nobody on the way; null where no proof was shown. */
  readonly serverKey: Uint8Array | null;
}

/** The speaker let this client in over TLS: it is spoken to over nothing else. */
export class OverTlsError extends ControlError {
  constructor() {
    super('unauthorized', 'This speaker is spoken to over TLS.');
    this.name = 'OverTlsError';
  }
}

const parseVersions = readerOf(VERSIONS);
const parseHello = readerOf(HELLO);

/** What a speaker says first. Throws a `ControlError`: `incompatible` where it is of other versions, or `malformed`. */
export function parseGreeting(params: unknown): Hello {
  const { protocol } = parseVersions(params, 'hello');
  if (PROTOCOL.max < protocol.min || PROTOCOL.max > protocol.max)
    throw new ControlError('incompatible', 'The speaker speaks another version.');
  return parseHello(params, 'hello');
}

/** Another nonce would be another proof for whoever collects them: a speaker greets once. */
export function createRegreeted(): ControlError {
  return new ControlError('malformed', 'There was a second greeting.');
}

/**
 * Opens a session by a proof (contract, section 4, "The proof"). Rejects with a `ControlError`: `unauthorized`, or `unproven`
 * where the speaker's own proof is wrong, or an `OverTlsError`. The token is told to nobody, save an old one.
 */
export async function openByProof(options: OpeningOptions): Promise<Opening> {
  const { hello, credential } = options;
  if (credential === null) return openBare(options);
  if (credential.isOverTls === true && !options.isOverTls) throw new OverTlsError();
  if ((credential.deviceUuid ?? hello.deviceUuid) !== hello.deviceUuid) throw createUnproven();
  try {
    return await (credential.isOld === true ? proveOrTell(options, credential) : prove(options, credential));
  } catch (error) {
    // An open speaker may still refuse a token that was revoked: it needs none.
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

/** A token of the configuration has no id, and its keys are there always: it need not be told. */
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

/** For one try. Throws a `ControlError` where the speaker's nonce is none. */
export function toHandshake({ deviceUuid, nonce: serverNonce }: Hello, binding: string): Handshake {
  if (!isNonce(serverNonce)) throw new ControlError('malformed', 'The greeting holds no nonce.');
  return { deviceUuid, serverNonce, clientNonce: createNonce(), binding };
}

export function createUnproven(): ControlError {
  return new ControlError('unproven', 'This is not the speaker that it says it is.');
}
