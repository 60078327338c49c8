import { createRandom } from '../random.js';
import type { MusicCatalogue } from './catalogue.js';
import type { Album, Artist, Entity, Episode, Podcast, Station, StationFactory, Track } from './entities.js';

/** A listener's thumbs (service.md, "What the seed leaves open"). */
export type FeedbackValue = 'UP' | 'DOWN';

export interface GivenFeedback {
  readonly track: Track;
  readonly station: Station;
  readonly value: FeedbackValue;
}

export interface Collected {
  readonly entity: Station | Album | Podcast | Episode;
  readonly addedAt: number;
}

/** One account of the sandbox. */
export interface Listener {
  /** An LI id; also `profile.id`. */
  readonly id: string;
  readonly fullname: string | null;
  readonly displayName: string;
  readonly bio: string;
  readonly private: boolean;
  readonly followers: readonly string[];
  readonly following: readonly string[];
  /** The collection, newest first. */
  readonly collection: () => readonly Collected[];
  readonly feedbacks: () => readonly GivenFeedback[];
  readonly favorites: readonly Entity[];
  readonly topArtists: readonly Artist[];
  station(id: string): Station | undefined;
  /**
   * Returns the listener's station for a factory; creates it if needed (with the first one also the shuffle station).
   */
  createStation(factory: StationFactory): Station;
  feedbackOn(trackId: string, stationId: string): FeedbackValue | null;
  setFeedback(track: Track, station: Station, value: FeedbackValue | null): void;
}

interface Person {
  readonly number: number;
  readonly fullname: string | null;
  readonly displayName: string;
  readonly bio: string;
  readonly stations: number;
  readonly albums: number;
  readonly podcasts: number;
}

const PEOPLE: readonly Person[] = [
  {
    number: 1001,
    fullname: 'Mira Østergård',
    displayName: 'mira 🎧',
    bio: 'Listens to everything “once”.',
    stations: 38,
    albums: 30,
    podcasts: 2,
  },
  { number: 1002, fullname: null, displayName: 'Tomás', bio: '', stations: 0, albums: 5, podcasts: 0 },
];

const STARTED = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/**
 * Creates the two accounts of the consent page: one with a full collection, and one without stations.
 * @param podcasts whether podcasts and episodes can also be collected (profile `full`)
 */
export function createListeners(catalogue: MusicCatalogue, podcasts: boolean): readonly Listener[] {
  return PEOPLE.map(person => createListener(person, catalogue, podcasts));
}

function createListener(person: Person, catalogue: MusicCatalogue, podcasts: boolean): Listener {
  const random = createRandom(`listener/${person.number}`);
  const collected: Collected[] = [];
  const feedbacks: GivenFeedback[] = [];
  const stations = new Map<string, Station>();

  function collect(entity: Collected['entity']): void {
    if (entity.type === 'ST') stations.set(entity.id, entity);
    collected.unshift({ entity, addedAt: STARTED + collected.length * DAY_MS });
  }

  function createStation(factory: StationFactory): Station {
    const id = factory.id.replace(/^SF:1/, `ST:${person.number}`);
    const existing = stations.get(id);
    if (existing !== undefined) return existing;
    if (stations.size === 0) {
      collect({
        type: 'ST',
        id: `ST:${person.number}:0`,
        name: 'Shuffle',
        hasArt: false,
        factoryId: null,
        personalized: false,
      });
    }
    const personalized = stations.size % 8 === 5;
    const station: Station = {
      type: 'ST',
      id,
      name: personalized ? `My ${factory.name} ✨` : factory.name,
      hasArt: factory.hasArt,
      factoryId: factory.id,
      personalized,
    };
    collect(station);
    return station;
  }

  if (podcasts) {
    for (const podcast of catalogue.podcasts.slice(0, person.podcasts)) {
      collect(podcast);
      podcast.episodes.slice(1, 3).forEach(episode => collect(episode));
    }
  }
  catalogue.factories.slice(0, person.stations).forEach(factory => createStation(factory));
  catalogue.albums.slice(0, person.albums).forEach(album => collect(album));
  collected.sort((one, other) => other.addedAt - one.addedAt);
  for (const station of [...stations.values()].slice(1, 16)) {
    for (const position of [0, 4, 7, 9]) {
      const value = random.next() < 0.75 ? 'UP' : 'DOWN';
      feedbacks.push({ track: catalogue.trackAt(station.id, position), station, value });
    }
  }

  const withStations = person.stations > 0;
  return {
    id: `LI:${person.number}`,
    fullname: person.fullname,
    displayName: person.displayName,
    bio: person.bio,
    private: !withStations,
    followers: withStations ? ['Tomás', 'Ewa Żuraw', '山田 花子'] : [],
    following: withStations ? ['Ewa Żuraw', 'Low Tide Society'] : ['Mira Østergård'],
    collection: () => collected,
    feedbacks: () => feedbacks,
    favorites: withStations
      ? [
          ...[...stations.values()].slice(0, 6),
          ...catalogue.albums.slice(3, 9),
          ...catalogue.tracks.slice(20, 34),
        ]
      : [],
    topArtists: withStations ? catalogue.artists.slice(0, 22) : catalogue.artists.slice(0, 2),
    station: id => stations.get(id),
    createStation,
    feedbackOn: (trackId, stationId) =>
      feedbacks.find(({ track, station }) => track.id === trackId && station.id === stationId)?.value ?? null,
    setFeedback(track, station, value) {
      const at = feedbacks.findIndex(known => known.track.id === track.id && known.station.id === station.id);
      if (at >= 0) feedbacks.splice(at, 1);
      if (value !== null) feedbacks.unshift({ track, station, value });
    },
  };
}
