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

/** For both tries, as for the claim that waits for them, a speaker has but 10 s. */
const PATIENCE_MS = 4_000;

export interface SameSpeakerOptions {
  readonly tokens: TokenFile;
  /** Where an invitation is to be taken up. */
  readonly url: string;
  readonly name: string;
  readonly WebSocket: SocketConstructor;
}

/**
 * The id of a speaker is public, and anybody may bear it: its token gives way to none but its own, or where the speaker that it
 * came from has forgotten it. Rejects with an `ExitError` otherwise.
 */
export async function refuseNamesake(hello: Hello, options: SameSpeakerOptions): Promise<void> {
  const { deviceUuid } = hello;
  const entry = options.tokens.find(deviceUuid);
  if (entry === null) return;
  const { url: home, token, id } = entry;
  // Anywhere but at home over TLS alone: without it, whoever is there could pass the proof on to the speaker.
  const at = options.url === home ? home : toSecure(options.url);
  const credential = { token, deviceUuid, ...(id !== undefined && { id }) };
  const here = await tryAt(at, credential, options);
  if (here === 'opens') return;
  const there = home === undefined || home === at ? here : await tryAt(home, credential, options);
  if (home !== undefined && there === 'refuses') return;
  throw toRefusal(hello, entry);
}

/** What comes of a session there. */
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
    `another speaker, ${JSON.stringify(oneLine(name))}, has the id of ${JSON.stringify(oneLine(known))}${place}, ` +
    'whose token would be lost: the invitation was not taken up';
  return createTrouble(message, 'if it is the same speaker, say --replace');
}
