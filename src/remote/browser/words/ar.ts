import type { Catalogue } from './catalogue.js';
import library from './ar/library.js';
import people from './ar/people.js';
import player from './ar/player.js';

const ar: Catalogue = { ...player, ...library, ...people };

export default ar;
