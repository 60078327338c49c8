import player from './en/player.js';

/** What a first visit may say, in English. The other languages follow it, key by key. */
const en = { ...player };

export default en;
