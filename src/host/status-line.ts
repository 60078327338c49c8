import type { PublicState, SilenceReason } from '../core/public-state.js';

const SILENCES: Record<Exclude<SilenceReason, 'notPaired'>, string> = {
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

/** The line in `systemctl status`: what plays, or why nothing does. `address`: where browsers reach the speaker. */
export function toStatusLine({ silenceReason, item }: PublicState, address: string): string {
  if (silenceReason === 'notPaired') return `Not paired: open ${address}/ in a browser.`;
  const title = item === null ? '' : [item.title, item.artist].filter(Boolean).join(' – ');
  if (silenceReason === null) return `Playing: ${title}`;
  const silence = SILENCES[silenceReason];
  return title === '' || silence.endsWith('.') ? silence : `${silence}: ${title}`;
}
