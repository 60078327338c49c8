import { toMilliseconds } from './mpv-message.js';

/** Less than this beyond what has been fetched, a length is no more than that: mpv lets it grow with the data. */
const marginMs = 500;

/** How far the data of what plays reach, by mpv's `demuxer-cache-state`. Milliseconds of the file. */
export interface Fetched {
  /** Null where mpv does not tell. */
  readonly toMs: number | null;
  /** No more will come: the file ends there, or the stream was dropped. */
  readonly isOver: boolean;
}

export function parseFetched(cache: unknown): Fetched {
  if (typeof cache !== 'object' || cache === null) return { toMs: null, isOver: false };
  const end = 'cache-end' in cache ? cache['cache-end'] : null;
  return { toMs: toMilliseconds(end), isOver: 'eof' in cache && cache.eof === true };
}

/** mpv's `duration` where it is a length, and not merely how far the data of an endless stream have come. */
export function toLength(duration: unknown, { toMs, isOver }: Fetched): number | null {
  const lengthMs = toMilliseconds(duration);
  if (lengthMs === null || toMs === null || lengthMs - toMs > marginMs) return lengthMs;
  // What mpv says of the length is a little older than what it says of the data.
  return isOver ? Math.max(lengthMs, toMs) : null;
}
