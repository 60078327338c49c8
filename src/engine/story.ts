import { createAllowance } from '../allowance.js';
import type { Event } from '../core/event.js';
import type { Playing } from '../core/playing.js';
import type { Clock, Logger } from '../ports.js';

/** Of what whoever seeks or pauses without end brings about, so much is told, and later how often more it was. */
const LINES = { most: 120, withinMs: 60_000 };

/** What sounds, and why, as an operator reads it. */
export interface Story {
  /**
   * A line for each change of what sounds, or of the item, and one whenever the service has to be waited for (again). Beyond
   * two a second on average they are of the level debug.
   */
  tell(before: Playing, after: Playing, event: Event): void;
}

export function createStory({ logger, clock }: { readonly logger: Logger; readonly clock: Clock }): Story {
  const allowance = createAllowance({ ...LINES, steadyMs: () => clock.steadyMs() });
  let leftOut = 0;

  function write(level: 'info' | 'warn', details: object, message: string): void {
    if (allowance.waitMs(level) > 0) {
      leftOut += 1;
      logger.debug(details, message);
      return;
    }
    allowance.note(level);
    logger[level]({ ...details, ...(leftOut > 0 && { leftOut }) }, message);
    leftOut = 0;
  }

  return {
    tell(before, after, event) {
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
      write(WORRYING.includes(row) ? 'warn' : 'info', details, `Playback: ${row}.`);
    },
  };
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
