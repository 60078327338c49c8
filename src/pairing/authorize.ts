import { createHash, randomBytes } from 'node:crypto';
import type { Account } from '../service-ports.js';

const STATE_BYTES = 24;
const VERIFIER_BYTES = 32;

/** Where a browser is sent to, and what must come back from there (RFC 7636). */
export interface Departure {
  readonly url: string;
  readonly state: string;
  readonly codeVerifier: string;
  readonly redirectUri: string;
}

export interface DepartureOptions {
  readonly account: Pick<Account, 'authorizeUrl'>;
  /** Asked at each start: it may depend on the port that was found free. */
  readonly redirectUri: () => string;
  readonly random?: (bytes: number) => Uint8Array;
}

export function toDeparture({
  account,
  redirectUri: here,
  random = randomBytes,
}: DepartureOptions): Departure {
  const draw = (bytes: number): string => Buffer.from(random(bytes)).toString('base64url');
  const state = draw(STATE_BYTES);
  const codeVerifier = draw(VERIFIER_BYTES);
  const redirectUri = here();
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
  return {
    url: account.authorizeUrl({ redirectUri, state, codeChallenge }),
    state,
    codeVerifier,
    redirectUri,
  };
}
