import { type ChosenLanguage, chooseLanguage, type Language } from '../../../languages.js';
import { createSay, type Say } from '../../../sentences.js';
import type { Catalogue, English, FirstWords, RestWords } from './catalogue.js';
import { createNumbers, type Numbers } from './numbers.js';
import { createTimes, type Times } from './time.js';

/** Everything that the remote says, in one language. */
export interface Words extends ChosenLanguage, Numbers, Times {
  /** A sentence of the catalogue; nothing where that is one of the rest, which it then fetches. */
  readonly say: Say<English, string | number, string>;
  /** Resolves once the rest of the sentences is here: what a view needs that is not there at first. */
  readonly rest: () => Promise<void>;
  /** Told when the rest has come, until the answer is called. */
  readonly onChange: (listener: () => void) => () => void;
}

type Load<Part> = () => Promise<{ readonly default: Part }>;

/** Two files each, of which a browser fetches the ones that it needs: what a first visit may say, and the rest. */
const LOADS: Readonly<Record<Language, readonly [first: Load<FirstWords>, rest: Load<RestWords>]>> = {
  en: [() => import('./en.js'), () => import('./en-rest.js')],
  de: [() => import('./de.js'), () => import('./de-rest.js')],
  fr: [() => import('./fr.js'), () => import('./fr-rest.js')],
  es: [() => import('./es.js'), () => import('./es-rest.js')],
  ja: [() => import('./ja.js'), () => import('./ja-rest.js')],
  ar: [() => import('./ar.js'), () => import('./ar-rest.js')],
};

/** Whoever bears a name has chosen it: where it ends is told by marks that it cannot hold. */
function tamed(name: string): string {
  return name.replace(/["«»“-‟‹›″‶˝ʺˮ״〈-』〝-〟＂｢｣❝❞]|['`´‘’′]{2,}/g, "'");
}

async function loadIn(chosen: ChosenLanguage): Promise<Words> {
  const [first, others] = LOADS[chosen.language];
  const catalogue: Partial<Catalogue> = { ...(await first()).default };
  const listeners = new Set<() => void>();
  let coming: Promise<void> | null = null;

  function rest(): Promise<void> {
    coming ??= others().then(
      ({ default: words }) => {
        Object.assign(catalogue, words);
        for (const listener of [...listeners]) listener();
      },
      (error: unknown) => {
        coming = null;
        throw error;
      },
    );
    return coming;
  }

  // Of what is not there yet nothing is said.
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
    onChange: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** In the first of these languages that is spoken here; in English where its file does not come. Rejects where neither does. */
export async function loadWords(wanted: readonly string[]): Promise<Words> {
  const chosen = chooseLanguage(wanted);
  try {
    return await loadIn(chosen);
  } catch {
    return loadIn(chooseLanguage([]));
  }
}
