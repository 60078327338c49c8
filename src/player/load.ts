import type { LoadRequest } from '../ports.js';
import { toMilliseconds } from './mpv-message.js';
import type { PlaylistEntry } from './playlist.js';

/** mpv ends a file when its last samples are handed over, so this much may still be on its way to the ear. */
const outputDepthMs = 750;

/** One `loadfile` and what has become of it. Milliseconds. */
export interface Load {
  readonly loadId: number;
  /** mpv's `playlist_entry_id`. */
  readonly entryId: number;
  readonly startMs: number;
  readonly appended: boolean;
  /** `landing`: mpv says that playback begins, and is being asked where and through which device. */
  phase: 'waiting' | 'opening' | 'loaded' | 'landing' | 'started';
  /** As the file states it; null where mpv knows no more than what it has fetched. */
  lengthMs: number | null;
  /** Where its data have come to their end; null while more may come. */
  dataEndMs: number | null;
  /** mpv's latest `duration`: the length, or no more than how far the data have come. */
  toldMs: number | null;
  /** We asked for its end ourselves. */
  dismissed: boolean;
  /** Where mpv's warnings about it begin. */
  firstLogLine: number;
}

/** One that `loadfile` has just been answered for; `firstLogLine`: where mpv's warnings about it will begin. */
export function toLoad({ loadId, startMs, mode }: LoadRequest, entryId: number, firstLogLine: number): Load {
  const blank = {
    phase: 'waiting',
    lengthMs: null,
    dataEndMs: null,
    toldMs: null,
    dismissed: false,
  } as const;
  return { loadId, entryId, startMs, appended: mode === 'append', firstLogLine, ...blank };
}

/**
 * How a load must have ended whose `end-file` was lost, as that event would have told it; null when it lives on.
 * `eof` is a guess where sound had begun: it is not believed blindly, an error would be.
 */
export function missedEnd(load: Load, entries: readonly PlaylistEntry[]): 'eof' | 'stop' | 'error' | null {
  const place = entries.findIndex(entry => entry.id === load.entryId);
  const playing = entries.findIndex(entry => entry.current);
  if (place >= 0 && place === playing) return null;
  const stillAhead = place >= 0 && playing >= 0 && place > playing;
  if (load.phase === 'waiting' && stillAhead) return null;
  if (load.dismissed || (load.phase === 'waiting' && place < 0)) return 'stop';
  return load.phase === 'started' ? 'eof' : 'error';
}

/** mpv tells another `duration`. */
export function noteDuration(load: Load, data: unknown): void {
  const durationMs = toMilliseconds(data);
  if (durationMs === null) return;
  load.toldMs = durationMs;
  if (load.lengthMs !== null) load.lengthMs = durationMs;
}

/** Where a load ends that is thought to be at `positionMs`; `isWhole`: mpv has played all that there is of it. */
export function endPosition(load: Load, positionMs: number, isWhole: boolean): number {
  if (load.phase !== 'started') return load.startMs;
  const endMs = load.lengthMs ?? load.dataEndMs ?? (isWhole ? load.toldMs : null);
  return endMs !== null && positionMs > endMs - outputDepthMs ? endMs : positionMs;
}
