export interface PlaylistEntry {
  readonly id: number;
  readonly current: boolean;
}

/** Parses mpv's `playlist` property. Entries without an id are left out; anything but an array gives an empty list. */
export function parsePlaylist(value: unknown): readonly PlaylistEntry[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null || !('id' in entry)) return [];
    const { id } = entry;
    if (typeof id !== 'number') return [];
    return [{ id, current: 'current' in entry && entry.current === true }];
  });
}
