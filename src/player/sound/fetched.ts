import { toMilliseconds } from '../wire/mpv-message.js';

/** A duration less than this beyond the fetched data is no real length: mpv lets it grow with the data. */
const marginMs = 500;

/** How far the data of the current file reach, from mpv's `demuxer-cache-state`. Times are milliseconds of the file. */
export interface Fetched {
  /** End of the fetched data; null if mpv does not report it. */
  readonly toMs: number | null;
  /** Whether no more data will come: the file ends there, or the stream was dropped. */
  readonly isOver: boolean;
}

export function parseFetched(cache: unknown): Fetched {
  if (typeof cache !== 'object' || cache === null) return { toMs: null, isOver: false };
  const end = 'cache-end' in cache ? cache['cache-end'] : null;
  return { toMs: toMilliseconds(end), isOver: 'eof' in cache && cache.eof === true };
}

/** Returns mpv's `duration` in milliseconds if it is a real length; null if it only shows how far the data reach. */
export function toLength(duration: unknown, { toMs, isOver }: Fetched): number | null {
  const lengthMs = toMilliseconds(duration);
  if (lengthMs === null || toMs === null || lengthMs - toMs > marginMs) return lengthMs;
  // mpv's duration is slightly older than its cache state.
  return isOver ? Math.max(lengthMs, toMs) : null;
}
