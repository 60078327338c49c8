import type { Credential } from '../../client/opening.js';
import type { Hello } from '../../protocol.js';
import { oneLine } from '../output.js';
import { createTrouble } from '../trouble.js';
import type { FoundSpeaker } from './speakers.js';
import type { TokenFile } from './tokens.js';

/** What opens which speaker, and by which way: none of it is shown to whoever says that it is the speaker. */
export interface Keyring {
  /**
   * The addresses of a speaker that was found, to be tried in turn, that of the claim first: without TLS a host in the middle
   * could pass a session on, so a token is used nowhere but where it came from. An `ExitError` says where that is not known.
   */
  waysTo(found: FoundSpeaker): readonly string[];
  /**
   * What opens the speaker that says so; null: there is none, or, from before there were proofs, one that an open speaker can
   * do without.
   */
  keyTo(hello: Hello): Credential | null;
}

export interface KeyringOptions {
  /** A token by option or environment, before which those of the file do not count; null: none. */
  readonly given: string | null;
  readonly tokens: TokenFile;
}

const TLS = /^wss:/;

/** The same place, over TLS, which is answered on the same port. */
export function toSecure(url: string): string {
  return url.replace(/^ws:/, 'wss:');
}

export function createKeyring({ given, tokens }: KeyringOptions): Keyring {
  return {
    waysTo({ deviceUuid, name, url, others }) {
      const entry = tokens.find(deviceUuid);
      const seen = [url, ...others.map(other => other.url)];
      if (given === null && entry === null) return [...new Set(seen)];
      const claimed = entry?.url ?? '';
      const safe = TLS.test(claimed) ? seen.map(toSecure) : seen.filter(at => TLS.test(at));
      const known = [claimed, ...safe].filter(at => at !== '');
      if (known.length > 0) return [...new Set(known)];
      const who = JSON.stringify(oneLine(name));
      const problem = `${who} answers without TLS: nobody can tell from here whether it is the speaker that this token is for`;
      throw createTrouble(problem, 'name its address with --url');
    },
    keyTo({ deviceUuid, auth }) {
      if (given !== null) return { token: given };
      const entry = tokens.find(deviceUuid);
      if (entry === null) return null;
      const { token, id, url = '' } = entry;
      const isOverTls = TLS.test(url);
      if (id !== undefined) return { token, id, deviceUuid, isOverTls };
      // The speaker may have no keys of it yet; where it has, they are found without an id.
      return auth === 'none' ? null : { token, deviceUuid, isOverTls };
    },
  };
}
