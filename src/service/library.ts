import type { LibraryService } from '../ports.js';
import { toUnusableFault } from './graphql-answer.js';
import { parseFeedbackPage, parseLibraryPage, parseProfile } from './library-response.js';
import { type Ask, OPERATIONS } from './operations.js';

/** What the listener owns and can find (specification, section 4, "Queries"). */
export function createLibrary({ ask }: { readonly ask: Ask }): LibraryService {
  return {
    collection: async (params, { signal }) =>
      parseLibraryPage(await ask(OPERATIONS.collection, params, signal)),
    search: async (params, { signal }) => parseLibraryPage(await ask(OPERATIONS.search, params, signal)),
    feedbacks: async (params, { signal }) =>
      parseFeedbackPage(await ask(OPERATIONS.feedbacks, params, signal)),
    recentFavorites: async (params, { signal }) =>
      parseLibraryPage(await ask(OPERATIONS.recentFavorites, params, signal)),
    topArtists: async (params, { signal }) =>
      parseLibraryPage(await ask(OPERATIONS.topArtists, params, signal)),
    async profile({ signal }) {
      const profile = parseProfile(await ask(OPERATIONS.profile, {}, signal));
      if (profile === null) throw toUnusableFault('a profile');
      return profile;
    },
  };
}
