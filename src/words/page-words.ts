import { type ChosenLanguage, chooseLanguage, readAcceptLanguage } from '../lib/languages.js';
import type { PageRequest } from '../contract/ports.js';
import { createSay, type Say } from '../lib/sentences.js';
import type { PageEnglish } from './catalogue.js';
import { CATALOGUES } from './catalogues.js';

/** What a page says, in one language. */
export interface PageWords extends ChosenLanguage {
  readonly say: Say<PageEnglish, string | number, string>;
}

export function createPageWords(chosen: ChosenLanguage): PageWords {
  return { ...chosen, say: createSay<PageEnglish>(chosen, CATALOGUES[chosen.language]) };
}

/** The best of the languages that a browser asks for. */
export function languageOf({ acceptLanguage = '' }: Pick<PageRequest, 'acceptLanguage'>): ChosenLanguage {
  return chooseLanguage(readAcceptLanguage(acceptLanguage));
}
