import type { FirstWords } from './catalogue.js';
import player from './de/player.js';

/** German, by the familiar “du”. */
const de: FirstWords = { ...player };

export default de;
