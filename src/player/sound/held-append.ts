import { isBug } from '../../contract/errors.js';
import type { PlayerEvent } from '../../core/vocabulary/player-event.js';
import type { LoadRequest } from '../../contract/ports.js';
import type { Sound } from './sound.js';

/** Data that end at most this far before the duration are complete; a dropped stream ends further away. */
const nearEndS = 2;
/** When this little is left to play, the next item is appended in any case. */
const lastCallMs = 3000;

/**
 * Keeps the next item out of mpv until the current one has been fetched completely. mpv takes a dropped stream for the
 * end of the file and would go on to the next entry. Holding it back delays nothing: mpv does not fetch the next entry
 * earlier.
 */
export interface HeldAppend {
  /** Holds the request, replacing an earlier one, and appends it as soon as that is safe. */
  hold(request: LoadRequest): Promise<void>;
  /**
   * Handles a player event: tries again when all data have been fetched, at each position in the last seconds, and when
   * the current item has ended. If that was no end, the request has been taken back by then.
   */
  look(event: PlayerEvent, sound: Pick<Sound, 'leftMs'> | undefined): void;
  /** Removes and returns the held request; null if there is none. */
  take(): LoadRequest | null;
  readonly isHolding: boolean;
}

export function createHeldAppend({
  ask,
  append,
}: {
  /** Returns a property of mpv, or null if there is none. */
  readonly ask: (property: string) => Promise<unknown>;
  readonly append: (request: LoadRequest) => Promise<void>;
}): HeldAppend {
  let held: LoadRequest | null = null;
  let isLooking = false;

  async function handOver(request: LoadRequest, isLastCall = false): Promise<void> {
    const properties = ['demuxer-cache-state', 'duration', 'audio-pts'];
    const [cache, duration, position] = await Promise.all(properties.map(ask));
    const isSafe = isLastCall || isInHand(cache, toNumber(duration), toNumber(position));
    if (held !== request || !isSafe) return;
    held = null;
    await append(request);
  }

  return {
    hold(request) {
      held = request;
      // The rest of an item whose data break off.
      return handOver(request, request.startMs > 0);
    },
    look({ type }, sound) {
      const leftMs = sound?.leftMs ?? null;
      const isMoment = type === 'player.position' || type === 'player.fetched';
      const isLastCall = type === 'player.ended' || (isMoment && leftMs !== null && leftMs <= lastCallMs);
      if (held === null || isLooking || !(isLastCall || type === 'player.fetched')) return;
      isLooking = true;
      // This fails only if the process dies, and the player reports that.
      void handOver(held, isLastCall)
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

/** Whether the current file has been fetched to its end, or ends too soon for it to matter. Times are seconds. */
export function isInHand(cache: unknown, durationS: number | null, positionS: number | null): boolean {
  // No stream is open that could break off.
  if (typeof cache !== 'object' || cache === null) return true;
  if (durationS !== null && positionS !== null && (durationS - positionS) * 1000 <= lastCallMs) return true;
  if (!('eof' in cache) || cache.eof !== true) return false;
  const fetchedS = 'cache-end' in cache ? toNumber(cache['cache-end']) : null;
  return durationS === null || fetchedS === null || durationS - fetchedS <= nearEndS;
}

function toNumber(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
