import type { FirstWords } from './catalogue.js';
import player from './ar/player.js';

const ar: FirstWords = { ...player };

export default ar;
