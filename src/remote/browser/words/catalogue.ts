import type { CatalogueLike } from '../../../lib/sentences.js';
import type day from './en/day.js';
import type failures from './en/failures.js';
import type library from './en/library.js';
import type people from './en/people.js';
import type player from './en/player.js';
import type rooms from './en/rooms.js';

export type PlayerWords = CatalogueLike<typeof player>;
export type FailureWords = CatalogueLike<typeof failures>;
export type LibraryWords = CatalogueLike<typeof library>;
export type PeopleWords = CatalogueLike<typeof people>;
export type RoomsWords = CatalogueLike<typeof rooms>;
export type DayWords = CatalogueLike<typeof day>;
/** The sentences of a first visit. */
export type FirstWords = PlayerWords;
/** The sentences of views that are loaded when first shown. */
export type RestWords = FailureWords & LibraryWords & PeopleWords & RoomsWords & DayWords;
export type English = typeof player &
  typeof failures &
  typeof library &
  typeof people &
  typeof rooms &
  typeof day;
/** All sentences of the remote, in one language. */
export type Catalogue = CatalogueLike<English>;
/** The key of a sentence. */
export type Key = keyof English;
/** The key of a sentence without placeholders. */
export type PlainKey = {
  [Each in Key]: English[Each] extends string
    ? English[Each] extends `${string}{${string}`
      ? never
      : Each
    : never;
}[Key];
