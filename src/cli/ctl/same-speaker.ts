import type { SocketConstructor } from '../../client/connection.js';
import { createControlClient } from '../../client/control-client.js';
import { ControlError } from '../../client/control-error.js';
import type { Credential } from '../../client/opening.js';
import type { ExitError } from '../../errors.js';
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
  readonly name: string;
  readonly WebSocket: SocketConstructor;
}

/**
 * Protects a stored token. A speaker's id is public and anybody can use it, so a stored token is replaced only if this
 * speaker accepts it, or if the speaker that issued it no longer does. Rejects with an `ExitError` otherwise.
 */
export async function refuseNamesake(hello: Hello, options: SameSpeakerOptions): Promise<void> {
  const { deviceUuid } = hello;
  const entry = options.tokens.find(deviceUuid);
  if (entry === null) return;
  const { url: home, token, id } = entry;
  // At any address but the token's own, use TLS: without it, the peer could relay the proof to the speaker.
  const at = options.url === home ? home : toSecure(options.url);
  const credential = { token, deviceUuid, ...(id !== undefined && { id }) };
  const here = await tryAt(at, credential, options);
  if (here === 'opens') return;
  const there = home === undefined || home === at ? here : await tryAt(home, credential, options);
  if (home !== undefined && there === 'refuses') return;
  throw toRefusal(hello, entry);
}

/** Returns the outcome of opening a session at this address. */
async function tryAt(
  url: string,
  credential: Credential,
  { name, WebSocket }: SameSpeakerOptions,
): Promise<'opens' | 'refuses' | 'unknown'> {
  const client = createControlClient({ url, name, token: () => credential, WebSocket });
  client.start();
  try {
    await client.whenOnline(AbortSignal.timeout(PATIENCE_MS));
    return 'opens';
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    return error.reason === 'unauthorized' ? 'refuses' : 'unknown';
  } finally {
    client.stop();
  }
}

function toRefusal({ name }: Hello, { name: known, url }: TokenEntry): ExitError {
  const place = url === undefined ? '' : ` at ${url}`;
  const message =
    `another speaker, ${JSON.stringify(oneLine(name))}, has the same id as ${JSON.stringify(oneLine(known))}${place}, ` +
    'whose token would be lost: the invitation was not used';
  return createTrouble(message, 'if it is the same speaker, add --replace');
}
