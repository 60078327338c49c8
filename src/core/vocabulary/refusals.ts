import type { Refusal } from '../../contract/command.js';
import type { ServiceFailure } from './failure.js';

/** The refusals that the core itself issues (contract, section 4, "Errors"). */
export const REFUSALS = {
  notPaired: { reason: 'notPaired', message: 'The speaker is not paired with an account.' },
  noSource: { reason: 'noSource', message: 'There is nothing to play: choose something first.' },
  emptyPreset: { reason: 'noSource', message: 'There is nothing under this number yet.' },
  tooManyAlarms: { reason: 'notAllowed', message: 'There are 16 alarms already: remove one first.' },
  tooManyAnnouncements: {
    reason: 'rateLimited',
    message: 'Five announcements are waiting already.',
    retryAfterMs: 5_000,
  },
  nothingRings: { reason: 'notAllowed', message: 'No alarm is ringing.' },
  sourceForgotten: {
    reason: 'noSource',
    message: 'The service no longer knows the chosen source: play it again first.',
  },
  offline: { reason: 'offline', message: 'The service did not answer in time.' },
  playerUnavailable: { reason: 'playerUnavailable', message: 'The audio player is not running.' },
  noEpisodes: { reason: 'notSupported', message: 'The service sends no podcast episodes to this device.' },
  noSuchOperation: { reason: 'notSupported', message: 'The service does not support this operation.' },
  tooMany: { reason: 'rateLimited', message: 'Too many commands are waiting.', retryAfterMs: 1_000 },
} as const satisfies Record<string, Refusal>;

export function notAllowed(interaction: string): Refusal {
  return { reason: 'notAllowed', message: `The item does not allow ${interaction}.`, interaction };
}

/** Another device or none has the stream: the service would not act on the item shown. */
export function interruptedNow(interaction: string): Refusal {
  return { reason: 'notAllowed', message: 'This speaker lost the stream: press play first.', interaction };
}

/** Turns a failed call to the service into the refusal that the caller receives. */
export function toRefusal(failure: ServiceFailure): Refusal {
  const { code, message, retryAfterMs, serviceCode, serviceMessage, lasting } = failure;
  return {
    reason: code,
    message: lasting ? message : (serviceMessage ?? message),
    ...(retryAfterMs === null ? {} : { retryAfterMs }),
    ...(serviceCode === null ? {} : { serviceCode }),
    ...(serviceMessage === null ? {} : { serviceMessage }),
  };
}
