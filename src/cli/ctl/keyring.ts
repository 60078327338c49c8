import type { Credential } from '../../client/opening.js';
import type { Hello } from '../../contract/protocol.js';
import { oneLine } from '../output.js';
import { createTrouble } from '../trouble.js';
import type { FoundSpeaker } from './speakers.js';
import { homesOf, isOfTls } from './token-entry.js';
import type { TokenFile } from './tokens.js';
import { toSecure } from './url.js';

/**
 * The credentials for speakers and the addresses to use them at. A peer that claims to be the speaker is shown none of
 * the tokens.
 */
export interface Keyring {
  /**
   * Returns the addresses of a discovered speaker in the order to try, with those that the user gave first, over TLS.
   * Without TLS, a host in the middle could relay a session, so a token is used without it only at the address that it
   * came from, and last. Throws an `ExitError` if that address is not known.
   */
  waysTo(found: FoundSpeaker): readonly string[];
  /** Returns the credential for the speaker that greets; null if there is none. */
  keyTo(hello: Hello): Credential | null;
}

export interface KeyringOptions {
  /** A token from the option or the environment, which takes precedence over the file; null if none. */
  readonly given: string | null;
  readonly tokens: TokenFile;
}

const TLS = /^wss:/;

/** How many discovered addresses are tried over TLS before the known one is without it. */
const MOST_BEFORE_PLAIN = 32;

/** Puts the addresses of each host in turn: one host can be advertised at many ports. */
export function inTurns(urls: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  const toTurn = (url: string): number => {
    const { hostname } = new URL(url);
    const count = counts.get(hostname) ?? 0;
    counts.set(hostname, count + 1);
    return count;
  };
  return [...new Set(urls)]
    .map(url => ({ url, turn: toTurn(url) }))
    .sort((a, b) => a.turn - b.turn)
    .map(({ url }) => url);
}

export function createKeyring({ given, tokens }: KeyringOptions): Keyring {
  return {
    waysTo({ deviceUuid, name, url, others }) {
      const entry = tokens.find(deviceUuid);
      const seen = [url, ...others.map(other => other.url)];
      if (given === null && entry === null) return inTurns(seen);
      // A given token was not claimed where this one was.
      const isSecure = given === null && entry !== null && isOfTls(entry);
      const claimed = given === null && entry?.url !== undefined ? [entry.url] : [];
      // Perhaps the speaker answers TLS by now, or somebody kept it from doing so during the claim: without it comes last.
      const safe = (isSecure ? seen : seen.filter(at => TLS.test(at))).map(toSecure);
      const homes = given === null && entry !== null ? homesOf(entry).map(toSecure) : [];
      const known = isSecure
        ? [...homes, ...inTurns(safe)]
        : [...homes, ...inTurns(safe).slice(0, MOST_BEFORE_PLAIN), ...claimed];
      if (known.length > 0) return [...new Set(known)];
      const who = JSON.stringify(oneLine(name));
      const problem = `${who} answers without TLS, so it may not be the speaker that this token is for`;
      throw createTrouble(problem, 'give its address with --url');
    },
    keyTo({ deviceUuid }) {
      const entry = tokens.find(deviceUuid);
      const isOverTls = entry !== null && isOfTls(entry);
      if (given !== null) return { token: given, isOverTls };
      if (entry === null) return null;
      const { token, id } = entry;
      // Without an id, the speaker tries the keys of all clients.
      return { token, deviceUuid, isOverTls, ...(id !== undefined && { id }) };
    },
  };
}
