import type { Catalogue } from './catalogue.js';
import library from './ja/library.js';
import people from './ja/people.js';
import player from './ja/player.js';

/** Japanese, in the polite form. */
const ja: Catalogue = { ...player, ...library, ...people };

export default ja;
