import type { ClientSocket, SocketConstructor } from '../../client/connection.js';
import { createControlClient } from '../../client/control-client.js';
import { ControlError } from '../../client/control-error.js';
import type { Credential } from '../../client/opening.js';
import type { ExitError } from '../../errors.js';
import { UNBOUND } from '../../proof.js';
import type { Hello } from '../../protocol.js';
import { oneLine } from '../output.js';
import { createTrouble } from '../trouble.js';
import { toSecure } from './keyring.js';
import type { TokenEntry, TokenFile } from './tokens.js';

/**
 * Time limit for each attempt, in milliseconds: the speaker waits only 10 s for both attempts and the claim after them.
 */
const PATIENCE_MS = 4_000;

export interface SameSpeakerOptions {
  readonly tokens: TokenFile;
  /** The address at which the invitation is to be claimed. */
  readonly url: string;
  /** Whether digits go to an address that the user did not give: they would be told to whatever answers there. */
  readonly isTold: boolean;
  readonly name: string;
  readonly WebSocket: SocketConstructor;
}

/** A known speaker has proven itself over TLS, so its invitation is claimed over TLS, too. */
export class ClaimOverTls extends Error {}

/** Judges the speaker that an invitation is about to be shown to; `binding` is that of the claim's own connection. */
export type SpeakerJudge = (hello: Hello, binding: string) => Promise<void>;

/**
 * Protects a stored token, and the digits for its speaker. A speaker's id is public and anybody can use it, so an
 * invitation is shown to a known id only behind the certificate on which that speaker has proven that it knows the
 * token, or, unless it is told to whatever answers, if the speaker that issued the token no longer accepts it. Without
 * TLS, a peer could relay the proof and answer all else itself. Rejects with a `ClaimOverTls` if the claim is to be repeated over TLS, else an `ExitError`.
 */
export function createSpeakerJudge(options: SameSpeakerOptions): SpeakerJudge {
  let known: { readonly entry: TokenEntry; readonly binding: string | null } | undefined;
  return async (hello, binding) => {
    if (known === undefined) {
      const entry = options.tokens.find(hello.deviceUuid);
      if (entry === null) return;
      known = { entry, binding: await prove(hello, entry, options) };
    }
    if (known.binding === null || known.binding === binding) return;
    throw binding === UNBOUND ? new ClaimOverTls() : toRefusal(hello, known.entry, options);
  };
}

/** Resolves with the hash of the certificate on which the speaker has proven itself; null if it need not. */
async function prove(hello: Hello, entry: TokenEntry, options: SameSpeakerOptions): Promise<string | null> {
  const { deviceUuid } = hello;
  const { token, id, url: home } = entry;
  const credential = { token, deviceUuid, ...(id !== undefined && { id }) };
  const at = toSecure(options.url);
  const here = await tryAt(at, credential, options);
  if (here.outcome === 'opens') return here.binding;
  if (home === undefined) throw toRefusal(hello, entry, options);
  const isHome = toSecure(home) === at;
  const { outcome } = isHome ? here : await tryAt(toSecure(home), credential, options);
  if (outcome === 'refuses' && !options.isTold) return null;
  throw toRefusal(hello, entry, options);
}

type Attempt =
  | { readonly outcome: 'opens'; readonly binding: string }
  | { readonly outcome: 'refuses' | 'unknown' };

/** Returns the outcome of opening a session at this address over TLS, and the hash of the certificate there. */
async function tryAt(
  url: string,
  credential: Credential,
  { name, WebSocket }: SameSpeakerOptions,
): Promise<Attempt> {
  const sockets: ClientSocket[] = [];
  const Watched = class extends WebSocket {
    constructor(address: string) {
      super(address);
      sockets.push(this);
    }
  };
  const client = createControlClient({ url, name, token: () => credential, WebSocket: Watched });
  client.start();
  try {
    await client.whenOnline(AbortSignal.timeout(PATIENCE_MS));
    // After a second connection it would not be certain whose certificate this is.
    const [binding, ...more] = sockets.map(socket => socket.binding);
    return binding === undefined || more.length > 0 ? { outcome: 'unknown' } : { outcome: 'opens', binding };
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    return { outcome: error.reason === 'unauthorized' ? 'refuses' : 'unknown' };
  } finally {
    client.stop();
  }
}

function toRefusal(
  { name }: Hello,
  { name: known, url }: TokenEntry,
  { isTold }: SameSpeakerOptions,
): ExitError {
  const place = url === undefined ? '' : ` at ${url}`;
  const message =
    `another speaker, ${JSON.stringify(oneLine(name))}, has the same id as ${JSON.stringify(oneLine(known))}${place}, ` +
    'whose token would be lost: the invitation was not used';
  return createTrouble(
    message,
    isTold
      ? 'use the link of the invitation, or give the speaker’s address with --url'
      : 'if it is the same speaker, add --replace',
  );
}
