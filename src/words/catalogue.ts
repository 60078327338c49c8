import type { CatalogueLike } from '../lib/sentences.js';
import type en from './en.js';

export type English = typeof en;
export type Catalogue = CatalogueLike<English>;
export type Key = keyof English;
