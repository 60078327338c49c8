import { badArgument, notSupported } from '../field-error.js';
import type { MusicCatalogue } from '../library/catalogue.js';
import type { Episode, Podcast, Station, Track } from '../library/entities.js';
import type { Listener } from '../library/listeners.js';

/** A piece of audio. The same `id` always gives the same samples. */
export type Piece =
  | { readonly kind: 'track'; readonly id: string; readonly durationS: number; readonly track: Track }
  | {
      readonly kind: 'episode';
      readonly id: string;
      readonly durationS: number;
      readonly episode: Episode;
      readonly podcast: Podcast;
    }
  | {
      /** `novelty`: a kind that clients do not know. */
      readonly kind: 'ad' | 'message' | 'novelty';
      readonly id: string;
      readonly durationS: number;
      readonly title: string;
      /** Whether the piece is handed out without an audio address. */
      readonly isSilent?: boolean;
    };

/** What a source plays, by position from 0. */
export interface Programme {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  /** The listener's station; null for on-demand sources, whose audio addresses expire sooner. */
  readonly station: Station | null;
  /** Returns the piece at a position; null past the end of a finite source. */
  at(position: number): Piece | null;
}

/**
 * Opens the programme of a source id: ST, SF (answered with the listener's own ST), AL, TR, PC and PE (answered with
 * the PC id, starting at that episode). Throws `NOT_SUPPORTED` for anything that the listener may not play
 * (specification, section 7).
 */
export function openProgramme(catalogue: MusicCatalogue, listener: Listener, sourceId: string): Programme {
  if (!/^[A-Z]{2}(:[\w-]+)+$/.test(sourceId)) throw badArgument('sourceId is not an id');
  const station = listener.station(sourceId);
  if (station !== undefined) return stationProgramme(catalogue, listener, station);
  const entity = catalogue.find(sourceId);
  switch (entity?.type) {
    case 'SF':
      return stationProgramme(catalogue, listener, listener.createStation(entity));
    case 'AL':
      if (entity.restricted) throw notSupported(sourceId);
      return { ...finite(entity.tracks.map(toPiece)), id: entity.id, type: 'AL', name: entity.name };
    case 'TR':
      if (entity.restricted) throw notSupported(sourceId);
      return { ...finite([toPiece(entity)]), id: entity.id, type: 'TR', name: entity.name };
    case 'PC':
      return podcastProgramme(entity, 0);
    case 'PE': {
      const podcast = catalogue.podcasts.find(({ id }) => id === entity.podcastId);
      if (podcast === undefined) throw notSupported(sourceId);
      return podcastProgramme(podcast, podcast.episodes.indexOf(entity));
    }
    default:
      throw notSupported(sourceId);
  }
}

function stationProgramme(catalogue: MusicCatalogue, listener: Listener, station: Station): Programme {
  const others = listener
    .collection()
    .map(({ entity }) => entity)
    .filter((entity): entity is Station => entity.type === 'ST' && entity.factoryId !== null);
  // The shuffle station draws on all stations of the listener in turn (specification, section 1).
  const drawnFrom = (position: number): Station =>
    station.factoryId === null ? (others[position % others.length] ?? station) : station;
  return {
    id: station.id,
    type: 'ST',
    name: station.name,
    station,
    at: position => toPiece(catalogue.trackAt(drawnFrom(position).id, position)),
  };
}

function podcastProgramme(podcast: Podcast, first: number): Programme {
  const pieces = podcast.episodes.slice(first).map(
    (episode): Piece => ({
      kind: 'episode',
      id: episode.id,
      durationS: episode.durationS,
      episode,
      podcast,
    }),
  );
  return { ...finite(pieces), id: podcast.id, type: 'PC', name: podcast.name };
}

function finite(pieces: readonly Piece[]): Pick<Programme, 'at' | 'station'> {
  return { station: null, at: position => pieces[position] ?? null };
}

function toPiece(track: Track): Piece {
  return { kind: 'track', id: track.id, durationS: track.durationS, track };
}
