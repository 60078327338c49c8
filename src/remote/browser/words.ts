/** Every sentence the remote says. */
import type { ControlError, ControlReason } from '../../client/control-error.js';
import type { Phase } from '../../client/control-client.js';
import type { PublicState, SilenceReason } from '../../core/public-state.js';

export const WORDS = {
  nowPlaying: 'Now playing',
  library: 'Library',
  playing: 'Playing',
  collection: 'Collection',
  search: 'Search',
  sections: 'Sections',
  play: 'Play',
  pause: 'Pause',
  next: 'Next',
  previous: 'Previous',
  stop: 'Stop',
  mute: 'Mute',
  unmute: 'Unmute',
  volume: 'Volume',
  position: 'Position',
  nothingPlays: 'Nothing playing',
  untitled: 'Untitled',
  kinds: 'Kinds',
  searchFor: 'Artists, albums, songs, stations…',
  searchHint: 'Find something to play.',
  nothingFound: 'Nothing found.',
  nothingCollected: 'Nothing of this kind in your collection yet.',
  more: 'Show more',
  loading: 'Loading…',
  tryAgain: 'Try again',
  dismiss: 'Dismiss',
  back: 'To the player',
  notAdmitted: 'This browser may not control the speaker yet',
  howAdmitted:
    'Open the link that the pairing page showed, or an invitation from someone who already controls it. On the speaker itself, “tonearm invite” prints one.',
  tokenLabel: 'Or paste the link or token here',
  admit: 'Connect',
  tokenRefused: 'The speaker no longer accepts the access this browser had.',
  signedOut: 'The speaker is signed out',
  pairAgain: 'Pair it with your account to play music again.',
  pair: 'Pair the speaker',
  outdated: 'This page and the speaker do not speak the same version',
  reload: 'Reload the page',
  connecting: 'Connecting to the speaker…',
} as const;

const CONNECTION: Readonly<Record<Phase, string>> = {
  stopped: 'Not connected',
  connecting: 'Connecting…',
  online: 'Connected',
  waiting: 'Connection lost, trying again…',
  unauthorized: 'Not admitted',
  incompatible: 'Other version',
};

export function connectionWords(phase: Phase): string {
  return CONNECTION[phase];
}

interface Explanation {
  readonly what: string;
  readonly remedy?: string;
  /** A fault is drawn as a warning; the rest is an ordinary state of affairs. */
  readonly fault: boolean;
}

const SILENCE: Readonly<Record<SilenceReason, Explanation>> = {
  notPaired: { what: 'The speaker is signed out.', remedy: 'Pair it with your account again.', fault: true },
  takenOver: {
    what: 'Your account is playing somewhere else.',
    remedy: 'Press play to bring the music back here.',
    fault: false,
  },
  idleTimeout: {
    what: 'The service stopped after a long time without a sign of you.',
    remedy: 'Press play to go on.',
    fault: false,
  },
  sourceEnded: {
    what: 'That was all of it.',
    remedy: 'Press play to hear it again, or choose something else.',
    fault: false,
  },
  notSupported: {
    what: 'The service does not let this be played here.',
    remedy: 'Choose something else.',
    fault: true,
  },
  noSource: {
    what: 'Nothing chosen yet.',
    remedy: 'Pick something from your collection or search.',
    fault: false,
  },
  paused: { what: 'Paused', fault: false },
  stopped: { what: 'Stopped', fault: false },
  playerUnavailable: {
    what: 'The player on the speaker is not running.',
    remedy: 'It is being started again; this takes a moment.',
    fault: true,
  },
  audioDeviceUnavailable: {
    what: 'The speaker cannot open its sound device.',
    remedy: 'Check that it is plugged in and switched on. The music goes on by itself.',
    fault: true,
  },
  offline: {
    what: 'The speaker does not reach the music service.',
    remedy: 'Check its network. It keeps trying and goes on by itself.',
    fault: true,
  },
  serviceError: {
    what: 'The music service has a problem.',
    remedy: 'The speaker keeps trying. You can also choose something else.',
    fault: true,
  },
  loading: { what: 'Loading…', fault: false },
  muted: { what: 'Muted', remedy: 'Tap the loudspeaker to hear it again.', fault: false },
};

