import { allows, isSameItem, type Source } from '../core/vocabulary/item.js';
import type { Restored } from '../core/model/state.js';
import type { PositionRecord, SessionRecord } from '../contract/records.js';

/** How often the position is made durable during playback; up to this much sound is not on record after a power cut. */
export const SAVE_INTERVAL_MS = 60_000;

/** Builds what this run continues from the stored session and the position in the runtime directory. */
export function toRestored(
  session: SessionRecord | null,
  position: PositionRecord | null,
  volumeStart: number,
): Restored {
  if (session === null) {
    const nothing = { source: null, item: null, positionMs: 0, closing: null, sourceEnded: false };
    return { ...nothing, wish: 'stopped', volume: volumeStart, muted: false };
  }
  const { wish, source, item, closing, endTaken, sourceEnded, volume, muted, sourceHeld } = session;
  const positionMs = restoredPosition(session, position);
  const place = { source, item, positionMs, closing, endTaken, sourceEnded };
  const level = { volume: volume ?? volumeStart, muted };
  return { ...place, wish, ...level, ...(sourceHeld === undefined ? {} : { sourceHeld }) };
}

/** What this run begins with if it plays a source of its own: the service may be at any other. */
export function startedWith(source: Source, { volume, muted }: Restored): Restored {
  const nowhere = { item: null, positionMs: 0, sourceEnded: false, sourceHeld: 'no' } as const;
  return { ...nowhere, wish: 'playing', source, closing: null, volume, muted };
}

/**
 * The position to resume at. Unless the item allows seeking, nothing is played twice: an unrecorded minute counts as
 * heard.
 */
function restoredPosition(
  { source, item, positionMs, exact }: SessionRecord,
  live: PositionRecord | null,
): number {
  if (item === null) return 0;
  const isLive = live !== null && live.sourceId === source?.id && isSameItem(item, live);
  if (isLive && !exact) return live.positionMs;
  if (exact || allows(item, 'SEEK')) return positionMs;
  const later = positionMs + SAVE_INTERVAL_MS;
  return item.durationMs === null ? later : Math.min(later, item.durationMs);
}
