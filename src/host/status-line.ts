import type { PublicState } from '../contract/public-state.js';
import { isTold, SILENCES } from '../contract/silences.js';

const SILENT = {
  paused: 'Paused',
  stopped: 'Stopped',
  loading: 'Loading',
  muted: 'Muted',
  announcement: 'Announcing',
} as const;

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
  if (isTold(silenceReason)) return `Silent: ${SILENCES[silenceReason]}.`;
  const silence = SILENT[silenceReason];
  return title === '' ? silence : `${silence}: ${title}`;
}
