import type { FirstWords } from './catalogue.js';
import player from './fr/player.js';

/** French; a space that does not break stands before double signs. */
const fr: FirstWords = { ...player };

export default fr;
