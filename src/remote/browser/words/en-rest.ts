import day from './en/day.js';
import failures from './en/failures.js';
import library from './en/library.js';
import people from './en/people.js';
import rooms from './en/rooms.js';

/** The remaining sentences of the remote, in English. */
const en = { ...failures, ...library, ...people, ...rooms, ...day };

export default en;
