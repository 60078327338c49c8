import { createAllowance } from '../allowance.js';
import type { Event } from '../core/event.js';
import type { Playing } from '../core/playing.js';
import type { Clock, Logger } from '../ports.js';

/**
 * At most this many lines are logged, for example while a listener seeks or pauses endlessly; the next line counts
 * those left out.
 */
const LINES = { most: 120, withinMs: 60_000 };

/** Logs what sounds, and why, for an operator. */
export interface Story {
  /**
   * Writes a line for each change of the sound or the item, and whenever a wait for the service begins. Lines beyond
   * two per second on average go to the level debug.
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

/** The cause of the change, as far as it can be named without a secret. */
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
