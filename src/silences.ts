import type { SilenceReason } from './core/public-state.js';

/** Why it is silent although nobody asked for silence: parts of sentences, for `systemctl status` and MPD's programs. */
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

type Told = keyof typeof SILENCES;

export function isTold(reason: SilenceReason | null): reason is Told {
  return reason !== null && reason in SILENCES;
}
