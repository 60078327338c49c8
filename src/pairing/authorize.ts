import { createHash, randomBytes } from 'node:crypto';
import type { Account } from '../contract/service-ports.js';

const STATE_BYTES = 24;
const VERIFIER_BYTES = 32;

/** One authorize request: the address to send the browser to, and what the callback must match (RFC 7636). */
export interface Departure {
  readonly url: string;
  readonly state: string;
  readonly codeVerifier: string;
  readonly redirectUri: string;
}

export interface DepartureOptions {
  readonly account: Pick<Account, 'authorizeUrl'>;
  /** Called at each start, because the address may depend on a port chosen at run time. */
  readonly redirectUri: () => string;
}

export function toDeparture({ account, redirectUri: here }: DepartureOptions): Departure {
  const draw = (bytes: number): string => randomBytes(bytes).toString('base64url');
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
