import player from './en/player.js';

/** The sentences of a first visit, in English. The other languages have the same keys. */
const en = { ...player };

export default en;
