import { ServiceFault, UnidentifiedFault } from '../contract/errors.js';
import type { PageKey } from '../words/catalogue.js';
import en from '../words/en.js';

type FailureName = PageKey extends infer Each ? (Each extends `title.${infer Name}` ? Name : never) : never;

/** A failed sign-in, with its HTTP status and its sentences. */
export interface Failure {
  readonly status: number;
  /** The keys of the heading and the text. */
  readonly heading: PageKey & (`title.${string}` | 'code.title');
  readonly said: PageKey & (`text.${string}` | `code.${string}`);
  /** An owner's code would help. */
  readonly takesCode?: true;
}

function failure(name: FailureName, status: number): Failure {
  return { status, heading: `title.${name}`, said: `text.${name}` };
}

function helpedByCode(name: FailureName, status: number): Failure {
  return { ...failure(name, status), takesCode: true };
}

/** Returns the English heading, for the log and the terminal. */
export function titleOf({ heading }: Pick<Failure, 'heading'>): string {
  return en[heading];
}

export function textOf({ said }: Pick<Failure, 'said'>): string {
  return en[said];
}

/**
 * Failures of pairing: 400, or 502 if the service is at fault (contract, section 3). A service that refuses a
 * misconfigured speaker is right to do so: 400.
 */
export const FAILURES = {
  denied: failure('denied', 400),
  unknownState: failure('unknownState', 400),
  noCode: failure('noCode', 400),
  badAddress: failure('badAddress', 400),
  refused: failure('refused', 400),
  unknownClient: failure('unknownClient', 400),
  misregistered: failure('misregistered', 400),
  serviceFailed: failure('serviceFailed', 502),
  unreachable: failure('unreachable', 502),
  unidentified: failure('unidentified', 502),
  otherAccount: helpedByCode('otherAccount', 403),
  unknownListener: helpedByCode('unknownListener', 403),
  over: helpedByCode('over', 403),
  signedOut: failure('signedOut', 400),
  codeUsed: helpedByCode('codeUsed', 403),
  internal: failure('internal', 500),
} satisfies Readonly<Record<FailureName, Failure>>;

/** Error codes of RFC 6749 §4.1.2.1 and §5.2 that blame the OAuth client, regardless of the listener. */
const OF_THE_CLIENT: Readonly<Record<string, Failure>> = {
  invalid_client: FAILURES.unknownClient,
  unauthorized_client: FAILURES.misregistered,
  invalid_request: FAILURES.misregistered,
  invalid_scope: FAILURES.misregistered,
  unsupported_response_type: FAILURES.misregistered,
  unsupported_grant_type: FAILURES.misregistered,
};

/** Returns the failure for an `error` in the callback (RFC 6749 §4.1.2.1); the service's own text is not shown. */
export function toCallbackFailure(error: string): Failure {
  if (error === 'access_denied') return FAILURES.denied;
  if (error === 'server_error' || error === 'temporarily_unavailable') return FAILURES.serviceFailed;
  return (Object.hasOwn(OF_THE_CLIENT, error) ? OF_THE_CLIENT[error] : undefined) ?? FAILURES.refused;
}

/** Returns the failure for an error thrown by a sign-in. */
export function toSignInFailure(error: unknown): Failure {
  if (error instanceof UnidentifiedFault) return FAILURES.unidentified;
  if (!(error instanceof ServiceFault)) return FAILURES.internal;
  switch (error.code) {
    case 'grantRefused':
      return FAILURES.refused;
    case 'clientRefused':
      return toCallbackFailure(error.serviceCode ?? '');
    case 'offline':
      return FAILURES.unreachable;
    default:
      return FAILURES.serviceFailed;
  }
}
