import { choose, createRandom, hashOf, type Random } from '../random.js';
import type { Scenery } from '../scenery/scenery.js';
import type { Album, Artist, Entity, Episode, Podcast, StationFactory, Track } from './entities.js';

export interface MusicCatalogue {
  readonly artists: readonly Artist[];
  readonly albums: readonly Album[];
  readonly tracks: readonly Track[];
  readonly factories: readonly StationFactory[];
  readonly podcasts: readonly Podcast[];
  /** Returns an entity by id, except for listeners' stations. */
  find(id: string): Entity | undefined;
  /** Returns the track at a position in a station's endless programme, never the same twice in a row. */
  trackAt(stationSeed: string, position: number): Track;
}

export interface CatalogueOptions {
  readonly seed: string;
  /** Length of every piece, instead of its own 20 to 90 seconds; null: its own. */
  readonly trackSeconds: number | null;
  readonly names: Scenery['names'];
}

const EPISODES_A_PODCAST = 6;
const TRACKS_A_STATION = 12;

/** Creates the whole invented library, the same for the same seed; built once, small, in memory. */
export function createCatalogue({ seed, trackSeconds, names }: CatalogueOptions): MusicCatalogue {
  const { titleOf } = names;
  const lasting = (random: Random): number =>
    trackSeconds === null ? random.between(20, 90) : Math.ceil(trackSeconds);

  const artists = names.artists.map((name, at): Artist => ({ type: 'AR', id: `AR:${2000 + at}`, name }));
  const albums = artists.flatMap((artist, at) =>
    [0, 1].map(nth => albumOf(artist, 3000 + at * 2 + nth, createRandom(`${seed}/album/${at}/${nth}`))),
  );

  function albumOf(artist: Artist, number: number, random: Random): Album {
    const album = {
      id: `AL:${number}`,
      name: titleOf(random),
      hasArt: random.next() > 0.15,
      restricted: number % 16 === 9,
    };
    const tracks = Array.from(
      { length: random.between(4, 7) },
      (_, nth): Track => ({
        type: 'TR',
        id: `TR:${number * 10 + nth}`,
        name: titleOf(random),
        artist,
        albumId: album.id,
        albumName: album.name,
        durationS: lasting(random),
        hasArt: album.hasArt,
        restricted: album.restricted,
      }),
    );
    return { type: 'AL', artist, tracks, ...album };
  }

  const factories = [
    ...artists.map(({ name }, at): StationFactory => factoryOf(`${name} Radio`, 5000 + at)),
    ...names.genres.map((name, at): StationFactory => factoryOf(name, 5100 + at)),
  ];

  function factoryOf(name: string, number: number): StationFactory {
    return { type: 'SF', id: `SF:1:${number}`, name, hasArt: number % 7 !== 3 };
  }

  const podcasts = names.podcasts.map(([name, summary, title], at): Podcast => {
    const id = `PC:${7000 + at}`;
    const episodes = Array.from({ length: EPISODES_A_PODCAST }, (_, nth): Episode => {
      const random = createRandom(`${seed}/episode/${at}/${nth}`);
      return {
        type: 'PE',
        id: `PE:${70000 + at * 100 + nth}`,
        name: nth === 0 ? title : `${titleOf(random)} (${nth + 1})`,
        durationS: lasting(random),
        releaseDate: new Date(Date.UTC(2024, at, 1 + nth * 7, 6, 30, nth, 250)).toISOString(),
        podcastId: id,
      };
    });
    return { type: 'PC', id, name, summary, episodes };
  });

  const tracks = albums.flatMap(album => album.tracks);
  const playable = tracks.filter(track => !track.restricted);
  const byId = new Map<string, Entity>(
    [...artists, ...albums, ...tracks, ...factories, ...podcasts, ...podcasts.flatMap(p => p.episodes)].map(
      entity => [entity.id, entity],
    ),
  );

  return {
    artists,
    albums,
    tracks,
    factories,
    podcasts,
    find: id => byId.get(id),
    trackAt(stationSeed, position) {
      const from = hashOf(`${seed}/${stationSeed}`) % playable.length;
      // 17 is coprime to every pool size that is no multiple of it: neighbours differ in album and artist.
      const step = position % TRACKS_A_STATION;
      return choose(playable, ((from + step * 17) % playable.length) / playable.length);
    },
  };
}
