import type { RestWords } from './catalogue.js';
import day from './fr/day.js';
import failures from './fr/failures.js';
import library from './fr/library.js';
import people from './fr/people.js';
import rooms from './fr/rooms.js';

const fr: RestWords = { ...failures, ...library, ...people, ...rooms, ...day };

export default fr;
