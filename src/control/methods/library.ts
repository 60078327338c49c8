import Type from 'typebox';
import { RefusedError } from '../../errors.js';
import type { CallOptions, LibraryService } from '../../service-ports.js';
import {
  EXAMPLE_ARTISTS,
  EXAMPLE_COLLECTION,
  EXAMPLE_FAVORITES,
  EXAMPLE_FEEDBACKS,
  EXAMPLE_FOUND,
  EXAMPLE_PODCASTS,
  EXAMPLE_PROFILE,
} from '../examples.js';
import type { DefineMethod, Method } from '../method.js';
import { FEEDBACK_PAGE, LIBRARY_PAGE, PROFILE } from '../../library.js';
import { asSchema, none, paging, sortWord, thumb, words } from '../schemas.js';

/** The service has this long to answer (contract, section 4). */
const ANSWER_MS = 10_000;
const ERRORS = ['notPaired', 'notSupported', 'serviceError', 'offline'] as const;

export interface LibraryMethodsOptions {
  readonly library: LibraryService;
  /** How long the service has to answer, milliseconds. */
  readonly answerMs?: number;
}

/** What all of these share. */
const common = { access: 'opened', errors: ERRORS } as const;
const types = Type.Optional(words);

export function libraryMethods(define: DefineMethod, options: LibraryMethodsOptions): Method[] {
  return [...searchMethods(define, options), ...listenerMethods(define, options)];
}

/** What the listener has, and what there is. */
function searchMethods(
  define: DefineMethod,
  { library, answerMs = ANSWER_MS }: LibraryMethodsOptions,
): Method[] {
  return [
    define({
      ...common,
      name: 'library.collection',
      doc:
        'Lists what the listener has collected. Stations and albums together sort by `ADDED_TIME` `DESC`; what the ' +
        'service cannot sort is a `serviceError` with its own words.',
      params: Type.Object({
        ...paging,
        types,
        sortBy: Type.Optional(sortWord),
        sortOrder: Type.Optional(sortWord),
      }),
      result: asSchema(LIBRARY_PAGE),
      examples: [
        {
          params: { types: ['ST', 'AL'], limit: 50, sortBy: 'ADDED_TIME', sortOrder: 'DESC' },
          result: EXAMPLE_COLLECTION,
        },
      ],
      call: params => inTime(answerMs, options => library.collection(params, options)),
    }),
    define({
      ...common,
      name: 'library.search',
      doc:
        'Finds by words. `SF` finds stations, `AR` artists, `PC` podcasts, `PE` episodes; without `types`, all that ' +
        'the service can find. Not everything that is found can be played. A type that the service does not know is ' +
        'a `serviceError`.',
      params: Type.Object({ ...paging, types, query: Type.String({ minLength: 1, maxLength: 1024 }) }),
      result: asSchema(LIBRARY_PAGE),
      examples: [
        { params: { query: 'low water', types: ['SF', 'AR'], limit: 20 }, result: EXAMPLE_FOUND },
        { params: { query: 'harbour', types: ['PC', 'PE'] }, result: EXAMPLE_PODCASTS },
      ],
      call: params => inTime(answerMs, options => library.search(params, options)),
    }),
  ];
}

/** What the listener likes, and who that is. */
function listenerMethods(
  define: DefineMethod,
  { library, answerMs = ANSWER_MS }: LibraryMethodsOptions,
): Method[] {
  return [
    define({
      ...common,
      name: 'library.feedbacks',
      doc: 'Lists the tracks the listener gave a thumb.',
      params: Type.Object({
        ...paging,
        targetTypes: types,
        sourceContextTypes: types,
        values: Type.Optional(Type.Array(thumb, { minItems: 1, maxItems: 2 })),
      }),
      result: asSchema(FEEDBACK_PAGE),
      examples: [{ params: { values: ['UP'], limit: 50 }, result: EXAMPLE_FEEDBACKS }],
      call: params => inTime(answerMs, options => library.feedbacks(params, options)),
    }),
    define({
      ...common,
      name: 'library.recentFavorites',
      doc: 'Lists what the listener liked best of late, 20 at most.',
      params: Type.Object(paging),
      result: asSchema(LIBRARY_PAGE),
      examples: [{ params: { limit: 20 }, result: EXAMPLE_FAVORITES }],
      call: params => inTime(answerMs, options => library.recentFavorites(params, options)),
    }),
    define({
      ...common,
      name: 'library.topArtists',
      doc: 'Lists the artists the listener played most of late, 20 at most.',
      params: Type.Object(paging),
      result: asSchema(LIBRARY_PAGE),
      examples: [{ params: { limit: 10, offset: 10 }, result: EXAMPLE_ARTISTS }],
      call: params => inTime(answerMs, options => library.topArtists(params, options)),
    }),
    define({
      ...common,
      name: 'library.profile',
      doc: 'Tells who the listener is, followers and following included.',
      params: none,
      result: asSchema(PROFILE),
      examples: [{ params: {}, result: EXAMPLE_PROFILE }],
      call: () => inTime(answerMs, options => library.profile(options)),
    }),
  ];
}

/** Whatever the service does, there is an answer in time; a late one is nobody's. */
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
    // How the library words its own interruption does not matter.
    if (signal.aborted) throw late();
    throw error;
  }
}
