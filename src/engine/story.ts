import type { Event } from '../core/event.js';
import type { Playing } from '../core/playing.js';
import type { Logger } from '../ports.js';

/**
 * The story of playback: a line for each change of what sounds, or of the item, and one whenever the service has to be
 * waited for (again).
 */
export function logRow(logger: Logger, before: Playing, after: Playing, event: Event): void {
  const { sound, place, item } = after;
  const isWaiting = place !== before.place && WORRYING.includes(place);
  if (before.sound === sound && before.item === item && !isWaiting) return;
  const details = {
    event: event.type,
    sound,
    place,
    ...toReason(event),
    ...(item === null ? {} : { index: item.index, title: item.title }),
  };
  const row = isWaiting ? place : sound;
  if (WORRYING.includes(row)) logger.warn(details, `Playback: ${row}.`);
  else logger.info(details, `Playback: ${row}.`);
}

const WORRYING: readonly string[] = [
  'waiting the service out',
  'waiting a fault of the sound out',
  'the stream is taken',
  'given up',
];

/** Who or what brought the change about, as far as it can be said without a secret. */
function toReason(event: Event): object {
  switch (event.type) {
    case 'command.received':
      return { by: event.cause.client, method: event.cause.method };
    case 'service.failed': {
      const { code, serviceCode } = event.failure;
      return { reason: code, ...(serviceCode !== null && { serviceCode }) };
    }
    case 'player.failed': {
      const { fault, httpStatus } = event;
      return { reason: fault, ...(httpStatus !== null && { httpStatus }) };
    }
    default:
      return {};
  }
}
