import { LIMITS } from '../../../core/vocabulary/limits.js';
import { RefusedError } from '../../../contract/errors.js';
import type { RecentItem } from '../../../contract/library.js';
import { MOST_RECENT } from '../../../contract/library-queries.js';
import type { CallOptions, LibraryService } from '../../../contract/service-ports.js';
import {
  EXAMPLE_ARTISTS,
  EXAMPLE_COLLECTION,
  EXAMPLE_FAVORITES,
  EXAMPLE_FEEDBACKS,
  EXAMPLE_FOUND,
  EXAMPLE_PODCASTS,
  EXAMPLE_PROFILE,
  EXAMPLE_RECENT,
} from '../examples.js';
import type { Rows } from '../method.js';

export interface LibraryMethodsOptions {
  readonly library: LibraryService;
  /** Returns what this speaker played, the latest first, at most `most` items. */
  readonly recent: (most: number) => readonly RecentItem[];
  /** How long the service may take to answer, milliseconds. */
  readonly answerMs?: number;
}

export function libraryMethods(options: LibraryMethodsOptions): Rows<'library'> {
  return { ...searchMethods(options), ...listenerMethods(options), ...recentMethod(options) };
}

type Searching = 'library.collection' | 'library.search';

/** The listener's collection, and the catalogue. */
function searchMethods({
  library,
  answerMs = LIMITS.answer,
}: LibraryMethodsOptions): Pick<Rows<'library'>, Searching> {
  return {
    'library.collection': {
      doc:
        'Lists the listener’s collection. Stations and albums together can be sorted by `ADDED_TIME` `DESC`. A sort order that the ' +
        'service does not support fails with `serviceError` and the service’s own message.',
      examples: [
        {
          params: { types: ['ST', 'AL'], limit: 50, sortBy: 'ADDED_TIME', sortOrder: 'DESC' },
          result: EXAMPLE_COLLECTION,
        },
      ],
      call: params => inTime(answerMs, options => library.collection(params, options)),
    },
    'library.search': {
      doc:
        'Searches the catalogue by text. `SF` finds stations, `AR` artists, `PC` podcasts, `PE` episodes; without `types`, the search ' +
        'covers every type the service offers. Not every result can be played. A type that the service does not know fails ' +
        'with `serviceError`.',
      examples: [
        { params: { query: 'low water', types: ['SF', 'AR'], limit: 20 }, result: EXAMPLE_FOUND },
        { params: { query: 'harbour', types: ['PC', 'PE'] }, result: EXAMPLE_PODCASTS },
      ],
      call: params => inTime(answerMs, options => library.search(params, options)),
    },
  };
}

/** What the listener likes, and the listener's profile. */
function listenerMethods({
  library,
  answerMs = LIMITS.answer,
}: LibraryMethodsOptions): Omit<Rows<'library'>, Searching | 'library.recent'> {
  return {
    'library.feedbacks': {
      doc: 'Lists the tracks that the listener has rated with a thumb.',
      examples: [{ params: { values: ['UP'], limit: 50 }, result: EXAMPLE_FEEDBACKS }],
      call: params => inTime(answerMs, options => library.feedbacks(params, options)),
    },
    'library.recentFavorites': {
      doc: 'Lists the listener’s recent favourites, 20 at most.',
      examples: [{ params: { limit: 20 }, result: EXAMPLE_FAVORITES }],
      call: params => inTime(answerMs, options => library.recentFavorites(params, options)),
    },
    'library.topArtists': {
      doc: 'Lists the artists that the listener has been playing most, 20 at most.',
      examples: [{ params: { limit: 10, offset: 10 }, result: EXAMPLE_ARTISTS }],
      call: params => inTime(answerMs, options => library.topArtists(params, options)),
    },
    'library.profile': {
      doc: 'Returns the listener’s profile, with followers and following.',
      examples: [{ params: {}, result: EXAMPLE_PROFILE }],
      call: () => inTime(answerMs, options => library.profile(options)),
    },
  };
}

/** What this speaker played; does not ask the service. */
function recentMethod({ recent }: LibraryMethodsOptions): Pick<Rows<'library'>, 'library.recent'> {
  return {
    'library.recent': {
      doc:
        'Lists what this speaker played, newest first, whoever chose it: the last 200 tracks and episodes that were audible for at least ' +
        'two seconds. The list survives restarts and is deleted when the speaker is signed out. To play an entry again, pass its ' +
        '`source.id` to `player.play`, or its `trackId` for that track alone.',
      examples: [{ params: { limit: 20 }, result: EXAMPLE_RECENT }],
      call: ({ limit = MOST_RECENT }) => ({ items: recent(limit) }),
    },
  };
}

/** Rejects as `offline` if the service does not answer in time; a late answer is dropped. */
async function inTime<T>(answerMs: number, ask: (options: CallOptions) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(answerMs);
  const late = () => new RefusedError({ reason: 'offline', message: 'the service did not answer in time' });
  try {
    const answer = ask({ signal });
    const deadline = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(late()), { once: true });
    });
    return await Promise.race([answer, deadline]);
  } catch (error) {
    // The library's own wording of an abort does not matter.
    if (signal.aborted) throw late();
    throw error;
  }
}
