/** The service's lists of what a listener has and can find (specification, section 2), and the queries for them. */
import { FEEDBACKS } from './core/item.js';
import { PUBLIC_ITEM, PUBLIC_SOURCE } from './core/public-state.js';
import { MOST_LISTED } from './core/limits.js';
import {
  FLAG,
  INTEGER,
  listOf,
  object,
  oneOf,
  optional,
  orNull,
  type Shape,
  TEXT,
  type TypeOf,
} from './core/shape.js';

/** Members that every list takes; the service ignores `offset` if `cursor` is given. */
const PAGING = {
  /** The service's own limit may be lower. */
  limit: optional<number>({ type: 'integer', minimum: 1, maximum: MOST_LISTED }),
  offset: optional<number>({ type: 'integer', minimum: 0, maximum: 2_147_483_647 }),
  cursor: optional<string>({ type: 'string', minLength: 1, maxLength: 1024 }),
};

/** A word of the service's own enumerations, such as ST or ADDED_TIME. */
const WORD: Shape<string> = {
  type: 'string',
  maxLength: 64,
  pattern: '^[_A-Z][_0-9A-Z]*$',
  description: 'capital letters, digits and underscores',
};
const WORDS = optional(listOf(WORD, { minItems: 1, maxItems: 32 }));
const WANTED: Shape<string> = { type: 'string', minLength: 1, maxLength: 1024 };

export const PAGE_QUERY = object(PAGING);

export const COLLECTION_QUERY = object({
  ...PAGING,
  types: WORDS,
  sortBy: optional(WORD),
  sortOrder: optional(WORD),
});

export const SEARCH_QUERY = object({ ...PAGING, types: WORDS, query: WANTED });

export const FEEDBACK_QUERY = object({
  ...PAGING,
  targetTypes: WORDS,
  sourceContextTypes: WORDS,
  values: optional(listOf(oneOf(...FEEDBACKS), { minItems: 1, maxItems: FEEDBACKS.length })),
});

export const LIBRARY_ITEM = object({
  id: TEXT,
  type: TEXT,
  name: TEXT,
  artist: optional(TEXT),
  album: optional(TEXT),
  podcast: optional(TEXT),
  artUrl: optional(TEXT),
  durationMs: optional(INTEGER),
  releaseDate: optional(TEXT),
});

export const LIBRARY_PAGE = object({ items: listOf(LIBRARY_ITEM), cursor: optional(TEXT) });

export const FEEDBACK_ITEM = object({ target: LIBRARY_ITEM, sourceContext: orNull(PUBLIC_SOURCE) });

export const FEEDBACK_PAGE = object({ items: listOf(FEEDBACK_ITEM), cursor: optional(TEXT) });

/** How many played items are kept. */
export const MOST_RECENT = 200;

export const RECENT_QUERY = object({
  limit: optional<number>({ type: 'integer', minimum: 1, maximum: MOST_RECENT }),
});

/**
 * A played item. `item`: as it was then, with no interactions allowed. `trackId`: the track alone, as `player.play`
 * takes it.
 */
export const RECENT_ITEM = object({
  playedAtMs: INTEGER,
  item: PUBLIC_ITEM,
  source: PUBLIC_SOURCE,
  trackId: optional(TEXT),
  feedback: optional(oneOf(...FEEDBACKS)),
});

export const RECENT_LIST = object({ items: listOf(RECENT_ITEM) });

export const PROFILE = object({
  id: TEXT,
  fullname: orNull(TEXT),
  displayName: TEXT,
  bio: orNull(TEXT),
  imageUrl: orNull(TEXT),
  private: FLAG,
  followers: listOf(object({ fullname: TEXT })),
  following: listOf(object({ fullname: TEXT, isBeingFollowed: FLAG })),
});

/** Why the service refused a list: it does not support the sort order, or does not know a type or order. */
export type ServiceDetail = 'sortOrder' | 'unknownWord';

export type Page = TypeOf<typeof PAGE_QUERY>;
export type CollectionQuery = TypeOf<typeof COLLECTION_QUERY>;
export type SearchQuery = TypeOf<typeof SEARCH_QUERY>;
export type FeedbackQuery = TypeOf<typeof FEEDBACK_QUERY>;
export type LibraryItem = TypeOf<typeof LIBRARY_ITEM>;
export type LibraryPage = TypeOf<typeof LIBRARY_PAGE>;
export type FeedbackItem = TypeOf<typeof FEEDBACK_ITEM>;
export type FeedbackPage = TypeOf<typeof FEEDBACK_PAGE>;
export type Profile = TypeOf<typeof PROFILE>;
export type RecentItem = TypeOf<typeof RECENT_ITEM>;
export type RecentList = TypeOf<typeof RECENT_LIST>;
