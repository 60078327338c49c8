import type { PublicState, SilenceReason } from '../core/public-state.js';

const SILENCES: Record<SilenceReason, string> = {
  notPaired: 'Not paired: open the pairing page.',
  takenOver: 'Silent: the account plays elsewhere.',
  idleTimeout: 'Silent: the service stopped because nobody was listening.',
  sourceEnded: 'Silent: the source has ended.',
  notSupported: 'Silent: the service does not let this device play this.',
  noSource: 'Silent: nothing has been chosen.',
  paused: 'Paused',
  stopped: 'Stopped',
  playerUnavailable: 'Silent: the player does not run.',
  audioDeviceUnavailable: 'Silent: no sound device opens.',
  offline: 'Silent: the service cannot be reached.',
  serviceError: 'Silent: the service answers with errors.',
  loading: 'Loading',
  muted: 'Muted',
};

/** The line in `systemctl status`: what plays, or why nothing does. */
export function toStatusLine({ silenceReason, item }: PublicState): string {
  const title = item === null ? '' : [item.title, item.artist].filter(Boolean).join(' – ');
  if (silenceReason === null) return `Playing: ${title}`;
  const silence = SILENCES[silenceReason];
  return title === '' || silence.endsWith('.') ? silence : `${silence}: ${title}`;
}
