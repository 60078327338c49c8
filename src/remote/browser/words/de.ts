import type { FirstWords } from './catalogue.js';
import player from './de/player.js';

/** German, with the informal “du”. */
const de: FirstWords = { ...player };

export default de;
