import { isBug } from '../errors.js';
import type { PlayerEvent } from '../core/player-event.js';
import type { LoadRequest } from '../ports.js';
import type { Sound } from './sound.js';

/** An end so near is one; a dropped stream looks the same further away from it. */
const nearEndS = 2;
/** So shortly before its end whatever follows must be in the player, come what may. */
const lastCallMs = 3000;

/**
 * Keeps what is to follow out of mpv until all of what sounds has been fetched. mpv takes a dropped stream for the end
 * of a file and would go on to the next one; it does not fetch that one any sooner either.
 */
export interface HeldAppend {
  /** Hands it over as soon as it may go; it replaces what was held. */
  hold(request: LoadRequest): Promise<void>;
  /** To be told of everything: tries again when all has been fetched, and with each position of the last seconds. */
  look(event: PlayerEvent, sound: Pick<Sound, 'leftMs'> | undefined): void;
  /** Hands out what is held; null where nothing is. */
  take(): LoadRequest | null;
  readonly isHolding: boolean;
}

export function createHeldAppend({
  ask,
  append,
}: {
  /** A property of mpv; null where there is none. */
  readonly ask: (property: string) => Promise<unknown>;
  readonly append: (request: LoadRequest) => Promise<void>;
}): HeldAppend {
  let held: LoadRequest | null = null;
  let isLooking = false;

  async function handOver(request: LoadRequest): Promise<void> {
    const properties = ['demuxer-cache-state', 'duration', 'time-pos'];
    const [cache, duration, position] = await Promise.all(properties.map(ask));
    if (held !== request || !isInHand(cache, toNumber(duration), toNumber(position))) return;
    held = null;
    await append(request);
  }

  return {
    hold(request) {
      held = request;
      return handOver(request);
    },
    look({ type }, sound) {
      const leftMs = sound?.leftMs ?? null;
      const isLastCall = type === 'player.position' && leftMs !== null && leftMs <= lastCallMs;
      if (held === null || isLooking || !(isLastCall || type === 'player.fetched')) return;
      isLooking = true;
      // It fails with its process only, of which the player tells.
      void handOver(held)
        .catch((error: unknown) => {
          if (isBug(error)) throw error;
        })
        .finally(() => {
          isLooking = false;
        });
    },
    take() {
      const request = held;
      held = null;
      return request;
    },
    get isHolding() {
      return held !== null;
    },
  };
}

/** Whether what sounds has been fetched to its end, or ends so soon that it makes no difference; seconds. */
export function isInHand(cache: unknown, durationS: number | null, positionS: number | null): boolean {
  // Nothing is open that could break off.
  if (typeof cache !== 'object' || cache === null) return true;
  if (durationS !== null && positionS !== null && (durationS - positionS) * 1000 <= lastCallMs) return true;
  if (!('eof' in cache) || cache.eof !== true) return false;
  const fetchedS = 'cache-end' in cache ? toNumber(cache['cache-end']) : null;
  return durationS === null || fetchedS === null || durationS - fetchedS <= nearEndS;
}

function toNumber(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
