import { type ChosenLanguage, chooseLanguage, type Language } from '../../../lib/languages.js';
import { createSay, type Say } from '../../../lib/sentences.js';
import { createObservers } from '../state/observers.js';
import type { Catalogue, English, FirstWords, RestWords } from './catalogue.js';
import { createNumbers, type Numbers } from './numbers.js';
import { createTimes, type Times } from './time.js';

/** The remote's words in one language. */
export interface Words extends ChosenLanguage, Numbers, Times {
  /** Returns a sentence of the catalogue; empty if it is not loaded yet, which starts loading it. */
  readonly say: Say<English, string | number, string>;
  /** Resolves once the remaining sentences are loaded. */
  readonly rest: () => Promise<void>;
  /** Calls the listener once the remaining sentences are loaded. Returns a function that removes the listener. */
  readonly onChange: (listener: () => void) => () => void;
}

type LoadPart<Part> = () => Promise<{ readonly default: Part }>;

/** Two modules for each language, loaded on demand: the sentences of a first visit, and the rest. */
const LOADS: Readonly<Record<Language, readonly [first: LoadPart<FirstWords>, rest: LoadPart<RestWords>]>> = {
  en: [() => import('./en.js'), () => import('./en-rest.js')],
  de: [() => import('./de.js'), () => import('./de-rest.js')],
  fr: [() => import('./fr.js'), () => import('./fr-rest.js')],
  es: [() => import('./es.js'), () => import('./es-rest.js')],
  ja: [() => import('./ja.js'), () => import('./ja-rest.js')],
  ar: [() => import('./ar.js'), () => import('./ar-rest.js')],
};

/**
 * Replaces quotation marks in a name, because people choose their own names and a quoted name must have a clear end.
 */
function tamed(name: string): string {
  return name.replace(/["«»“-‟‹›″‶˝ʺˮ״〈-』〝-〟＂｢｣❝❞]|['`´‘’′]{2,}/g, "'");
}

async function loadIn(chosen: ChosenLanguage): Promise<Words> {
  const [first, others] = LOADS[chosen.language];
  const catalogue: Partial<Catalogue> = { ...(await first()).default };
  const { tell, onChange } = createObservers();
  let coming: Promise<void> | null = null;

  function rest(): Promise<void> {
    coming ??= others().then(
      ({ default: words }) => {
        Object.assign(catalogue, words);
        tell();
      },
      (error: unknown) => {
        coming = null;
        throw error;
      },
    );
    return coming;
  }

  // A sentence that is not loaded yet is empty.
  const sayWhole = createSay<English>(chosen, catalogue as Catalogue, tamed);
  const say: typeof sayWhole = (key, ...values) => {
    if (catalogue[key] !== undefined) return sayWhole(key, ...values);
    rest().catch(() => undefined);
    return '';
  };
  const numbers = createNumbers(chosen.tag);
  return {
    ...chosen,
    ...numbers,
    ...createTimes({ say, ...chosen, ...numbers }),
    say,
    rest,
    onChange,
  };
}

/**
 * Loads the words in the first supported language, or in English if its module fails to load. Rejects if that fails
 * too.
 */
export async function loadWords(wanted: readonly string[]): Promise<Words> {
  const chosen = chooseLanguage(wanted);
  try {
    return await loadIn(chosen);
  } catch {
    return loadIn(chooseLanguage([]));
  }
}
