import type { PublicState, SilenceReason } from '../core/public-state.js';

const SILENCES: Record<Exclude<SilenceReason, 'notPaired'>, string> = {
  takenOver: 'Silent: the account is playing elsewhere.',
  idleTimeout: 'Silent: the service stopped because nobody was listening.',
  sourceEnded: 'Silent: the source has ended.',
  notSupported: 'Silent: the service does not let this device play the source.',
  noSource: 'Silent: nothing has been chosen.',
  paused: 'Paused',
  stopped: 'Stopped',
  playerUnavailable: 'Silent: the player is not running.',
  audioDeviceUnavailable: 'Silent: the sound device cannot be opened.',
  offline: 'Silent: the service cannot be reached.',
  serviceError: 'Silent: the service returns errors.',
  loading: 'Loading',
  muted: 'Muted',
};

/**
 * The line in `systemctl status`: what plays, or why nothing does. `address`: where browsers reach the speaker.
 * `isPairingOver`: whether the time in which anybody nearby may pair it is over.
 */
export function toStatusLine(
  { silenceReason, item }: PublicState,
  { address, isPairingOver }: { readonly address: string; readonly isPairingOver: boolean },
): string {
  if (silenceReason === 'notPaired')
    return isPairingOver
      ? `Not paired, and the 15 minutes for pairing are over: restart the speaker, then open ${address}/ in a browser.`
      : `Not paired: open ${address}/ in a browser.`;
  const title = item === null ? '' : [item.title, item.artist].filter(Boolean).join(' – ');
  if (silenceReason === null) return `Playing: ${title}`;
  const silence = SILENCES[silenceReason];
  return title === '' || silence.endsWith('.') ? silence : `${silence}: ${title}`;
}
