import { type ChosenLanguage, chooseLanguage, type Language } from '../../../languages.js';
import { createSay, type Say } from '../../../sentences.js';
import type { Catalogue, English } from './catalogue.js';
import { createNumbers, type Numbers } from './numbers.js';
import { createTimes, type Times } from './time.js';

/** Everything that the remote says, in one language. */
export interface Words extends ChosenLanguage, Numbers, Times {
  /** A sentence of the catalogue. */
  readonly say: Say<English, string | number, string>;
}

/** One file each, of which a browser fetches the one that it needs. */
const LOADS: Readonly<Record<Language, () => Promise<{ readonly default: Catalogue }>>> = {
  en: () => import('./en.js'),
  de: () => import('./de.js'),
  fr: () => import('./fr.js'),
  es: () => import('./es.js'),
  ja: () => import('./ja.js'),
  ar: () => import('./ar.js'),
};

/** Whoever bears a name has chosen it: where it ends is told by marks that it cannot hold. */
function tamed(name: string): string {
  return name.replace(/["«»“-‟‹›″‶˝ʺˮ״〈-』〝-〟＂｢｣❝❞]|['`´‘’′]{2,}/g, "'");
}

function createWords(chosen: ChosenLanguage, catalogue: Catalogue): Words {
  const say = createSay<English>(chosen, catalogue, tamed);
  const numbers = createNumbers(chosen.tag);
  return { ...chosen, ...numbers, ...createTimes({ say, ...chosen, ...numbers }), say };
}

/** In the first of these languages that is spoken here; in English where its file does not come. Rejects where neither does. */
export async function loadWords(wanted: readonly string[]): Promise<Words> {
  const chosen = chooseLanguage(wanted);
  try {
    return createWords(chosen, (await LOADS[chosen.language]()).default);
  } catch {
    const otherwise = chooseLanguage([]);
    return createWords(otherwise, (await LOADS[otherwise.language]()).default);
  }
}
