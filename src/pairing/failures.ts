import { ServiceFault, UnidentifiedFault } from '../errors.js';
import type { Failure } from './pages.js';

/**
 * Failures of pairing as the listener reads them: 400, and 502 where the service is at fault (contract, section 3). A
 * service that refuses a speaker set up wrongly is in the right: 400.
 */
export const FAILURES = {
  denied: {
    status: 400,
    title: 'You said no',
    text: 'The music service reports that access was not allowed. Try again if that was not what you meant.',
  },
  unknownState: {
    status: 400,
    title: 'That sign-in is no longer valid',
    text: 'It was started more than ten minutes ago, has been used already, or was not started on this speaker.',
  },
  noCode: {
    status: 400,
    title: 'The service sent no code',
    text: 'The address holds none of what the speaker needs to sign in.',
  },
  badAddress: {
    status: 400,
    title: 'That is not the address',
    text: 'Paste the whole address of the page you ended at: it holds the words “code” and “state”.',
  },
  refused: {
    status: 400,
    title: 'The sign-in was refused',
    text: 'The music service no longer accepts this sign-in. They last only a short while.',
  },
  unknownClient: {
    status: 400,
    title: 'The service does not know this speaker',
    text: 'The music service does not accept the client id or the secret that this speaker was set up with. Trying again does not help. Whoever installed the speaker can: see TONEARM_CLIENT_ID and TONEARM_CLIENT_SECRET.',
  },
  misregistered: {
    status: 400,
    title: 'The service does not accept this speaker',
    text: 'The music service knows the speaker but not what it asks for. Trying again does not help. Whoever installed the speaker can: its client must be registered at the service with the scope “webapi” and the address of TONEARM_REDIRECT_URI.',
  },
  serviceFailed: {
    status: 502,
    title: 'The service could not sign you in',
    text: 'The music service answered with an error. That is not your doing; try again in a minute.',
  },
  unreachable: {
    status: 502,
    title: 'The service cannot be reached',
    text: 'The speaker got no answer from the music service. Check that it is on the internet, and try again.',
  },
  unidentified: {
    status: 502,
    title: 'The service did not say who you are',
    text: 'You signed in, but the music service did not tell the speaker whose account it is. That is not your doing; try again in a minute.',
  },
  otherAccount: {
    status: 403,
    title: 'That is another account',
    text: 'You signed in to another account than the one this speaker belongs to. Sign in to that one: you may have to sign out at the music service first. Another account takes the code of an owner’s invitation, or “tonearm pair” on the speaker.',
    takesCode: true,
  },
  unknownListener: {
    status: 403,
    title: 'The speaker does not know its own account yet',
    text: 'So it cannot tell that yours is the same. Try again once it reaches the music service, or with the code of an owner’s invitation.',
    takesCode: true,
  },
  over: {
    status: 403,
    title: 'The time to connect it is over',
    text: 'Start the speaker again, or use the code of “tonearm invite”.',
    takesCode: true,
  },
  signedOut: {
    status: 400,
    title: 'The speaker was signed out meanwhile',
    text: 'An owner has signed it out while your sign-in was under way.',
  },
  codeUsed: {
    status: 403,
    title: 'That code is used up',
    text: 'The invitation with which this sign-in was started has been used or taken back meanwhile. Ask for a new one.',
    takesCode: true,
  },
  internal: {
    status: 500,
    title: 'The sign-in could not be kept',
    text: 'The speaker could not store the sign-in. Its disk may be full or read-only.',
  },
} satisfies Readonly<Record<string, Failure>>;

/** Words of RFC 6749 §4.1.2.1 and §5.2 that blame the client, whoever it acts for. */
const OF_THE_CLIENT: Readonly<Record<string, Failure>> = {
  invalid_client: FAILURES.unknownClient,
  unauthorized_client: FAILURES.misregistered,
  invalid_request: FAILURES.misregistered,
  invalid_scope: FAILURES.misregistered,
  unsupported_response_type: FAILURES.misregistered,
  unsupported_grant_type: FAILURES.misregistered,
};

/** For an `error` that the service sent the browser back with (RFC 6749 §4.1.2.1); its own text is not shown. */
export function toCallbackFailure(error: string): Failure {
  if (error === 'access_denied') return FAILURES.denied;
  if (error === 'server_error' || error === 'temporarily_unavailable') return FAILURES.serviceFailed;
  return (Object.hasOwn(OF_THE_CLIENT, error) ? OF_THE_CLIENT[error] : undefined) ?? FAILURES.refused;
}

/** For a sign-in that threw. */
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
