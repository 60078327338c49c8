const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ST: 'Station',
    SF: 'Station',
    AL: 'Album',
    TR: 'Song',
    AR: 'Artist',
    PL: 'Playlist',
    PC: 'Podcast',
    PE: 'Episode',
    LI: 'Listener',
    AP: 'Artist',
    AU: 'Autoplay',
  }),
);

/** What a type code is called; empty for one nobody knows. */
export function typeWords(type: string): string {
  return TYPES.get(type) ?? '';
}
