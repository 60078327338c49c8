import type { FirstWords } from './catalogue.js';
import player from './fr/player.js';

/** French; a non-breaking space precedes two-part punctuation marks. */
const fr: FirstWords = { ...player };

export default fr;
