import type { Catalogue } from './catalogue.js';
import library from './es/library.js';
import people from './es/people.js';
import player from './es/player.js';

/** Spanish, by the familiar “tú”. */
const es: Catalogue = { ...player, ...library, ...people };

export default es;
