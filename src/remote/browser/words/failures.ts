/** Sentences for notices and failed calls, which few visits need. */
import type { ControlError, ControlReason } from '../../../client/control-error.js';
import { type NoticeDetail, type PublicState, SILENCE_REASONS } from '../../../contract/public-state.js';
import type { ServiceDetail } from '../../../contract/library.js';
import type { PlainKey } from './catalogue.js';
import { silenceSentence } from './reasons.js';
import type { Words } from './words.js';

/** The sentences for failed calls, by reason. */
const FAILURES: ReadonlyMap<string, PlainKey> = new Map<ControlReason, PlainKey>([
  ['disconnected', 'failed.disconnected'],
  ['timedOut', 'failed.timedOut'],
  ['offline', 'silence.offline'],
  ['forbidden', 'failed.forbidden'],
  ['rateLimited', 'failed.rateLimited'],
  ['notPaired', 'silence.notPaired'],
  ['noSource', 'silence.noSource'],
  ['notAllowed', 'failed.notAllowed'],
  ['notSupported', 'silence.notSupported'],
  ['skipLimitReached', 'failed.skipLimitReached'],
  ['playerUnavailable', 'silence.playerUnavailable'],
  ['serviceError', 'failed.serviceError'],
]);

/** The sentences for notices that tell of no silence, by code. */
const NOTICES: ReadonlyMap<string, PlainKey> = new Map<string, PlainKey>([
  ['clockNotSet', 'notice.clockNotSet'],
  ['alarmMissed', 'notice.alarmMissed'],
]);

/** Details for which the speaker knows more than the notice's code tells. */
const DETAILS: ReadonlyMap<string, PlainKey> = new Map<NoticeDetail, PlainKey>([
  ['clientRefused', 'notice.client'],
  ['hostUntrusted', 'notice.certificate'],
  ['hostInsecure', 'notice.insecure'],
  ['hostRefused', 'notice.host'],
]);

/**
 * Returns the sentence for a notice, by its code, because its own message may come from the service in any language.
 * Null if there is none, or if the silence reason already says it.
 */
export function noticeWords(
  words: Words,
  { notice, silenceReason }: Pick<PublicState, 'notice' | 'silenceReason'>,
): string | null {
  if (notice === null) return null;
  const { say } = words;
  const { code, title, detail = '' } = notice;
  const own = DETAILS.get(detail) ?? NOTICES.get(code);
  if (own !== undefined) return say(own);
  if (code === silenceReason) return null;
  if (code === 'itemUnplayable')
    return title === undefined ? say('notice.itemUnplayable') : say('notice.itemUnplayableNamed', { title });
  const silence = SILENCE_REASONS.find(each => each === code);
  if (silence !== undefined) return silenceSentence(words, silence);
  return say(FAILURES.get(code) ?? 'silence.serviceError');
}

/** Details that the speaker knows about a refusal by the service. */
const OF_SERVICE: ReadonlyMap<string, PlainKey> = new Map<ServiceDetail, PlainKey>([
  ['sortOrder', 'failed.sorting'],
  ['unknownWord', 'failed.unknownKind'],
]);
/** The sentences for invalid parameters, by member. */
const OF_MEMBER: ReadonlyMap<string, PlainKey> = new Map([
  ['expiresAtMs', 'failed.tooLate'],
  ['name', 'failed.name'],
]);

/** Returns the sentence for a failed call. */
export function failureWords({ say }: Words, { reason, detail = '', member = '' }: ControlError): string {
  const known = reason === 'invalidParams' ? OF_MEMBER.get(member) : OF_SERVICE.get(detail);
  return say(known ?? FAILURES.get(reason) ?? 'failed.other');
}
