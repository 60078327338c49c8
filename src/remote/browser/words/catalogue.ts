import type { CatalogueLike } from '../../../lib/sentences.js';
import type people from './en-people.js';
import type rest from './en-rest.js';
import type first from './en.js';

export type PeopleWords = CatalogueLike<typeof people>;
/** The sentences of a first visit. */
export type FirstWords = CatalogueLike<typeof first>;
/** The sentences of views that are loaded when first shown. */
export type RestWords = CatalogueLike<typeof rest>;
export type English = typeof first & typeof rest;
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
