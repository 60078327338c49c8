import type { Catalogue } from './catalogue.js';
import library from './fr/library.js';
import people from './fr/people.js';
import player from './fr/player.js';

/** French; a space that does not break stands before double signs. */
const fr: Catalogue = { ...player, ...library, ...people };

export default fr;
