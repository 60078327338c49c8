import type { FirstWords } from './catalogue.js';
import player from './es/player.js';

/** Spanish, with the informal “tú”. */
const es: FirstWords = { ...player };

export default es;
