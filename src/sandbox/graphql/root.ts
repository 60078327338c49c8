import type { MusicCatalogue } from '../library/catalogue.js';
import type { Entity } from '../library/entities.js';
import { type ListPage, type Pagination, pageOf } from '../library/paging.js';
import { searchLibrary } from '../library/search.js';
import { sortCollection } from '../library/sorting.js';
import type { Stage } from '../playback/stage.js';
import { currentNode, entityNode, feedbackNode, profileNode, type Scope, sourceNode } from './nodes.js';

interface CollectionArgs {
  readonly types?: readonly string[];
  readonly pagination?: Pagination & { readonly sortBy?: string; readonly sortOrder?: string };
}

interface FeedbacksArgs {
  readonly pagination?: Pagination;
  readonly filter?: { readonly values?: readonly string[] };
}

interface SetSourceArgs {
  readonly deviceUuid: string;
  readonly sourceId: string;
}

export interface ReportArgs extends SetSourceArgs {
  readonly index: number;
  readonly elapsedTime: number;
}

/** Most favourites and top artists that are listed (specification, section 8). */
const RANKED_MAX = 20;

/** Returns the resolvers of the specification for one listener and one request. */
export function coreRoot(catalogue: MusicCatalogue, stage: Stage, scope: Scope) {
  const { listener } = scope;

  const entities = (list: readonly Entity[], pagination: Pagination | undefined): ListPage<object> => {
    const { items, cursor } = pageOf(list, pagination, ({ id }) => id);
    return { items: items.map(entity => entityNode(entity, scope)), cursor };
  };

  return {
    collection: ({ types, pagination }: CollectionArgs) =>
      entities(
        sortCollection(
          listener.collection(),
          types ?? null,
          pagination?.sortBy ?? null,
          pagination?.sortOrder ?? null,
        ).map(({ entity }) => entity),
        pagination,
      ),
    search: ({ query, types, pagination }: { query: string } & CollectionArgs) =>
      entities(searchLibrary(catalogue, listener, query, types ?? null), pagination),
    feedbacks({ pagination, filter }: FeedbacksArgs) {
      const wanted = listener.feedbacks().filter(({ value }) => filter?.values?.includes(value) ?? true);
      const { items, cursor } = pageOf(
        wanted,
        pagination,
        ({ track, station }) => `${track.id}/${station.id}`,
      );
      return { items: items.map(feedback => feedbackNode(feedback, scope)), cursor };
    },
    recentFavorites: ({ pagination }: CollectionArgs) =>
      entities(listener.favorites.slice(0, RANKED_MAX), pagination),
    topArtists: ({ pagination }: CollectionArgs) =>
      entities(listener.topArtists.slice(0, RANKED_MAX), pagination),
    profile: () => profileNode(scope),
    playback: {
      current: ({ deviceUuid, sourceId }: { deviceUuid: string; sourceId?: string }) =>
        currentNode(stage.device(listener, deviceUuid), scope, sourceId),
      setSource({ deviceUuid, sourceId }: SetSourceArgs) {
        const { programme } = stage.setSource(listener, deviceUuid, sourceId);
        return sourceNode(programme, stage.device(listener, deviceUuid), scope);
      },
      setProgress({ deviceUuid, sourceId, index, elapsedTime }: ReportArgs) {
        const device = stage.device(listener, deviceUuid);
        stage.setProgress(device, sourceId, index, elapsedTime);
        return { status: 'OK', current: currentNode(device, scope) };
      },
    },
  };
}
