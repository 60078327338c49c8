/** The queries for the service's lists (specification, section 2). Apart from the lists, which alone the page needs. */
import { FEEDBACKS } from '../core/vocabulary/item.js';
import { MOST_LISTED } from '../core/vocabulary/limits.js';
import { listOf, object, oneOf, optional, type Shape, type TypeOf } from './shape.js';

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

/** How many played items are kept. */
export const MOST_RECENT = 200;

export const RECENT_QUERY = object({
  limit: optional<number>({ type: 'integer', minimum: 1, maximum: MOST_RECENT }),
});

export type Page = TypeOf<typeof PAGE_QUERY>;
export type CollectionQuery = TypeOf<typeof COLLECTION_QUERY>;
export type SearchQuery = TypeOf<typeof SEARCH_QUERY>;
export type FeedbackQuery = TypeOf<typeof FEEDBACK_QUERY>;
