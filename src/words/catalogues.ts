import type { Language } from '../lib/languages.js';
import ar from './ar.js';
import type { PageCatalogue } from './catalogue.js';
import de from './de.js';
import en from './en.js';
import es from './es.js';
import fr from './fr.js';
import ja from './ja.js';

/** Of the pages that the agent itself makes. */
export const CATALOGUES: Readonly<Record<Language, PageCatalogue>> = { en, de, fr, es, ja, ar };
