import type { RestWords } from './catalogue.js';
import day from './ar/day.js';
import failures from './ar/failures.js';
import library from './ar/library.js';
import people from './ar/people.js';
import rooms from './ar/rooms.js';

const ar: RestWords = { ...failures, ...library, ...people, ...rooms, ...day };

export default ar;
