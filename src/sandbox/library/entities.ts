/** The entities of the invented catalogue (specification, section 2). Durations are whole seconds. */
export interface Artist {
  readonly type: 'AR';
  readonly id: string;
  readonly name: string;
}

export interface Album {
  readonly type: 'AL';
  readonly id: string;
  readonly name: string;
  readonly artist: Artist;
  readonly tracks: readonly Track[];
  readonly hasArt: boolean;
  /** Whether the listener's tier may not play it: `NOT_SUPPORTED`. */
  readonly restricted: boolean;
}

export interface Track {
  readonly type: 'TR';
  readonly id: string;
  readonly name: string;
  readonly artist: Artist;
  readonly albumId: string;
  readonly albumName: string;
  readonly durationS: number;
  readonly hasArt: boolean;
  readonly restricted: boolean;
}

export interface StationFactory {
  readonly type: 'SF';
  readonly id: string;
  readonly name: string;
  readonly hasArt: boolean;
}

export interface Station {
  readonly type: 'ST';
  readonly id: string;
  readonly name: string;
  readonly hasArt: boolean;
  /** The factory from which the station was made; null for the shuffle station. */
  readonly factoryId: string | null;
  /** Whether the listener renamed the station, which makes it findable by a search for ST. */
  readonly personalized: boolean;
}

export interface Podcast {
  readonly type: 'PC';
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  readonly episodes: readonly Episode[];
}

export interface Episode {
  readonly type: 'PE';
  readonly id: string;
  readonly name: string;
  readonly durationS: number;
  readonly releaseDate: string;
  readonly podcastId: string;
}

export type Entity = Artist | Album | Track | StationFactory | Station | Podcast | Episode;
