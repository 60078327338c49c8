import library from './en/library.js';
import people from './en/people.js';
import player from './en/player.js';

/** All that the remote says, in English. The other languages follow it, key by key. */
const en = { ...player, ...library, ...people };

export default en;
