import type { CatalogueLike } from '../../../sentences.js';
import type en from './en.js';

export type English = typeof en;
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
