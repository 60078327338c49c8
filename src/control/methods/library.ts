import Type from 'typebox';
import { RefusedError } from '../../errors.js';
import type { CallOptions, LibraryService } from '../../service-ports.js';
import type { DefineMethod, Method } from '../method.js';
import { feedbackPage, libraryPage, none, paging, profile, sortWord, thumb, words } from '../schemas.js';

/** The service has this long to answer (contract, section 4). */
const ANSWER_MS = 10_000;

export interface LibraryMethodsOptions {
  readonly library: LibraryService;
  /** How long the service has to answer, milliseconds. */
  readonly answerMs?: number;
}

export function libraryMethods(
  define: DefineMethod,
  { library, answerMs = ANSWER_MS }: LibraryMethodsOptions,
): Method[] {
  /** Whatever the service does, there is an answer in time; a late one is nobody's. */
  async function inTime<T>(ask: (options: CallOptions) => Promise<T>): Promise<T> {
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

  const access = 'opened';
  const types = Type.Optional(words);
  return [
    define({
      name: 'library.collection',
      doc: 'Lists what the listener has collected.',
      access,
      params: Type.Object({
        ...paging,
        types,
        sortBy: Type.Optional(sortWord),
        sortOrder: Type.Optional(sortWord),
      }),
      result: libraryPage,
      call: params => inTime(options => library.collection(params, options)),
    }),
    define({
      name: 'library.search',
      doc: 'Finds by words.',
      access,
      params: Type.Object({ ...paging, types, query: Type.String({ minLength: 1, maxLength: 1024 }) }),
      result: libraryPage,
      call: params => inTime(options => library.search(params, options)),
    }),
    define({
      name: 'library.feedbacks',
      doc: 'Lists the tracks the listener gave a thumb.',
      access,
      params: Type.Object({
        ...paging,
        targetTypes: types,
        sourceContextTypes: types,
        values: Type.Optional(Type.Array(thumb, { minItems: 1, maxItems: 2 })),
      }),
      result: feedbackPage,
      call: params => inTime(options => library.feedbacks(params, options)),
    }),
    define({
      name: 'library.recentFavorites',
      doc: 'Lists what the listener liked best of late.',
      access,
      params: Type.Object(paging),
      result: libraryPage,
      call: params => inTime(options => library.recentFavorites(params, options)),
    }),
    define({
      name: 'library.topArtists',
      doc: 'Lists the artists the listener played most of late.',
      access,
      params: Type.Object(paging),
      result: libraryPage,
      call: params => inTime(options => library.topArtists(params, options)),
    }),
    define({
      name: 'library.profile',
      doc: 'Tells who the listener is, followers and following included.',
      access,
      params: none,
      result: profile,
      call: () => inTime(options => library.profile(options)),
    }),
  ];
}
