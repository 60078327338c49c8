import type { Catalogue } from './catalogue.js';
import library from './de/library.js';
import people from './de/people.js';
import player from './de/player.js';

/** German, by the familiar “du”. */
const de: Catalogue = { ...player, ...library, ...people };

export default de;
