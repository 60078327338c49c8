import type { MusicCatalogue } from './catalogue.js';
import type { Entity } from './entities.js';
import type { Listener } from './listeners.js';

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

function wordsOf(entity: Entity): string {
  return fold('artist' in entity ? `${entity.name} ${entity.artist.name}` : entity.name);
}

/** Without types, a search finds no podcasts: only a client that knows their type code can read them. */
function isAmong(types: readonly string[] | null, { type }: Entity): boolean {
  return types === null ? type !== 'PC' : types.includes(type);
}

/**
 * Searches the catalogue: every word of the query must occur in the name or the artist, regardless of accents and case.
 * ST finds only stations that the listener personalized (specification, section 4, "search").
 */
export function searchLibrary(
  catalogue: MusicCatalogue,
  listener: Listener,
  query: string,
  types: readonly string[] | null,
): readonly Entity[] {
  const words = fold(query)
    .split(/\s+/)
    .filter(word => word !== '');
  if (words.length === 0) return [];
  const own = listener
    .collection()
    .map(({ entity }) => entity)
    .filter(entity => entity.type === 'ST' && entity.personalized);
  const everything: readonly Entity[] = [
    ...own,
    ...catalogue.factories,
    ...catalogue.artists,
    ...catalogue.albums,
    ...catalogue.tracks,
    ...catalogue.podcasts,
    ...catalogue.podcasts.flatMap(podcast => podcast.episodes),
  ];
  return everything.filter(
    entity => isAmong(types, entity) && words.every(word => wordsOf(entity).includes(word)),
  );
}
