import type { CatalogueLike } from '../lib/sentences.js';
import type en from './en.js';

export type PageEnglish = typeof en;
export type PageCatalogue = CatalogueLike<PageEnglish>;
export type PageKey = keyof PageEnglish;
