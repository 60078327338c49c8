import type { FirstWords } from './catalogue.js';
import player from './es/player.js';

/** Spanish, by the familiar “tú”. */
const es: FirstWords = { ...player };

export default es;
