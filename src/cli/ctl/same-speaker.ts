import type { SocketConstructor } from '../../client/connection.js';
import { EXIT, type ExitError } from '../../contract/errors.js';
import { UNBOUND } from '../../contract/proof.js';
import type { Hello } from '../../contract/protocol.js';
import { oneLine } from '../output.js';
import { createTrouble } from '../trouble.js';
import { namesakesOf } from './namesake.js';
import { homesOf, type Known, type TokenEntry } from './token-entry.js';
import type { TokenFile } from './tokens.js';
import { tryOnce } from './trial.js';
import { hostOf } from './url.js';

export interface SameSpeakerOptions {
  readonly tokens: TokenFile;
  /** The address at which the invitation is to be claimed. */
  readonly url: string;
  /** Whether digits are claimed, which are told to whatever answers. */
  readonly isDigits: boolean;
  readonly name: string;
  readonly WebSocket: SocketConstructor;
}

/** A known speaker has proven itself over TLS, so its invitation is claimed over TLS, too. */
export class ClaimOverTls extends Error {}

/** Judges the speaker that an invitation is about to be shown to; `binding` is that of the claim's own connection. */
export type SpeakerJudge = (hello: Hello, binding: string) => Promise<void>;

/**
 * Protects a stored token, and the digits for its speaker. A speaker's id is public and anybody can use it, so an
 * invitation is shown to a known id only behind the certificate on which that speaker has proven that it knows the token,
 * or has said, at an address of its own, that the token is not valid any more. Without TLS, a peer could relay the proof
 * and answer all else itself. Rejects with a `ClaimOverTls` if the claim is to be repeated over TLS, else an `ExitError`.
 */
export function createSpeakerJudge(options: SameSpeakerOptions): SpeakerJudge {
  let known: { readonly entry: TokenEntry; readonly binding: string } | null | undefined;
  let greeted: string | null = null;
  return async (hello, binding) => {
    greeted ??= hello.deviceUuid;
    // The claim may be repeated over TLS: what holds for one speaker must not be used for another.
    if (greeted !== hello.deviceUuid)
      throw createTrouble(
        `what answers at ${oneLine(options.url)} calls itself another speaker over TLS; the invitation was not used`,
        'somebody may be trying to deceive you: use a link of the speaker itself',
      );
    if (known === undefined) {
      const entry = options.tokens.find(hello.deviceUuid);
      known = entry === null ? null : { entry, binding: await prove(hello, entry, options) };
    }
    if (known === null || known.binding === binding) return;
    throw binding === UNBOUND ? new ClaimOverTls() : toRefusal(hello, known.entry, options);
  };
}

/** Resolves with the hash of the certificate behind which the invitation may be shown. */
async function prove(hello: Hello, entry: TokenEntry, options: SameSpeakerOptions): Promise<string> {
  const { deviceUuid } = hello;
  const { token, id } = entry;
  const { url } = options;
  const credential = { token, deviceUuid, ...(id !== undefined && { id }) };
  const here = await tryOnce(url, credential, options);
  if (here.outcome === 'opens') return here.binding;
  const homes = homesOf(entry);
  if (here.outcome !== 'refuses' || !homes.some(home => hostOf(home) === hostOf(url)))
    throw toRefusal(hello, entry, options);
  // Whoever has taken over one address says so, too: the speaker may be at another, even if it is silent just now.
  const elsewhere = homes.filter(home => hostOf(home) !== hostOf(url));
  const trials = await Promise.all(elsewhere.map(home => tryOnce(home, credential, options)));
  if (trials.some(({ outcome }) => outcome !== 'refuses')) throw toRefusal(hello, entry, options);
  return here.binding;
}

function toRefusal(
  { name }: Hello,
  { name: known, url }: TokenEntry,
  { isDigits }: SameSpeakerOptions,
): ExitError {
  const place = url === undefined ? '' : ` at ${oneLine(url)}`;
  const message =
    `another speaker, ${JSON.stringify(oneLine(name))}, has the same id as ${JSON.stringify(oneLine(known))}${place}, ` +
    'whose token would be lost: the invitation was not used';
  return createTrouble(
    message,
    isDigits ? 'use the link of the invitation' : 'if it is the same speaker, add --replace',
  );
}

/** Returns the known speaker whose address this is, if it is not an address of this one. */
export function ownerOf(deviceUuid: string, url: string, tokens: TokenFile): Known | undefined {
  const owners = tokens.all().filter(entry => homesOf(entry).some(home => hostOf(home) === hostOf(url)));
  return owners.some(owner => owner.deviceUuid === deviceUuid) ? undefined : owners[0];
}

/**
 * Refuses any other speaker at the address of a known one: whoever takes over the address would get the commands and the
 * digits meant for that. Throws an `ExitError`.
 */
export function refuseAnothersHome(hello: Hello, url: string, tokens: TokenFile): void {
  const owner = ownerOf(hello.deviceUuid, url, tokens);
  if (owner === undefined) return;
  const [shown, other] = [hello.name, owner.name].map(each => JSON.stringify(oneLine(each)));
  throw createTrouble(
    `another speaker, ${shown}, answers at ${oneLine(url)}, the address of ${other}, and was told nothing`,
    'choose the speaker with --device, or claim a link of the one that is there now with --replace',
  );
}

/** Refuses a speaker whose id looks like the name or id of another that is known. Throws an `ExitError`. */
export function refuseBorrowedId({ deviceUuid }: Hello, tokens: TokenFile): void {
  const [other] = namesakesOf(deviceUuid, deviceUuid, tokens);
  if (other === undefined) return;
  throw createTrouble(
    `the id of what answers there looks like the name or id of ${JSON.stringify(oneLine(other.name))}, which has admitted you: the invitation was not used`,
    'if it is meant to replace that, add --replace',
    { exitCode: EXIT.usage },
  );
}
