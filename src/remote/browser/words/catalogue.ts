import type { CatalogueLike } from '../../../sentences.js';
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
/** What a first visit may say. */
export type FirstWords = PlayerWords;
/** What views say that are fetched when they are first shown. */
export type RestWords = FailureWords & LibraryWords & PeopleWords & RoomsWords;
export type English = typeof player & typeof failures & typeof library & typeof people & typeof rooms;
/** All that the remote says, in one language. */
export type Catalogue = CatalogueLike<English>;
/** The name of a sentence. */
export type Key = keyof English;
/** Of one that has no placeholders. */
export type PlainKey = {
  [Each in Key]: English[Each] extends string
    ? English[Each] extends `${string}{${string}`
      ? never
      : Each
    : never;
}[Key];
