import type { FirstWords } from './catalogue.js';
import player from './ja/player.js';

/** Japanese, in the polite form. */
const ja: FirstWords = { ...player };

export default ja;