/** Why nothing is heard and what to do about it; null while something is. */
export function silenceWords(state: PublicState): Explanation | null {
  if (state.silenceReason === null) return null;
  if (state.silenceReason === 'muted' && !state.muted) {
    return { what: 'The volume is at zero.', remedy: 'Turn it up to hear something.', fault: false };
  }
  return SILENCE[state.silenceReason];
}

const FAILURES: Readonly<Partial<Record<ControlReason, string>>> = {
  disconnected: 'The speaker cannot be reached. Nothing was changed.',
  timedOut: 'The speaker did not answer in time.',
  offline: 'The speaker does not reach the music service. Try again in a moment.',
  rateLimited: 'That was too much at once. Try again in a moment.',
  notPaired: 'The speaker is signed out.',
  noSource: 'Nothing has been chosen to play yet.',
  notAllowed: 'The service does not allow that here.',
  notSupported: 'The service does not let this be played here.',
  skipLimitReached: 'No more skips for now. The music goes on.',
  playerUnavailable: 'The player on the speaker is not running. It is being started again.',
};

/** Why a command was not done. */
export function failureWords(error: ControlError): string {
  return FAILURES[error.reason] ?? `That did not work: ${error.message}`;
}

const TYPES: Readonly<Record<string, string>> = {
  ST: 'Station',
  SF: 'Station',
  AL: 'Album',
  TR: 'Song',
  AR: 'Artist',
  PL: 'Playlist',
  PC: 'Podcast',
  PE: 'Episode',
  LI: 'Listener',
  AP: 'Artist',
  AU: 'Autoplay',
};

/** What a type code is called; empty for one nobody knows. */
export function typeWords(type: string): string {
  return TYPES[type] ?? '';
}

function clockParts(ms: number): { hours: number; minutes: number; seconds: number } {
  const all = Math.floor(ms / 1000);
  return { hours: Math.floor(all / 3600), minutes: Math.floor(all / 60) % 60, seconds: all % 60 };
}

/** `4:05`, `1:02:09`. */
export function timeDigits(ms: number): string {
  const { hours, minutes, seconds } = clockParts(ms);
  const two = (value: number): string => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** `4 minutes 5 seconds`, for a screen reader. */
function timeWords(ms: number): string {
  const { hours, minutes, seconds } = clockParts(ms);
  const said = (count: number, unit: string): string => (count === 1 ? `1 ${unit}` : `${count} ${unit}s`);
  const parts = [
    ...(hours > 0 ? [said(hours, 'hour')] : []),
    ...(minutes > 0 ? [said(minutes, 'minute')] : []),
    said(seconds, 'second'),
  ];
  return parts.join(' ');
}

export function positionWords(positionMs: number, durationMs: number): string {
  return `${timeWords(positionMs)} of ${timeWords(durationMs)}`;
}

/** The chips over the collection; the first combination of kinds is the one the service sorts by time. */
export const COLLECTION_KINDS = [
  { label: 'Recent', params: { types: ['ST', 'AL'], sortBy: 'ADDED_TIME', sortOrder: 'DESC' } },
  { label: 'Stations', params: { types: ['ST'] } },
  { label: 'Albums', params: { types: ['AL'] } },
  { label: 'Songs', params: { types: ['TR'] } },
] as const;

/** Kinds whose names every service tells (specification, section 2); `ST` finds a listener's own renamed stations. */
export const SEARCH_KINDS = [
  { label: 'All', types: ['SF', 'ST', 'AR', 'AL', 'TR'] },
  { label: 'Stations', types: ['SF', 'ST'] },
  { label: 'Albums', types: ['AL'] },
  { label: 'Songs', types: ['TR'] },
  { label: 'Artists', types: ['AR'] },
] as const;
