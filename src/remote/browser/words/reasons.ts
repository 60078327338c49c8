/** Sentences for the state of the connection and for silence, with their remedies. */
import type { ControlClient } from '../../../client/control-client.js';
import type { PublicState, SilenceReason } from '../../../contract/public-state.js';
import type { Trouble } from '../state/line.js';
import type { PlainKey } from './catalogue.js';
import type { Words } from './words.js';

/** Returns the words for the connection. `unanswered` concerns a call, so a lost connection takes precedence. */
export function connectionWords(
  { say }: Words,
  { phase, error }: Pick<ControlClient, 'phase' | 'error'>,
  trouble: Trouble | null,
): string {
  const isSaid = trouble === 'offline' || (trouble !== null && phase === 'online');
  if (!isSaid && phase === 'waiting' && error?.reason === 'rateLimited') return say('line.full');
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
/** Returns null if the reason passes by itself. */
function remedyOf(reason: SilenceReason): PlainKey | null {
  if (reason === 'loading' || reason === 'announcement') return null;
  if (reason === 'idleTimeout' || reason === 'paused' || reason === 'stopped') return 'remedy.goOn';
  return `remedy.${reason}`;
}

/** Returns why nothing is heard, without a remedy. */
export function silenceSentence({ say }: Words, reason: SilenceReason): string {
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
  const remedy = remedyOf(silenceReason);
  return {
    what: silenceSentence(words, silenceReason),
    ...(remedy !== null && { remedy: say(remedy) }),
    fault: FAULTS.includes(silenceReason),
  };
}
