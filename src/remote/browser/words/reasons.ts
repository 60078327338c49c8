/** Why something is not so, and what to do about it. */
import type { ControlError, ControlReason } from '../../../client/control-error.js';
import type { Phase } from '../../../client/phase.js';
import type { PublicState, SilenceReason } from '../../../core/public-state.js';

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
  paused: { what: 'Paused.', remedy: 'Press play to go on.', fault: false },
  stopped: { what: 'Stopped.', remedy: 'Press play to go on.', fault: false },
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
  muted: { what: 'Muted.', remedy: 'Tap the loudspeaker to hear it again.', fault: false },
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
  disconnected: 'There is no connection to the speaker. It comes back by itself.',
  timedOut: 'The speaker did not answer in time.',
  offline: 'The speaker does not reach the music service. Try again in a moment.',
  forbidden: 'That is for the owners of the speaker.',
  rateLimited: 'That was too much at once. Try again in a moment.',
  notPaired: 'The speaker is signed out.',
  noSource: 'Nothing has been chosen to play yet.',
  notAllowed: 'The service does not allow that here.',
  notSupported: 'The service does not let this be played here.',
  skipLimitReached: 'No more skips for now. The music goes on.',
  playerUnavailable: 'The player on the speaker is not running. It is being started again.',
};

/** What the service alone does not put into words for a listener. */
const SORTING = /INVALID_SORT_ORDER/;
/** What the speaker says of a kind or an order whose word the service does not know. */
const UNKNOWN = /^The service does not know /;

/** Why a call was not done. */
export function failureWords(error: ControlError): string {
  if (SORTING.test(error.message)) return 'The service does not sort this that way.';
  if (UNKNOWN.test(error.message)) return 'The service does not offer this choice.';
  return FAILURES[error.reason] ?? `That did not work: ${error.message}`;
}

const REFUSED: Readonly<Partial<Record<ControlReason, string>>> = {
  unauthorized: 'This invitation is wrong, used up or too old. Ask for a new one.',
  invalidParams: 'This is no invitation of this speaker.',
  unproven: 'What answered does not know this invitation: it is not the speaker that it is of.',
  disconnected: 'The speaker cannot be reached. Try again in a moment.',
  timedOut: 'The speaker did not answer in time. Try again.',
};

/** Why an invitation did not let this browser in. */
export function refusalWords(error: ControlError): string {
  if (error.reason === 'rateLimited') {
    const seconds = Math.ceil((error.retryAfterMs ?? 60_000) / 1000);
    return `Too many wrong codes. Wait ${seconds} seconds, or open the link of the invitation.`;
  }
  return REFUSED[error.reason] ?? failureWords(error);
}
