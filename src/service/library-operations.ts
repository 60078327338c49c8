import type { Feedback } from '../core/vocabulary/item.js';
import { MOST_LISTED } from '../core/vocabulary/limits.js';
import type { Page } from '../contract/library-queries.js';
import type { LibraryService } from '../contract/service-ports.js';
import { createDocumentWriter, type Document, type DocumentWriter } from './documents.js';
import type { Has } from './field-knowledge.js';
import { conditions, listed } from './list-selection.js';
import type { Form, Operation } from './operation.js';

type ListParams<M extends keyof LibraryService> = Parameters<LibraryService[M]>[0];

const COLLECTED = ['ST', 'AL'];
const SEARCHED = ['SF', 'ST', 'AR'];
/** Further types to search, where the service knows the words. */
const SEARCHED_BESIDES = ['AL', 'TR', 'PC', 'PE'];
const MOST_FAVORITES = 20;

function pagination(to: DocumentWriter, page: Page, limit: number, sort: readonly (string | null)[] = []) {
  return to.object('pagination', [
    to.variable('limit', page.limit ?? limit),
    // The service ignores an offset beside a cursor.
    to.variable('offset', page.cursor === undefined ? page.offset : undefined),
    to.variable('cursor', page.cursor),
    ...sort,
  ]);
}

/** Writes the arguments of a list and the selection for each entry. */
type WriteList<P> = (
  to: DocumentWriter,
  params: P,
  has: Has,
) => { readonly given: readonly (string | null)[]; readonly entry: string };

/** Returns the forms of a list: with its cursor, and without it for lists that have none. */
function listForms<P>(write: WriteList<P>, operationName: string, field: string): readonly Form<P>[] {
  const form = (cursor: string, optional: readonly string[]): Form<P> => ({
    level: 'core',
    optional,
    write(params, has) {
      const to = createDocumentWriter();
      const { given, entry } = write(to, params, has);
      const body = to.field(field, given, `__typename ${cursor} items { ${entry} }`);
      return to.document('query', operationName, body);
    },
  });
  return [form('cursor', ['cursor']), form('', [])];
}

function listOperation<P>(name: string, field: string, write: WriteList<P>): Operation<P> {
  return { name, path: [field], forms: listForms(write, name, field) };
}

function profileOperation(name: string, selection: string): Operation<object> {
  const write = (): Document => createDocumentWriter().document('query', name, `profile { ${selection} }`);
  return { name, path: ['profile'], forms: [{ level: 'core', optional: [], write }] };
}

/** The lists and the profile (specification, section 4, "Queries"). */
export const LIBRARY_OPERATIONS = {
  collection: listOperation<ListParams<'collection'>>('Collection', 'collection', (to, params, has) => {
    const types = params.types ?? COLLECTED;
    const sort = [to.word('sortBy', params.sortBy), to.word('sortOrder', params.sortOrder)];
    return {
      given: [to.words('types', types), pagination(to, params, MOST_LISTED, sort)],
      entry: listed(types, has),
    };
  }),
  search: listOperation<ListParams<'search'>>('Search', 'search', (to, params, has) => {
    const besides = params.types === undefined ? SEARCHED_BESIDES.filter(word => has('enum', word)) : [];
    const types = params.types ?? [...SEARCHED, ...besides];
    const given = [
      to.words('types', types),
      to.variable('query', params.query),
      pagination(to, params, MOST_LISTED),
    ];
    return { given, entry: listed(types, has) };
  }),
  feedbacks: listOperation<ListParams<'feedbacks'>>('Feedbacks', 'feedbacks', (to, params, has) => {
    const filter = to.object('filter', [
      to.words('targetTypes', params.targetTypes ?? ['TR']),
      to.words('sourceContextTypes', params.sourceContextTypes ?? ['ST']),
      to.words('values', params.values satisfies readonly Feedback[] | undefined),
    ]);
    const target = `target { __typename id ${conditions(['TR'], has)} }`;
    const context = 'sourceContext { __typename id ... on Station { name } }';
    return { given: [pagination(to, params, MOST_LISTED), filter], entry: `__typename ${target} ${context}` };
  }),
  recentFavorites: listOperation<Page>('RecentFavorites', 'recentFavorites', (to, params, has) => ({
    given: [pagination(to, params, MOST_FAVORITES)],
    entry: listed(['TR', 'AL', 'ST'], has),
  })),
  topArtists: listOperation<Page>('TopArtists', 'topArtists', (to, params, has) => ({
    given: [pagination(to, params, MOST_FAVORITES)],
    entry: listed(['AR'], has),
  })),
  profile: profileOperation(
    'Profile',
    `__typename id fullname displayName bio imageUrl private followers { items { fullname } }
     following { items { fullname isBeingFollowed } }`,
  ),
  profileName: profileOperation('ProfileName', '__typename id fullname displayName'),
};
