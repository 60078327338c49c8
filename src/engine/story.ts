import { createAllowance } from '../lib/allowance.js';
import type { Event } from '../core/vocabulary/event.js';
import type { Playing } from '../core/playing.js';
import type { Clock, Logger } from '../contract/ports.js';

/**
 * At most this many lines of each level are logged, for example while a listener seeks or pauses endlessly; the next line
 * counts those left out.
 */
const LINES = { most: 120, withinMs: 60_000 };

/** Logs what sounds, and why, for an operator. */
export interface Story {
  /**
   * Writes a line for each change of the sound or the item, and whenever a wait for the service begins. While a fault
   * lasts, what was already said of it is said again after the 2nd, 4th, 8th… failure. All other lines, and those beyond
   * the limit, go to the level debug.
   */
  tell(before: Playing, after: Playing, event: Event): void;
}

export function createStory({ logger, clock }: { readonly logger: Logger; readonly clock: Clock }): Story {
  const allowance = createAllowance({ ...LINES, steadyMs: () => clock.steadyMs() });
  let leftOut = 0;
  /** What was logged since the fault that is waited out began. */
  const said = new Set<string>();

  /** Whether this only repeats what was said of a fault that lasts for hours. `failures`: how often it occurred. */
  function isOldNews(line: string, failures: number, event: Event): boolean {
    const wasSaid = said.has(line);
    if (failures === 0) said.clear();
    else said.add(line);
    const isPowerOfTwo = (failures & (failures - 1)) === 0;
    return wasSaid && !isPowerOfTwo && event.type !== 'command.received';
  }

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
      // Sound that comes and goes may be the last that is heard of a fault.
      const failures = sound === 'sounding' ? 0 : failuresIn(after);
      const details = {
        event: event.type,
        sound,
        place,
        ...toReason(event),
        ...(item === null ? {} : { index: item.index, title: item.title }),
        ...(failures > 0 && { failures }),
      };
      const row = isWaiting ? place : sound;
      const faults = [after.soundFault?.fault, after.serviceFault?.fault];
      if (isOldNews([row, item?.index, item?.title, ...faults].join(), failures, event))
        logger.debug(details, `Playback: ${row}.`);
      else write(WORRYING.includes(row) ? 'warn' : 'info', details, `Playback: ${row}.`);
    },
  };
}

const WORRYING: readonly string[] = [
  'waiting out a service fault',
  'waiting out a sound fault',
  'the stream was taken over',
  'given up',
];

/** How often in a row the fault that is waited out has occurred; 0 if there is none. */
function failuresIn({ soundFault, serviceFault }: Playing): number {
  return Math.max(soundFault?.attempt ?? -1, serviceFault?.attempt ?? -1) + 1;
}

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
