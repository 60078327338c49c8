import type { LoadRequest } from '../../contract/ports.js';
import { toMilliseconds } from '../wire/mpv-message.js';

/** mpv ends a file when it has handed over the last samples, so up to this much may still wait in the output. */
export const outputDepthMs = 750;

/** One `loadfile` and its progress. Times are milliseconds. */
export interface MpvLoad {
  readonly loadId: number;
  /** mpv's `playlist_entry_id`. */
  readonly entryId: number;
  readonly startMs: number;
  readonly appended: boolean;
  /** `landing`: mpv reports that playback begins, and is being asked for the position and the output. */
  phase: 'waiting' | 'opening' | 'loaded' | 'landing' | 'started';
  /** The length that the file states; null if mpv knows only what it has fetched. */
  lengthMs: number | null;
  /** Position at which the data ended; null while more may come. */
  dataEndMs: number | null;
  /** mpv's latest `duration`: the length, or only how far the data reach so far. */
  toldMs: number | null;
  /** Whether the data end where the item does, whatever mpv's `duration` says (`data-end.ts`). */
  isWhole: boolean;
  /** Whether it was reported that the data break off. */
  isCut: boolean;
  /** Milliseconds of the steady clock at which mpv began to open it. */
  openedMs: number;
  /** mpv's place in the file when it was last asked for near the end of the data. */
  seen: { readonly positionMs: number; readonly bytes: number } | null;
  /** Where mpv was seen at the end of the data, and since when, in steady milliseconds. */
  stood: { readonly positionMs: number; readonly atMs: number } | null;
  /** Whether mpv was told to leave it, because it stands still at the end of the data. */
  isLeft: boolean;
  /** Whether the agent itself asked for the load to end. */
  dismissed: boolean;
  /** Index of the first of mpv's log lines since the last seek in it; null: there was none. */
  soughtLogLine: number | null;
  /** Index of the first of mpv's log lines about this load. */
  firstLogLine: number;
}

/** Creates the record of a load that `loadfile` has just answered for. */
export function toLoad(
  { loadId, startMs, mode }: LoadRequest,
  entryId: number,
  firstLogLine: number,
): MpvLoad {
  const blank = {
    phase: 'waiting' as const,
    lengthMs: null,
    dataEndMs: null,
    toldMs: null,
    isWhole: false,
    isCut: false,
    openedMs: 0,
    seen: null,
    stood: null,
    isLeft: false,
    soughtLogLine: null,
    dismissed: false,
  };
  return { loadId, entryId, startMs, appended: mode === 'append', firstLogLine, ...blank };
}

/**
 * Returns the load whose data mpv reads without end: the one that it opens, else the one behind, which it opens ahead of
 * time, else the one that plays.
 */
export function endlessOf(loads: readonly MpvLoad[], current: MpvLoad | null): MpvLoad | undefined {
  if (current?.phase === 'opening') return current;
  return loads.find(({ phase }) => phase === 'waiting') ?? current ?? undefined;
}

/** Records a new `duration` from mpv. */
export function noteDuration(load: MpvLoad, data: unknown): void {
  const durationMs = toMilliseconds(data);
  if (durationMs === null || load.isWhole) return;
  load.toldMs = durationMs;
  if (load.lengthMs !== null) load.lengthMs = durationMs;
}

/**
 * Returns where a load ends that is believed to be at `positionMs`: at its length, or where its data broke off.
 * `isWhole`: mpv has played all of it.
 */
export function endPosition(load: MpvLoad, positionMs: number, isWhole: boolean): number {
  if (load.phase !== 'started') return load.startMs;
  const { lengthMs, dataEndMs, toldMs } = load;
  const ends = [lengthMs, dataEndMs, isWhole && lengthMs === null && dataEndMs === null ? toldMs : null];
  return ends.find(endMs => endMs !== null && positionMs > endMs - outputDepthMs) ?? positionMs;
}

/** Returns the ids in mpv's `playlist` property; anything but an array gives none. */
export function listedIds(playlist: unknown): readonly unknown[] {
  return Array.isArray(playlist) ? playlist.map((entry: { readonly id?: unknown } | null) => entry?.id) : [];
}
