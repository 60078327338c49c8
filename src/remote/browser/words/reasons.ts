/** Sentences for the state of the connection, for silence and for failures, with their remedies. */
import type { ControlError, ControlReason } from '../../../client/control-error.js';
import type { Phase } from '../../../client/phase.js';
import {
  type NoticeDetail,
  type PublicState,
  SILENCE_REASONS,
  type SilenceReason,
} from '../../../core/public-state.js';
import type { ServiceDetail } from '../../../library.js';
import type { Trouble } from '../state/line.js';
import type { PlainKey } from './catalogue.js';
import type { Words } from './words.js';

/** Returns the words for the connection. `unanswered` concerns a call, so a lost connection takes precedence. */
export function connectionWords({ say }: Words, phase: Phase, trouble: Trouble | null): string {
  const isSaid = trouble === 'offline' || (trouble !== null && phase === 'online');
  return say(isSaid ? `line.${trouble}` : `phase.${phase}`);
}

interface Explanation {
  readonly what: string;
  readonly remedy?: string;
  /** A fault is drawn as a warning; other reasons are normal. */
  readonly fault: boolean;
}

const FAULTS: readonly SilenceReason[] = [
  'notPaired',
  'notSupported',
  'playerUnavailable',
  'audioDeviceUnavailable',
  'offline',
  'serviceError',
];
/** Null: the reason passes by itself. */
const REMEDIES: Readonly<Record<SilenceReason, PlainKey | null>> = {
  notPaired: 'remedy.notPaired',
  takenOver: 'remedy.takenOver',
  idleTimeout: 'remedy.goOn',
  sourceEnded: 'remedy.sourceEnded',
  notSupported: 'remedy.notSupported',
  noSource: 'remedy.noSource',
  paused: 'remedy.goOn',
  stopped: 'remedy.goOn',
  playerUnavailable: 'remedy.playerUnavailable',
  audioDeviceUnavailable: 'remedy.audioDeviceUnavailable',
  offline: 'remedy.offline',
  serviceError: 'remedy.serviceError',
  loading: null,
  muted: 'remedy.muted',
};

function silenceSentence({ say }: Words, reason: SilenceReason): string {
  return say(reason === 'loading' ? 'loading' : `silence.${reason}`);
}

/** Returns why nothing is heard, with a remedy; null while something is heard. */
export function silenceWords(
  words: Words,
  { silenceReason, muted }: Pick<PublicState, 'silenceReason' | 'muted'>,
): Explanation | null {
  const { say } = words;
  if (silenceReason === null) return null;
  if (silenceReason === 'muted' && !muted)
    return { what: say('silence.volumeZero'), remedy: say('remedy.volumeZero'), fault: false };
  const remedy = REMEDIES[silenceReason];
  return {
    what: silenceSentence(words, silenceReason),
    ...(remedy !== null && { remedy: say(remedy) }),
    fault: FAULTS.includes(silenceReason),
  };
}

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
  const own = DETAILS.get(detail);
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
