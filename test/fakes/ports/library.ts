import type { CallOptions, LibraryService } from '../../../src/contract/service-ports.js';

const PAGE = { items: [{ id: 'ST:1', type: 'ST', name: 'Harbour' }], cursor: 'ST:2' };

const PROFILE = {
  id: 'LI:1',
  fullname: null,
  displayName: 'Ada',
  bio: null,
  imageUrl: null,
  private: false,
  followers: [{ fullname: 'Grace' }],
  following: [{ fullname: 'Alan', isBeingFollowed: true }],
};

export interface FakeLibrary extends LibraryService {
  readonly calls: { name: string; params: object }[];
  /** Runs before every answer; throw to refuse. */
  before: (options: CallOptions) => Promise<void>;
}

export function createFakeLibrary(): FakeLibrary {
  async function note<T>(name: string, params: object, options: CallOptions, answer: T): Promise<T> {
    library.calls.push({ name, params });
    await library.before(options);
    return answer;
  }
  const library: FakeLibrary = {
    calls: [],
    before: async () => undefined,
    collection: (params, options) => note('collection', params, options, PAGE),
    search: (params, options) => note('search', params, options, PAGE),
    feedbacks: (params, options) =>
      note('feedbacks', params, options, {
        items: [{ target: { id: 'TR:1', type: 'TR', name: 'Tide' }, sourceContext: null }],
      }),
    recentFavorites: (params, options) => note('recentFavorites', params, options, PAGE),
    topArtists: (params, options) => note('topArtists', params, options, PAGE),
    profile: options => note('profile', {}, options, PROFILE),
  };
  return library;
}
