/** The service's lists of what a listener has and can find (specification, section 2). */
import { FEEDBACKS } from '../core/vocabulary/item.js';
import { PUBLIC_ITEM, PUBLIC_SOURCE } from './public-state.js';
import { FLAG, INTEGER, listOf, object, oneOf, optional, orNull, TEXT, type TypeOf } from './shape.js';

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

export type LibraryItem = TypeOf<typeof LIBRARY_ITEM>;
export type LibraryPage = TypeOf<typeof LIBRARY_PAGE>;
export type FeedbackItem = TypeOf<typeof FEEDBACK_ITEM>;
export type FeedbackPage = TypeOf<typeof FEEDBACK_PAGE>;
export type Profile = TypeOf<typeof PROFILE>;
export type RecentItem = TypeOf<typeof RECENT_ITEM>;
export type RecentList = TypeOf<typeof RECENT_LIST>;
