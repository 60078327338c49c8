import { existsSync } from 'node:fs';
import { dirname } from 'node:path';

/** Where udev notes each device once its access is set. */
const DEVICES_OF_UDEV = '/run/udev/data';
/** Folders in which something changes all the time, or of which no change is told. */
const BUSY: ReadonlySet<string> = new Set(['/', '/dev', '/proc', '/sys']);

/**
 * Returns the folder whose changes tell that this path may have come: the nearest that exists. A busy folder would wake
 * the agent all the time (each write to `/dev/null` is a change of `/dev`), so udev's notes stand in for it; null if there
 * are none.
 */
export function placeToWatch(path: string, exists: (path: string) => boolean = existsSync): string | null {
  const folder = dirname(path);
  if (BUSY.has(folder)) return exists(DEVICES_OF_UDEV) ? DEVICES_OF_UDEV : null;
  return exists(folder) ? folder : placeToWatch(folder, exists);
}
