import type { ChosenLanguage } from '../lib/languages.js';
import { createNumbers, createPieces, isolated, type Say } from '../lib/sentences.js';
import type { PageEnglish } from '../words/catalogue.js';
import { CATALOGUES } from '../words/catalogues.js';
import { createPageWords, type PageWords } from '../words/page-words.js';
import { type Html, html, joined } from './page.js';

/** The sentences of a pairing page, as text (`say`) or as HTML with emphasis (`tell`). */
export interface PairingWords extends PageWords {
  readonly tell: Say<PageEnglish, string | number | Html, Html>;
}

export function createTold(chosen: ChosenLanguage): PairingWords {
  const pieces = createPieces<PageEnglish>(chosen, CATALOGUES[chosen.language]);
  const toNumber = createNumbers(chosen);
  return {
    ...createPageWords(chosen),
    tell: (key, ...[values]) => {
      const given = new Map<string, string | number | Html>(Object.entries(values ?? {}));
      const toHtml = (name: string): Html => {
        const value = given.get(name) ?? '';
        if (typeof value === 'object') return value;
        return html`${typeof value === 'number' ? toNumber(value) : isolated(value, chosen)}`;
      };
      return joined(
        pieces(key, given.get('count')).map((piece, at) => (at % 2 === 0 ? html`${piece}` : toHtml(piece))),
      );
    },
  };
}

/** Builds emphasised HTML for a name, which may be written in the other direction. */
export function named(name: string): Html {
  return html`<strong dir="auto">${name}</strong>`;
}
