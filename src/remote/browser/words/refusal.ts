/** Sentences for a browser that is not admitted. */
import type { ControlError, ControlReason } from '../../../client/control-error.js';
import type { AdmissionRefusal } from '../state/admission-face.js';
import type { PlainKey } from './catalogue.js';
import { failureWords } from './failures.js';
import type { Words } from './words.js';

const REFUSED: ReadonlyMap<string, PlainKey> = new Map<ControlReason, PlainKey>([
  ['unauthorized', 'refused.unauthorized'],
  ['invalidParams', 'refused.invalidParams'],
  ['unproven', 'refused.unproven'],
  ['disconnected', 'refused.disconnected'],
]);

/** Returns why the last attempt did not admit this browser. */
export function refusalWords(words: Words, refusal: AdmissionRefusal): string {
  if (refusal.of === 'token') return outsideWords(words, refusal.error);
  const { error, isDigits } = refusal;
  if (error.reason === 'rateLimited')
    return words.say('refused.tooManyCodes', { count: Math.ceil((error.retryAfterMs ?? 60_000) / 1000) });
  // Mistyped digits are more frequent than an expired invitation.
  if (error.reason === 'unauthorized' && isDigits) return words.say('refused.digits');
  // A bad name does not mean that the invitation is invalid.
  const key = error.member === 'name' ? undefined : REFUSED.get(error.reason);
  return key === undefined ? failureWords(words, error) : words.say(key);
}

const FAREWELLS: ReadonlyMap<string, PlainKey> = new Map([
  ['revoked', 'goneRevoked'],
  ['expired', 'goneExpired'],
  ['signedOut', 'goneSignedOut'],
]);

/** Returns a short title for the refusal. */
export function titleWords({ say }: Words, error: ControlError | null, hasToken: boolean): string {
  if (!hasToken) return say('letInTitle');
  return say(error?.reason === 'unproven' ? 'unprovenTitle' : 'goneTitle');
}

/** Returns why a browser that had a token is no longer admitted, and by whom that was decided. */
export function outsideWords({ say }: Words, error: ControlError | null): string {
  if (error?.reason === 'unproven') return say('unproven');
  const { why = '', by } = error ?? {};
  if (why === 'revoked' && by !== undefined) return say('goneRevokedBy', { by });
  return say(FAREWELLS.get(why) ?? 'noLongerLetIn');
}
