import type { PublicState, SilenceReason } from './public-state.js';

/** Why it is silent although nobody asked for silence: parts of sentences, for `systemctl status` and the programs of MPD and Snapcast. */
export const SILENCES = {
  takenOver: 'the account is playing elsewhere',
  idleTimeout: 'the service stopped because nobody was listening',
  sourceEnded: 'the source has ended',
  notSupported: 'the service does not let this device play the source',
  noSource: 'nothing has been chosen',
  playerUnavailable: 'the player is not running',
  audioDeviceUnavailable: 'the sound device cannot be opened',
  offline: 'the service cannot be reached',
  serviceError: 'the service returns errors',
} as const satisfies Partial<Record<SilenceReason, string>>;

type ToldReason = keyof typeof SILENCES;

export function isTold(reason: SilenceReason | null): reason is ToldReason {
  return reason !== null && reason in SILENCES;
}

/**
 * Returns why it is silent, or what the listener should read; null if there is nothing to say, or if it passes by itself
 * in a moment.
 */
export function explainSilence({
  silenceReason,
  notice,
}: Pick<PublicState, 'silenceReason' | 'notice'>): string | null {
  const silence = toSentence(silenceReason);
  // A notice about the silence itself says more than the reason.
  if (notice === null || silence === null || notice.code === silenceReason) return notice?.message ?? silence;
  return `${silence}. ${notice.message}`;
}

function toSentence(reason: SilenceReason | null): string | null {
  if (reason === 'notPaired') return 'Not signed in: open the speaker’s page in a browser';
  if (reason === 'muted') return 'Muted';
  if (!isTold(reason)) return null;
  const silence: string = SILENCES[reason];
  return silence.charAt(0).toUpperCase() + silence.slice(1);
}
