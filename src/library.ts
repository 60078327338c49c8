/** What the listener owns and can find, as the service's lists hold it (specification, section 2). */
import { PUBLIC_SOURCE } from './core/public-state.js';
import { FLAG, INTEGER, listOf, object, optional, orNull, TEXT, type TypeOf } from './core/shape.js';

export interface Page {
  /** 1…50; the service's own limit may be lower. */
  readonly limit?: number;
  readonly offset?: number;
  readonly cursor?: string;
}

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

export type LibraryItem = TypeOf<typeof LIBRARY_ITEM>;
export type LibraryPage = TypeOf<typeof LIBRARY_PAGE>;
export type FeedbackItem = TypeOf<typeof FEEDBACK_ITEM>;
export type FeedbackPage = TypeOf<typeof FEEDBACK_PAGE>;
export type Profile = TypeOf<typeof PROFILE>;
