import type { LibraryPage } from '../contract/library.js';
import type { LibraryService } from '../contract/service-ports.js';
import { toUnusableFault } from './graphql-answer.js';
import { parseFeedbackPage, parseLibraryPage, parseProfile } from './library-response.js';
import type { EntryNames } from './names.js';
import type { SendOperation } from './operation.js';
import { OPERATIONS } from './operations.js';

/** Creates the access to what the listener owns and can find (specification, section 4, "Queries"). */
export function createLibrary({
  ask,
  names,
}: {
  readonly ask: SendOperation;
  readonly names: EntryNames;
}): LibraryService {
  const list = async (asked: Promise<unknown>): Promise<LibraryPage> => {
    const page = parseLibraryPage(await asked);
    for (const { id, name } of page.items) names.note(id, name);
    return page;
  };
  return {
    collection: (params, { signal }) => list(ask(OPERATIONS.collection, params, signal)),
    search: (params, { signal }) => list(ask(OPERATIONS.search, params, signal)),
    feedbacks: async (params, { signal }) =>
      parseFeedbackPage(await ask(OPERATIONS.feedbacks, params, signal)),
    recentFavorites: (params, { signal }) => list(ask(OPERATIONS.recentFavorites, params, signal)),
    topArtists: (params, { signal }) => list(ask(OPERATIONS.topArtists, params, signal)),
    async profile({ signal }) {
      const profile = parseProfile(await ask(OPERATIONS.profile, {}, signal));
      if (profile === null) throw toUnusableFault('a profile');
      return profile;
    },
  };
}
