import type { RestWords } from './catalogue.js';
import day from './de/day.js';
import failures from './de/failures.js';
import library from './de/library.js';
import people from './de/people.js';
import rooms from './de/rooms.js';

const de: RestWords = { ...failures, ...library, ...people, ...rooms, ...day };

export default de;
